-- What the sandbox was told to play, such as a provider that fails. Outside the sandbox it stays empty.
create table sandbox_settings (
  name text primary key,
  value text not null
);
