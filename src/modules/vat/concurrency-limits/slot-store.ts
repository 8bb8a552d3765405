import { sql } from 'kysely';
import { type Database, system } from '../../../platform/db/index.ts';

export type { Database } from '../../../platform/db/index.ts';

type SlotQuery = {
  readonly lane: string;
  /** How many places the lane has. */
  readonly most: number;
  /** Of the process that asks; unique among those that run. */
  readonly process: string;
  /** Of the exchange that wants the place; unique. */
  readonly holder: string;
  /** Milliseconds after which the place comes free by itself. */
  readonly lease: number;
  /** Milliseconds for which the process counts as waiting when it gets none. */
  readonly waitTimeoutMs: number;
};

const interval = (milliseconds: number) => sql`${milliseconds}::float8 * interval '1 millisecond'`;

/**
 * Takes a free place, unless processes that wait for longer need all that are free. Who gets none waits in the queue, and
 * keeps its turn by asking again in time.
 *
 * @returns the place; null when there is none now
 */
export async function takeSlot(db: Database, query: SlotQuery): Promise<number | null> {
  for (;;) {
    const { rows } = await takeSlotQuery(query).execute(system(db));
    const { place, places } = rows[0]!;
    if (places >= query.most) return place;
    await sql`
      insert into source_places (lane, place) select ${query.lane}, generate_series(1, ${query.most}::integer)
      on conflict do nothing`.execute(system(db));
  }
}

/** The statement of `takeSlot`; `places`: how many the lane has in the table, which a crash of the server empties. */
function takeSlotQuery({ lane, most, process, holder, lease, waitTimeoutMs }: SlotQuery) {
  return sql<{ place: number | null; places: number }>`
    with place as materialized (
      select place, held_until <= clock_timestamp() and closed_until <= clock_timestamp() as free
      from source_places where lane = ${lane} and place <= ${most}::integer
    ), ahead as materialized (
      select count(*) as processes from source_queue as other
      where lane = ${lane} and process <> ${process} and until > clock_timestamp()
        and since < coalesce(
          (select since from source_queue where lane = ${lane} and process = ${process} and until > clock_timestamp()),
          'infinity'
        )
    ), chosen as materialized (
      select place from source_places
      where lane = ${lane} and place <= ${most}::integer
        and held_until <= clock_timestamp() and closed_until <= clock_timestamp()
        and (select processes from ahead) < (select count(*) from place where free)
      order by place limit 1
      for update skip locked
    ), taken as (
      update source_places as place
      set holder = ${holder}, held_until = clock_timestamp() + ${interval(lease)}
      from chosen where place.lane = ${lane} and place.place = chosen.place
      returning place.place
    ), queued as (
      insert into source_queue as queue (lane, process, since, until)
      select ${lane}, ${process}, clock_timestamp(), clock_timestamp() + ${interval(waitTimeoutMs)}
      where not exists (select from taken)
      on conflict (lane, process) do update set
        since = case when queue.until > excluded.since then queue.since else excluded.since end,
        until = excluded.until
    ), served as (
      delete from source_queue where lane = ${lane} and process = ${process} and exists (select from taken)
    )
    select (select place from taken) as place, (select count(*)::integer from place) as places`;
}

/** Gives a place back, unless it was lost meanwhile. */
export async function giveSlot(db: Database, lane: string, place: number, holder: string): Promise<void> {
  await sql`
    update source_places set holder = null, held_until = '-infinity'
    where lane = ${lane} and place = ${place} and holder = ${holder}`.execute(system(db));
}

/** The process waits no more for a place of the lane. */
export async function leaveQueue(db: Database, lane: string, process: string): Promise<void> {
  await sql`delete from source_queue where lane = ${lane} and process = ${process}`.execute(system(db));
}

/**
 * Closes half of the open places of a lane, one stays at least: the first of the closed ones for so many milliseconds,
 * each further one for so many longer.
 */
export async function closeSlots(db: Database, lane: string, most: number, reopen: number): Promise<void> {
  await sql`
    with kept as (
      select greatest(1, count(*) / 2) as places from source_places
      where lane = ${lane} and place <= ${most}::integer and closed_until <= clock_timestamp()
    )
    update source_places set closed_until = clock_timestamp() + (place - kept.places) * ${interval(reopen)}
    from kept where lane = ${lane} and place <= ${most}::integer and place > kept.places`.execute(system(db));
}

/** Forgets processes that have not waited for an hour. */
export async function clearQueue(db: Database): Promise<void> {
  await sql`delete from source_queue where until < now() - interval '1 hour'`.execute(system(db));
}
