-- Who may ask a source outside right now, over all processes. Unlogged: it is worth nothing after a crash of the server,
-- and a place costs no wait for a disk.

-- Places at a source. A lane is what its limit is about, such as one state over one channel.
create unlogged table source_places (
  lane text not null,
  place integer not null check (place > 0),
  -- The exchange that has it; whoever does not give it back in time has lost it.
  holder text,
  held_until timestamptz not null default '-infinity',
  -- The source was too busy for so many at once.
  closed_until timestamptz not null default '-infinity',
  primary key (lane, place)
);

-- Processes that wait for a place of a lane. Whoever has not asked again by `until` waits no more.
create unlogged table source_queue (
  lane text not null,
  process text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (lane, process)
);

-- When a source that takes so many questions a second may be asked next.
create unlogged table source_paces (
  source text primary key,
  free_at timestamptz not null
);
