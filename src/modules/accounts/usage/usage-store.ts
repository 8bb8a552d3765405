import { sql } from 'kysely';
import { type Database, system, withWorkspace } from '../../../platform/db/index.ts';

export type { Database } from '../../../platform/db/index.ts';

/** So many calls of a product in a month (`YYYY-MM`). */
export type Count = {
  readonly workspace_id: string;
  readonly month: string;
  readonly product: string;
  readonly calls: number;
};

/** SQLSTATE of a row whose workspace is gone. */
const GONE = '23503';

/**
 * Adds counts, each workspace, month and product at most once in the list. Those of a workspace that is gone are let
 * go. The rows are locked in one order, so processes that flush at once do not block each other for good.
 */
export async function addCounts(db: Database, counts: readonly Count[]): Promise<void> {
  const [only] = counts;
  // Somebody waits for a single count, and all but the first of a month find their row.
  if (only !== undefined && counts.length === 1 && (await addToRow(db, only))) return;
  const add = addCountsQuery(counts);
  try {
    await add.execute(system(db));
  } catch (error) {
    // Erased between the look at the workspaces and the check of the reference; the second look sees that.
    if ((error as { code?: string }).code !== GONE) throw error;
    await add.execute(system(db));
  }
}

async function addToRow(db: Database, { workspace_id, month, product, calls }: Count): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update usage_counts set calls = calls + ${calls}
    where workspace_id = ${workspace_id} and month = ${month} and product = ${product}`.execute(system(db));
  return numAffectedRows === 1n;
}

/** The statement of `addCounts`. */
const addCountsQuery = (counts: readonly Count[]) => sql`
  insert into usage_counts as usage (workspace_id, month, product, calls)
  select given.workspace_id, given.month, given.product, given.calls
  from json_to_recordset(${JSON.stringify(counts)}::json)
    as given (workspace_id text, month text, product text, calls bigint)
  where exists (select from workspaces where id = given.workspace_id)
  order by 1, 2, 3
  on conflict (workspace_id, month, product) do update set calls = usage.calls + excluded.calls`;

/** Adds one count for each of the receipts that is not there already, in one transaction. Answers whether any was added. */
export async function addCountOnce(
  db: Database,
  count: Count,
  receipts: readonly string[],
  at: Date,
): Promise<boolean> {
  const { workspace_id, month, product, calls } = count;
  const { rows } = await sql`
    with fresh as (
      insert into usage_receipts (workspace_id, receipt, at)
      select id, receipt, ${at} from workspaces, unnest(${receipts}::text[]) as receipt
      where id = ${workspace_id} order by receipt
      on conflict do nothing
      returning workspace_id
    )
    insert into usage_counts as usage (workspace_id, month, product, calls)
    select workspace_id, ${month}, ${product}, ${calls}::bigint * count(*) from fresh group by workspace_id
    on conflict (workspace_id, month, product) do update set calls = usage.calls + excluded.calls
    returning usage.calls`.execute(system(db));
  return rows.length > 0;
}

/** Removes receipts older than the time, at most so many. */
export async function deleteReceipts(db: Database, before: Date, limit: number): Promise<void> {
  await sql`
    delete from usage_receipts where (workspace_id, receipt) in (
      select workspace_id, receipt from usage_receipts where at < ${before} order by at limit ${limit}
    )`.execute(system(db));
}

/** A workspace's plan, and its calls of a month by product. Null when there is no such workspace. */
export function findUsage(
  db: Database,
  workspaceId: string,
  month: string,
): Promise<{ readonly plan: string; readonly calls: Map<string, number> } | null> {
  return withWorkspace(db, workspaceId, async (trx) => {
    const workspace = await trx
      .selectFrom('workspaces')
      .select('plan')
      .where('id', '=', workspaceId)
      .executeTakeFirst();
    if (workspace === undefined) return null;
    const rows = await trx
      .selectFrom('usage_counts')
      .select(['product', 'calls'])
      .where('workspace_id', '=', workspaceId)
      .where('month', '=', month)
      .execute();
    return { plan: workspace.plan, calls: new Map(rows.map(({ product, calls }) => [product, calls])) };
  });
}
