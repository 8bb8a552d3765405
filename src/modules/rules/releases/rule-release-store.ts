import { sql } from 'kysely';
import { type Database, inTransaction, listen, notify, system, type Trx } from '../../../platform/db/index.ts';
import type { RulePackChange, RulePackStanding } from './states.ts';

export type { Database } from '../../../platform/db/index.ts';

const CHANNEL = 'rule_packs';

const CHANGE = [
  'rule_packs.digest',
  'rule_packs.id',
  'rule_packs.version',
  'rule_pack_changes.state',
  'rule_pack_changes.from_day as from',
  'rule_pack_changes.share',
  'rule_pack_changes.workspaces',
] as const;

/** Lists the current state of each release, by id and version. */
export function listStandings(reader: Database | Trx): Promise<RulePackStanding[]> {
  return ('kysely' in reader ? system(reader) : reader)
    .selectFrom('rule_packs')
    .innerJoin(
      (from) =>
        from
          .selectFrom('rule_pack_changes')
          .selectAll()
          .distinctOn('digest')
          .orderBy('digest')
          .orderBy('sequence', 'desc')
          .as('rule_pack_changes'),
      (join) => join.onRef('rule_pack_changes.digest', '=', 'rule_packs.digest'),
    )
    .select(CHANGE)
    .orderBy('rule_packs.id')
    .orderBy('rule_packs.version')
    .execute();
}

/** Oldest first. */
export function listChanges(db: Database): Promise<RulePackChange[]> {
  return system(db)
    .selectFrom('rule_pack_changes')
    .innerJoin('rule_packs', 'rule_packs.digest', 'rule_pack_changes.digest')
    .select([
      ...CHANGE,
      'rule_pack_changes.changed_by as by',
      'rule_pack_changes.reason',
      'rule_pack_changes.changed_at as at',
    ])
    .orderBy('rule_pack_changes.sequence')
    .execute();
}

type NewRulePack = {
  readonly digest: string;
  readonly id: string;
  readonly version: string;
  readonly examples: string;
  readonly examples_day: string;
  readonly files: readonly { readonly path: string; readonly content: Buffer }[];
};

/** Stores a release; returns false when one of its name or content exists. */
export async function insertPack(trx: Trx, { files, ...pack }: NewRulePack): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('rule_packs')
    .values(pack)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  const rows = files.map((file) => ({ ...file, digest: pack.digest }));
  await trx.insertInto('rule_pack_files').values(rows).execute();
  return true;
}

/** Adds a change and notifies the processes on commit. */
export async function insertChange(trx: Trx, change: Omit<RulePackChange, 'id' | 'version'>): Promise<void> {
  const { from, by, at, workspaces, ...rest } = change;
  await trx
    .insertInto('rule_pack_changes')
    .values({ ...rest, workspaces: [...workspaces], from_day: from, changed_by: by, changed_at: at })
    .execute();
  await notify(trx, CHANNEL, '');
}

/** Runs a change of states under a lock, one at a time. */
export function changing<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    await sql`lock table rule_pack_changes in share row exclusive mode`.execute(trx);
    return work(trx);
  });
}

export function listFiles(
  db: Database,
  digest: string,
): Promise<{ readonly path: string; readonly content: Buffer }[]> {
  return system(db)
    .selectFrom('rule_pack_files')
    .select(['path', 'content'])
    .where('digest', '=', digest)
    .orderBy('path')
    .execute();
}

/** Returns the recorded example results and their day; undefined without such a release. */
export function findExamples(
  db: Database,
  digest: string,
): Promise<{ readonly examples: unknown; readonly examples_day: string } | undefined> {
  return system(db)
    .selectFrom('rule_packs')
    .select(['examples', 'examples_day'])
    .where('digest', '=', digest)
    .executeTakeFirst();
}

export type ShadowCounts = {
  readonly digest: string;
  readonly day: string;
  readonly validated: number;
  readonly otherVerdict: number;
  readonly otherRules: number;
  readonly rules: readonly { readonly rule_id: string; readonly only_shadow: number; readonly only_serving: number }[];
};

export async function addCounts(db: Database, { digest, day, rules, ...counts }: ShadowCounts): Promise<void> {
  const { validated: judged, otherVerdict: other_verdict, otherRules: other_rules } = counts;
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('rule_pack_shadows')
      .values({ digest, day, judged, other_verdict, other_rules })
      .onConflict((conflict) =>
        conflict.columns(['digest', 'day']).doUpdateSet((row) => ({
          judged: sql`rule_pack_shadows.judged + ${row.ref('excluded.judged')}`,
          other_verdict: sql`rule_pack_shadows.other_verdict + ${row.ref('excluded.other_verdict')}`,
          other_rules: sql`rule_pack_shadows.other_rules + ${row.ref('excluded.other_rules')}`,
        })),
      )
      .execute();
    if (rules.length === 0) return;
    // Sorted, so that concurrent processes lock rows in the same order and cannot deadlock.
    const sorted = [...rules].sort((a, b) => (a.rule_id < b.rule_id ? -1 : 1));
    await trx
      .insertInto('rule_pack_shadow_rules')
      .values(sorted.map((rule) => ({ ...rule, digest })))
      .onConflict((conflict) =>
        conflict.columns(['digest', 'rule_id']).doUpdateSet((row) => ({
          only_shadow: sql`rule_pack_shadow_rules.only_shadow + ${row.ref('excluded.only_shadow')}`,
          only_serving: sql`rule_pack_shadow_rules.only_serving + ${row.ref('excluded.only_serving')}`,
        })),
      )
      .execute();
  });
}

/**
 * Reads the statistics of a release: its days in order, and the rules that fired on one side only, most frequent
 * first.
 */
export async function readCounts(db: Database, digest: string) {
  const days = await system(db)
    .selectFrom('rule_pack_shadows')
    .select(['day', 'judged', 'other_verdict', 'other_rules'])
    .where('digest', '=', digest)
    .orderBy('day')
    .execute();
  const rules = await system(db)
    .selectFrom('rule_pack_shadow_rules')
    .select(['rule_id', 'only_shadow', 'only_serving'])
    .where('digest', '=', digest)
    .orderBy(sql`only_shadow + only_serving`, 'desc')
    .orderBy('rule_id')
    .execute();
  return { days, rules };
}

export const watch = (db: Database, onChange: () => void): Promise<{ stop: () => Promise<void> }> =>
  listen(db, CHANNEL, onChange, onChange);
