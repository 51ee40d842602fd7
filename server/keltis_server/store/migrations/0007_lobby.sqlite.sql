create table if not exists said (
    number integer primary key, command text unique, at integer not null, who text not null,
    body blob not null
);
create table if not exists seen (
    account text not null references account (id), "table" text not null, seq integer not null,
    primary key (account, "table")
) without rowid;
