create table if not exists about (what text primary key, value text not null) without rowid;
