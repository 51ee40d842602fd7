create table if not exists played (
    at integer not null, "table" text not null, seq integer not null, seat integer not null,
    game text not null, listed integer not null, who text not null, name text not null,
    place integer not null, total integer not null, ladder text not null, mu integer, sigma integer,
    primary key (at, "table", seq, seat)
) without rowid;
create index if not exists played_who on played (who, ladder, at, "table", seq) where who <> '';
create index if not exists played_ladder on played (ladder, at, "table", seq, who) where ladder <> '';
create index if not exists played_table on played ("table", seq)
