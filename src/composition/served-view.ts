import { hash } from 'node:crypto';
import type { RulePack } from '@e-invoice/validator/validation';
import { applicable, fromDay, type ServedPack } from '../modules/rules/loader/index.ts';
import type { RulePackStanding } from '../modules/rules/releases/index.ts';

/** An installed release that is prepared on this machine. */
export type ReadyPack = { readonly release: RulePackStanding & { readonly from: string }; readonly pack: RulePack };

/**
 * Immutable snapshot of which releases validate which workspaces. Every change creates a new one, so that no reader
 * sees a partial change.
 */
export type ServedView = {
  readonly servingFor: (owner: string) => readonly ServedPack[];
  readonly shadows: readonly (ServedPack & { readonly share: number })[];
  /** Releases that validate all documents, from their start dates on. */
  readonly active: readonly RulePack[];
  /** Releases that validate any documents. */
  readonly packsInUse: readonly RulePack[];
};

/**
 * @param base built-in packs of this process
 * @param ready prepared releases
 */
export function makeServedView(base: readonly RulePack[], ready: readonly ReadyPack[]): ServedView {
  const dated = ready.map(({ release, pack }) => ({ release, pack: fromDay(pack, release.from) }));
  const of = (...states: readonly string[]) => dated.filter(({ release }) => states.includes(release.state));
  /** Leaves out releases that depend on a missing pack, because they would make validation fail. */
  const whole = (chosen: typeof dated): typeof dated => {
    const retained = new Set(
      applicable(
        base,
        chosen.map(({ pack }) => pack),
      ),
    );
    return chosen.filter(({ pack }) => retained.has(pack));
  };
  const packsOf = (chosen: typeof dated): readonly RulePack[] => whole(chosen).map(({ pack }) => pack);
  const servedIn = (chosen: typeof dated): ServedPack[] => whole(chosen).map(({ release }) => toServed(release));
  const active = of('active');
  const canaries = of('canary');
  const byChoice = new Map<string, readonly ServedPack[]>();
  return {
    active: packsOf(active),
    packsInUse: packsOf([...active, ...canaries]),
    servingFor: (owner) => {
      const chosen = canaries.filter(({ release }) => isInCanary(release, owner));
      const key = chosen.map(({ release }) => release.digest).join(' ');
      const known = byChoice.get(key) ?? servedIn([...active, ...chosen]);
      byChoice.set(key, known);
      return known;
    },
    shadows: whole([...active, ...of('shadow')])
      .filter(({ release }) => release.state === 'shadow')
      .map(({ release }) => ({ ...toServed(release), share: release.share ?? 0 })),
  };
}

const toServed = ({ id, version, digest, from }: ReadyPack['release']): ServedPack => ({ id, version, digest, from });

/**
 * Selects the same workspaces in every process, and different ones for each release. Requests without a workspace are
 * never in a canary.
 */
function isInCanary(
  { digest, share, workspaces }: Pick<RulePackStanding, 'digest' | 'share' | 'workspaces'>,
  owner: string,
): boolean {
  if (workspaces.includes(owner)) return true;
  if (!owner.startsWith('wsp_')) return false;
  const place = hash('sha256', `${digest} ${owner}`, 'buffer').readUInt32BE(0) / 2 ** 32;
  return place * 100 < (share ?? 0);
}
