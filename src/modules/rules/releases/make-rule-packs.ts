import {
  addCounts,
  changing,
  type Database,
  findExamples,
  insertChange,
  insertPack,
  listChanges,
  listFiles,
  listStandings,
  readCounts,
  type ShadowCounts,
  watch,
} from './rule-release-store.ts';
import { mayFollow, type RulePackChange, RulePackRefused, type RulePackStanding, type RulePackUse } from './states.ts';

export type RulePackFile = { readonly path: string; readonly content: Buffer };

/** Recorded result of the examples of a release on a day (`YYYY-MM-DD`). */
type Recorded = { readonly examples: unknown; readonly day: string };

export type Because = { readonly by: string; readonly reason: string };

/** Rule releases of the service, shared by the processes of a database. */
export type RulePacks = {
  /** @throws RulePackRefused when a release of that name or content exists */
  readonly install: (
    pack: Pick<RulePackStanding, 'digest' | 'id' | 'version'> & {
      readonly files: readonly RulePackFile[];
      readonly recorded: Recorded;
    },
    because: Because,
  ) => Promise<void>;
  /**
   * Changes the state of a release; every process is notified.
   *
   * @throws RulePackRefused when it does not exist, or when a release that is not in use is to be retired
   */
  readonly use: (name: string, use: RulePackUse, because: Because) => Promise<RulePackStanding>;
  /** Current state of each release, by name. */
  readonly standings: () => Promise<readonly RulePackStanding[]>;
  /** All changes, oldest first. */
  readonly changes: () => Promise<readonly RulePackChange[]>;
  readonly files: (digest: string) => Promise<readonly RulePackFile[]>;
  /** @throws RulePackRefused when it does not exist */
  readonly recorded: (digest: string) => Promise<Recorded>;
  readonly count: (counts: ShadowCounts) => Promise<void>;
  readonly counted: (digest: string) => ReturnType<typeof readCounts>;
  /** Calls back after changes, and periodically, because notifications may be lost. */
  readonly watch: (onChange: () => void) => Promise<{ readonly stop: () => Promise<void> }>;
};

/** @param now milliseconds since the epoch */
export function makeRulePacks({ db, now }: { readonly db: Database; readonly now: () => number }): RulePacks {
  return {
    install: ({ digest, id, version, files, recorded: { examples, day } }, because) =>
      changing(db, async (trx) => {
        const row = { digest, id, version, files, examples: JSON.stringify(examples), examples_day: day };
        if (!(await insertPack(trx, row)))
          throw new RulePackRefused(
            'rule_pack_exists',
            `${id}@${version}, or a release with the same content, is already installed`,
          );
        const none = { from: null, share: null, workspaces: [] };
        await insertChange(trx, { digest, state: 'installed', ...none, ...because, at: new Date(now()) });
      }),
    use: (name, use, because) =>
      changing(db, async (trx) => {
        const found = (await listStandings(trx)).find(({ id, version }) => `${id}@${version}` === name);
        if (found === undefined) throw unknown(name);
        if (!mayFollow(found.state, use.state))
          throw new RulePackRefused(
            'rule_pack_state',
            `${name} is ${found.state}: only a release in use (shadow, canary or active) can be retired`,
          );
        const at = new Date(now());
        const state = { ...found, ...backlogOf(use, at.toISOString().slice(0, 10)) };
        const { id: _, version: __, ...change } = state;
        await insertChange(trx, { ...change, ...because, at });
        return state;
      }),
    standings: () => listStandings(db),
    changes: () => listChanges(db),
    files: (digest) => listFiles(db, digest),
    recorded: async (digest) => {
      const found = await findExamples(db, digest);
      if (found === undefined) throw unknown(digest);
      return { examples: found.examples, day: found.examples_day };
    },
    count: (counts) => addCounts(db, counts),
    counted: (digest) => readCounts(db, digest),
    watch: (onChange) => watch(db, onChange),
  };
}

const unknown = (name: string): RulePackRefused =>
  new RulePackRefused('rule_pack_unknown', `${name} is not installed in the service`);

/** Shadow and canary releases apply as if they were in force from the day of the change. */
function backlogOf(use: RulePackUse, today: string): Pick<RulePackStanding, 'state' | 'from' | 'share' | 'workspaces'> {
  switch (use.state) {
    case 'shadow':
      return { state: 'shadow', from: today, share: use.share, workspaces: [] };
    case 'canary':
      return { state: 'canary', from: today, share: use.share, workspaces: use.workspaces };
    case 'active':
      return { state: 'active', from: use.from, share: null, workspaces: [] };
    case 'retired':
      return { state: 'retired', from: null, share: null, workspaces: [] };
  }
}
