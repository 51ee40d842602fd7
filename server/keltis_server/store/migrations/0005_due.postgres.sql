alter table line add column due bigint;
update line set due = opened + 2592000000;
create index line_due on line (due) where due is not null;
