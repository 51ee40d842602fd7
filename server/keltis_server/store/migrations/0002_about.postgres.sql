create table about (what text primary key, value text not null);
