import { isDeepStrictEqual } from 'node:util';
import {
  type Applied,
  applicable,
  type Examples,
  loadPacks,
  type PackRoots,
  repeatExamples,
} from '../modules/rules/loader/index.ts';
import {
  type RulePackFile,
  RulePackRefused,
  type RulePackStanding,
  type RulePacks,
} from '../modules/rules/releases/index.ts';

type UseRequest = {
  readonly rulePacks: Pick<RulePacks, 'files' | 'recorded' | 'standings'>;
  readonly roots: PackRoots;
  /** `YYYY-MM-DD` */
  readonly today: string;
};

/**
 * Checks that a release may validate documents: with the current engine its examples give the results recorded at
 * installation, and every pack that it depends on is in the same state (in use or on trial).
 *
 * @throws RulePackRefused with the reason
 */
export async function checkUse(
  { digest, id, version }: RulePackStanding,
  state: RulePackStanding['state'],
  { rulePacks, roots, today }: UseRequest,
): Promise<void> {
  const name = `${id}@${version}`;
  const [files, recorded] = await Promise.all([rulePacks.files(digest), rulePacks.recorded(digest)]);
  const repeated = await repeatExamples(roots.root, files, recorded.day).catch((cause: Error) => {
    throw new RulePackRefused('rule_pack_examples', `${name} cannot be used for validation: ${cause.message}`, {
      cause,
    });
  });
  const was = recorded.examples as Examples;
  if (repeated.pack.digest !== digest || !isDeepStrictEqual(repeated.examples, was)) {
    const differences = (['good', 'bad'] as const)
      .filter((example) => !isDeepStrictEqual(repeated.examples[example], was[example]))
      .map((example) => `${example}: ${listed(repeated.examples[example])} instead of ${listed(was[example])}`);
    const why = differences.length === 0 ? 'its content differs from the installed pack' : differences.join('; ');
    throw new RulePackRefused(
      'rule_pack_examples',
      `${name} cannot be used for validation: the results of its examples differ (${why})`,
    );
  }
  const standings = await rulePacks.standings();
  const used = standings.filter((one) => one.digest !== digest && (one.state === 'active' || one.state === state));
  const own = toApplied(files);
  const required = own.info.on;
  const packs = [own, ...(await Promise.all(used.map(async (one) => toApplied(await rulePacks.files(one.digest)))))];
  if (!applicable(await brought(roots, today), packs).includes(own))
    throw new RulePackRefused(
      'rule_pack_companion',
      `${name} is applied with ${required.join(', ')}: not all of these are in use`,
    );
}

/**
 * Checks that the other releases in use do not depend on a release that is to be retired.
 *
 * @throws RulePackRefused with the releases that depend on it
 */
export async function checkWithout(gone: RulePackStanding, { rulePacks, roots, today }: UseRequest): Promise<void> {
  const used = (await rulePacks.standings()).filter((one) => one.from !== null && one.digest !== gone.digest);
  const packs = await Promise.all(used.map(async (one) => toApplied(await rulePacks.files(one.digest))));
  const remaining = applicable(await brought(roots, today), packs);
  const stranded = packs.filter((pack) => !remaining.includes(pack)).map(({ info }) => `${info.id}@${info.version}`);
  if (stranded.length > 0)
    throw new RulePackRefused(
      'rule_pack_companion',
      `${gone.id}@${gone.version} is applied with ${stranded.join(', ')}: roll that back first`,
    );
}

/** Releases that ship with the software on this machine. */
const brought = async (roots: PackRoots, today: string): Promise<readonly Applied[]> =>
  (await loadPacks(roots, today, { defersEarlier: true })).loaded.map(({ pack }) => pack);

function toApplied(files: readonly RulePackFile[]): Applied {
  const manifest = files.find(({ path }) => path === 'pack.json')!;
  const { id, version, on } = JSON.parse(manifest.content.toString()) as Applied['info'];
  return { info: { id, version, on } };
}

const listed = (ids: readonly string[]): string => (ids.length === 0 ? 'nothing' : ids.join(', '));
