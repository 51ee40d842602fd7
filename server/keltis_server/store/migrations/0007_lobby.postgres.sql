create table said (
    number bigint primary key, command text collate "C" unique, at bigint not null,
    who text collate "C" not null, body bytea not null
);
create table seen (
    account text collate "C" not null references account (id), "table" text collate "C" not null,
    seq integer not null, primary key (account, "table")
);
