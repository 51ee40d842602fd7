create table played (
    at bigint not null, "table" text collate "C" not null, seq integer not null, seat integer not null,
    game text collate "C" not null, listed integer not null, who text collate "C" not null,
    name text not null, place integer not null, total integer not null,
    ladder text collate "C" not null, mu integer, sigma integer,
    primary key (at, "table", seq, seat)
);
create index played_who on played (who, ladder, at, "table", seq) where who <> '';
create index played_ladder on played (ladder, at, "table", seq, who) where ladder <> '';
create index played_table on played ("table", seq)
