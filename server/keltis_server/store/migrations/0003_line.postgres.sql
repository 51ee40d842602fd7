create table line (
    "table" text collate "C" primary key, opened bigint not null, length integer not null, line bytea
);
insert into line select "table", at, (select max(seq) + 1 from event where "table" = first."table"),
    null from event as first where seq = 0 and "table" not in (select "table" from closed);
