import { sql } from 'kysely';
import { type Database, system } from '../../../platform/db/index.ts';

export type { Database } from '../../../platform/db/index.ts';

type SlotQuery = {
  readonly source: string;
  /** Slots per lane. */
  readonly most: number;
  /** Name of the requesting process, unique among running processes. */
  readonly process: string;
  /** Unique id of the exchange that uses the slot. */
  readonly holder: string;
  /** Milliseconds after which the slot expires. */
  readonly lease: number;
  /** Milliseconds for which the process counts as waiting when no slot is free. */
  readonly waitTimeoutMs: number;
};

const interval = (milliseconds: number) => sql`${milliseconds}::float8 * interval '1 millisecond'`;

/**
 * Takes a free slot, unless processes that have waited longer need all free slots. Without a slot the process joins
 * the queue, and keeps its position by calling again in time.
 *
 * @returns the slot; null when none is available
 */
export async function takeSlot(db: Database, query: SlotQuery): Promise<number | null> {
  for (;;) {
    const { rows } = await takeSlotQuery(query).execute(system(db));
    const { place, places } = rows[0]!;
    if (places >= query.most) return place;
    await sql`
      insert into source_places (lane, place) select ${query.source}, generate_series(1, ${query.most}::integer)
      on conflict do nothing`.execute(system(db));
  }
}

/**
 * Builds the statement of `takeSlot`. `places` is the number of rows of the lane; `takeSlot` inserts missing ones,
 * because the table is unlogged and therefore empty after a server crash.
 */
function takeSlotQuery({ source, most, process, holder, lease, waitTimeoutMs }: SlotQuery) {
  return sql<{ place: number | null; places: number }>`
    with place as materialized (
      select place, held_until <= clock_timestamp() and closed_until <= clock_timestamp() as free
      from source_places where lane = ${source} and place <= ${most}::integer
    ), ahead as materialized (
      select count(*) as processes from source_queue as other
      where lane = ${source} and process <> ${process} and until > clock_timestamp()
        and since < coalesce(
          (select since from source_queue where lane = ${source} and process = ${process} and until > clock_timestamp()),
          'infinity'
        )
    ), chosen as materialized (
      select place from source_places
      where lane = ${source} and place <= ${most}::integer
        and held_until <= clock_timestamp() and closed_until <= clock_timestamp()
        and (select processes from ahead) < (select count(*) from place where free)
      order by place limit 1
      for update skip locked
    ), taken as (
      update source_places as place
      set holder = ${holder}, held_until = clock_timestamp() + ${interval(lease)}
      from chosen where place.lane = ${source} and place.place = chosen.place
      returning place.place
    ), queued as (
      insert into source_queue as queue (lane, process, since, until)
      select ${source}, ${process}, clock_timestamp(), clock_timestamp() + ${interval(waitTimeoutMs)}
      where not exists (select from taken)
      on conflict (lane, process) do update set
        since = case when queue.until > excluded.since then queue.since else excluded.since end,
        until = excluded.until
    ), served as (
      delete from source_queue where lane = ${source} and process = ${process} and exists (select from taken)
    )
    select (select place from taken) as place, (select count(*)::integer from place) as places`;
}

/** Releases a slot, unless its lease has expired and another holder has it. */
export async function giveSlot(db: Database, source: string, place: number, holder: string): Promise<void> {
  await sql`
    update source_places set holder = null, held_until = '-infinity'
    where lane = ${source} and place = ${place} and holder = ${holder}`.execute(system(db));
}

export async function leaveQueue(db: Database, source: string, process: string): Promise<void> {
  await sql`delete from source_queue where lane = ${source} and process = ${process}`.execute(system(db));
}

/**
 * Closes half of the open slots of a lane, but keeps one. The first closed slot reopens after `reopen` milliseconds,
 * each further one `reopen` milliseconds later.
 */
export async function closeSlots(db: Database, source: string, most: number, reopen: number): Promise<void> {
  await sql`
    with open as (
      select greatest(1, count(*) / 2) as places from source_places
      where lane = ${source} and place <= ${most}::integer and closed_until <= clock_timestamp()
    )
    update source_places set closed_until = clock_timestamp() + (place - open.places) * ${interval(reopen)}
    from open where lane = ${source} and place <= ${most}::integer and place > open.places`.execute(system(db));
}

/** Removes processes that have not waited for an hour. */
export async function clearQueue(db: Database): Promise<void> {
  await sql`delete from source_queue where until < now() - interval '1 hour'`.execute(system(db));
}
