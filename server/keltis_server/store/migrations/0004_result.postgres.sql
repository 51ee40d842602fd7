create table result (
    at bigint not null, "table" text collate "C" not null, seq integer not null, body bytea not null,
    primary key (at, "table", seq)
);
