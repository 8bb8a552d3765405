import { type RawBuilder, sql } from 'kysely';
import { jobs } from './jobs.ts';
import type { Turn } from './queue.ts';

type DueRow = {
  readonly id: string;
  readonly job: string;
  readonly payload: unknown;
  /** Number of documents or events of the job. */
  readonly size: number;
  readonly turn: Turn;
  readonly traces: readonly string[] | null;
};

/** Result of one scan of the outbox; `held`: more rows are due, but their line is at its limit. */
export type Due = { readonly rows: readonly DueRow[]; readonly held: boolean };

/** Number of documents or events of an outbox row. */
const SIZE = sql`coalesce(jsonb_array_length(coalesce(payload -> 'document_ids', payload -> 'events')), 1)`;

/** Cost of a batch job in documents: up to fifty files, each weighted as four interactive documents. */
const BATCH_COST = 200;

const KINDS = Object.entries(jobs).map(([job, { pool, batch, mostOfLine }]) => ({
  job,
  pool,
  batch,
  most: mostOfLine,
}));

/**
 * Claims rows that are due for publication, leases them and assigns their queue positions.
 *
 * Positions follow start-time fair queueing: a job's start tag is the finish tag of its workspace's previous job in
 * the pool, but at least the tag of the job that the pool started last (`queue_clocks`). A newly active workspace
 * therefore goes before the backlog of others, and continuously active workspaces get equal shares. Batches of a
 * workspace are a separate flow.
 *
 * @param most maximum number of rows
 * @param mostOfLine maximum number of published jobs per line, unless the kind of job has a lower limit
 * @param lease how long the queue is trusted to hold the rows, in milliseconds
 * @returns a statement with one row of the shape of `Due`, whose `rows` are in execution order
 */
export function claimDue(most: number, lease: number, mostOfLine: number): RawBuilder<Due> {
  return sql<Due>`
    with recursive lines as (
      (select line from outbox order by line limit 1)
      union all
      select (select next.line from outbox next where next.line > lines.line order by next.line limit 1)
      from lines where lines.line is not null
    ),
    queued as (
      select line, pool, batch, split_part(line, ' ', 2) as owner, most, published.open, published.finish
      from lines
      left join (
        select job, pool, batch, least(most, ${mostOfLine}) as most
        from json_to_recordset(${JSON.stringify(KINDS)}::json) as kind (job text, pool text, batch boolean, most integer)
      ) as kind on kind.job = split_part(line, ' ', 1)
      cross join lateral (
        select coalesce(sum(size), 0) as open, max(finish_tag) as finish from (
          select finish_tag, ${SIZE} as size from outbox
          where line = lines.line and published_at is not null and run_at > now() limit ${mostOfLine}
        ) as published
      ) as published
    ),
    flows as (select *, max(finish) over (partition by pool, batch, owner) as flow_finish from queued),
    clocks as materialized (select pool, started, base from queue_clocks for key share),
    due as (
      select due.id, due.cost, started, base, due.size_before < coalesce(most, ${mostOfLine}) - flows.open as fits,
        greatest(started, flow_finish, 0)
          + sum(due.cost) over (partition by pool, batch, owner order by due.run_at, due.id) as finish
      from flows
      left join clocks using (pool)
      cross join lateral (
        select id, run_at, case when batch then ${BATCH_COST} else size end as cost,
          sum(size) over (order by run_at, id) - size as size_before
        from (
          select id, run_at, ${SIZE} as size from outbox
          where line = flows.line and run_at <= now() order by run_at, id limit greatest(0, ${mostOfLine} - flows.open)
        ) as first
      ) as due
    ),
    chosen as (
      select id, finish, finish - cost as tag, finish - cost - coalesce(started, 0) as place,
        finish - cost - coalesce(base, 0) + 1 as priority
      from due where fits order by place, id limit ${most}
    ),
    free as materialized (
      select id from outbox where id in (select id from chosen) and run_at <= now() for update skip locked
    ),
    claimed as (
      update outbox set
        published_at = now(), run_at = now() + ${lease} * interval '1 millisecond', finish_tag = chosen.finish
      from free join chosen using (id) where outbox.id = free.id
      returning outbox.id, job, payload, traces, ${SIZE} as size, chosen.place, chosen.tag, chosen.priority
    )
    select
      coalesce(
        (
          select jsonb_agg(
            jsonb_build_object(
              'id', id, 'job', job, 'payload', payload, 'size', size, 'traces', traces,
              'turn', jsonb_build_object('tag', tag, 'priority', greatest(1, priority))
            ) order by place, id
          ) from claimed
        ),
        '[]'
      ) as rows,
      exists (select from outbox where run_at <= now() and id not in (select id from claimed)) as held`;
}
