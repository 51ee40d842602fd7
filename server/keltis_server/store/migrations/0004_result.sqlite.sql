create table if not exists result (
    at integer not null, "table" text not null, seq integer not null, body blob not null,
    primary key (at, "table", seq)
) without rowid;
