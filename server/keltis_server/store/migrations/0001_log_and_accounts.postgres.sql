create table event (
    "table" text collate "C" not null, seq integer not null, command text collate "C",
    at bigint not null, body bytea not null,
    primary key ("table", seq), unique ("table", command)
);
create table closed ("table" text collate "C" primary key);
create table account (
    id text collate "C" primary key, name text not null default '',
    skeleton text collate "C" unique
);
create table key (
    key bytea primary key, account text collate "C" not null references account (id)
);
create index key_account on key (account);
create table preference (
    account text collate "C" not null references account (id), name bytea not null,
    value bytea not null, primary key (account, name)
);
create table link_offer (
    code bytea primary key, account text collate "C" not null references account (id),
    until bigint not null
);
create index link_offer_account on link_offer (account);
create table forgotten (id text collate "C" primary key);
create sequence process_number as integer;
