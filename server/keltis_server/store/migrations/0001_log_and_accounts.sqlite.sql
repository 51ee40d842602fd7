create table if not exists event (
    "table" text not null, seq integer not null, command text, at integer not null,
    body blob not null, primary key ("table", seq), unique ("table", command)
) without rowid;
create index if not exists opened on event ("table") where seq = 0;
create table if not exists closed ("table" text primary key) without rowid;
create table if not exists account (
    id text primary key, name text not null default '', skeleton text unique
) without rowid;
create table if not exists key (
    key blob primary key, account text not null references account (id)
) without rowid;
create table if not exists preference (
    account text not null references account (id), name text not null, value text not null,
    primary key (account, name)
) without rowid;
create table if not exists link_offer (
    code blob primary key, account text not null references account (id), until integer not null
) without rowid;
create table if not exists forgotten (id text primary key) without rowid;
