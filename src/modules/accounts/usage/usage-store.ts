import { sql } from 'kysely';
import { type Database, system, withWorkspace } from '../../../platform/db/index.ts';

export type { Database } from '../../../platform/db/index.ts';

/** Number of calls of a product in a month (`YYYY-MM`). */
export type Count = {
  readonly workspace_id: string;
  readonly month: string;
  readonly product: string;
  readonly calls: number;
};

/** SQLSTATE foreign_key_violation: the workspace was erased. */
const GONE = '23503';

/**
 * Adds counts; workspace, month and product must be unique in the list. Counts of erased workspaces are dropped. Rows
 * are locked in a fixed order, so that concurrent flushes cannot deadlock.
 */
export async function addCounts(db: Database, counts: readonly Count[]): Promise<void> {
  const [only] = counts;
  // A single count delays a call, and except for the first of a month its row exists.
  if (only !== undefined && counts.length === 1 && (await addToRow(db, only))) return;
  const add = addCountsQuery(counts);
  try {
    await add.execute(system(db));
  } catch (error) {
    // The workspace was erased between the query and the foreign key check; the retry sees that.
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

/** Statement of `addCounts`. */
const addCountsQuery = (counts: readonly Count[]) => sql`
  insert into usage_counts as usage (workspace_id, month, product, calls)
  select input.workspace_id, input.month, input.product, input.calls
  from json_to_recordset(${JSON.stringify(counts)}::json)
    as input (workspace_id text, month text, product text, calls bigint)
  where exists (select from workspaces where id = input.workspace_id)
  order by 1, 2, 3
  on conflict (workspace_id, month, product) do update set calls = usage.calls + excluded.calls`;

/** Adds one count per receipt that is not stored yet, in one transaction. Returns whether any was added. */
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

/** Deletes receipts older than the time, up to a limit. */
export async function deleteReceipts(db: Database, before: Date, limit: number): Promise<void> {
  await sql`
    delete from usage_receipts where (workspace_id, receipt) in (
      select workspace_id, receipt from usage_receipts where at < ${before} order by at limit ${limit}
    )`.execute(system(db));
}

/** Plan of a workspace, and its calls of a month by product. Null when the workspace does not exist. */
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
