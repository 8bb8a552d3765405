import { type RawBuilder, sql } from 'kysely';

type DueRow = { readonly id: string; readonly job: string; readonly payload: unknown };

/** What one look at the outbox gave; `held`: more is due, and waits for its line to get shorter. */
export type Due = { readonly rows: readonly DueRow[]; readonly held: boolean };

/** How many jobs of one line (a workspace and a kind of job) the queue may have and not have done. */
export const MOST_OF_LINE = 128;

type Claimed = { rows: readonly (DueRow & { place: string })[]; held: boolean };

/**
 * Claims rows that are due for publication, lines in turn: the first of every line, then the second ones. Claimed rows
 * are leased.
 *
 * @param most how many rows at most
 * @param lease how long the queue is trusted to have them, in milliseconds
 * @returns a statement with one row of the shape of `Due`, whose `rows` are in the order in which they are to be done
 */
export function claimDue(most: number, lease: number, mostOfLine: number): RawBuilder<Claimed> {
  return sql<Claimed>`
    with recursive lines as (
      (select line from outbox order by line limit 1)
      union all
      select (select next.line from outbox next where next.line > lines.line order by next.line limit 1)
      from lines where lines.line is not null
    ),
    chosen as (
      select due.id, due.place from lines
      cross join lateral (
        select count(*) as open from (
          select from outbox
          where line = lines.line and published_at is not null and run_at > now() limit ${mostOfLine}
        ) as published
      ) as queued
      cross join lateral (
        select id, row_number() over (order by run_at, id) as place from outbox
        where line = lines.line and run_at <= now() order by run_at, id limit greatest(0, ${mostOfLine} - queued.open)
      ) as due
      order by due.place limit ${most}
    ),
    free as materialized (
      select id from outbox where id in (select id from chosen) and run_at <= now() for update skip locked
    ),
    claimed as (
      update outbox set published_at = now(), run_at = now() + ${lease} * interval '1 millisecond'
      from free where outbox.id = free.id
      returning outbox.id, job, payload
    )
    select
      coalesce(
        (select jsonb_agg(to_jsonb(claimed) order by chosen.place, chosen.id) from claimed join chosen using (id)),
        '[]'
      ) as rows,
      exists (select from outbox where run_at <= now() and id not in (select id from claimed)) as held`;
}
