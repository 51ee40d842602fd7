create table if not exists line (
    "table" text primary key, opened integer not null, length integer not null, line blob
) without rowid;
insert or ignore into line select "table", at, (select max(seq) + 1 from event where "table" = first."table"),
    null from event as first where seq = 0 and "table" not in (select "table" from closed);
