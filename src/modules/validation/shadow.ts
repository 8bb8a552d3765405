import type { Counter } from '../../platform/index.ts';
import type { ServedPack } from '../rules/loader/index.ts';
import { estimateCost } from './estimate-cost.ts';
import type { FileValidationRequest, ValidatedFile } from './thread-messages.ts';

/** A release validated in shadow mode on a share of the files, in per cent. */
export type ShadowPack = ServedPack & { readonly share: number };

/**
 * Difference between a shadow and the serving releases for one file: verdict, and rules that fired on one side only.
 * Contains no file content.
 */
export type ShadowDifference = {
  /** Shadow releases that applied to the file. */
  readonly packs: readonly ServedPack[];
  readonly otherVerdict: boolean;
  readonly onlyShadow: readonly string[];
  readonly onlyServing: readonly string[];
};

type ShadowParts = {
  readonly shadows: () => readonly ShadowPack[];
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly waiting: () => number;
  readonly onCompared: (difference: ShadowDifference) => void;
  /** By `outcome`: same, verdict, rules, not_applied, skipped, failed. */
  readonly outcomes: Counter<'outcome'>;
};

type ValidationOutcome = {
  readonly bytes: Uint8Array;
  readonly request: FileValidationRequest;
  readonly served: readonly ServedPack[];
  readonly result: ValidatedFile;
};

/**
 * Creates the shadow runner, which validates files again after their verdict is known. It runs only when no file is
 * queued, and one file at a time; other files are skipped and counted as such.
 *
 * @returns function to call with a validated file and the releases in service; returns immediately
 */
export function makeShadow({ shadows, random, waiting, onCompared, outcomes }: ShadowParts) {
  let isBusy = false;
  return (
    validated: ValidationOutcome,
    validateBy: (served: readonly ServedPack[]) => Promise<ValidatedFile>,
  ): void => {
    const { result, request, served } = validated;
    // One draw per file, so that releases that belong together and have the same share are tried together.
    const draw = shadows().length === 0 ? 100 : random() * 100;
    const tried = shadows().filter((pack) => draw < pack.share && mayApply(pack, validated));
    if (tried.length === 0) return;
    if (isBusy || waiting() > 0 || estimateCost(validated.bytes) === 'large') {
      outcomes.inc({ outcome: 'skipped' });
      return;
    }
    isBusy = true;
    const others = served.filter(({ digest }) => !tried.some((pack) => pack.digest === digest));
    const shadowPacks = tried.map(({ id, version, digest }) => ({ id, version, digest, from: request.today }));
    validateBy([...others, ...shadowPacks])
      .then((shadow) => {
        const applied = shadowPacks.filter((pack) =>
          shadow.ruleset.packs.some(({ id, version }) => id === pack.id && version === pack.version),
        );
        const difference = { packs: applied, ...compare(result, shadow) };
        outcomes.inc({ outcome: applied.length === 0 ? 'not_applied' : outcomeOf(difference) });
        if (applied.length > 0) onCompared(difference);
      })
      .catch(() => outcomes.inc({ outcome: 'failed' }))
      .finally(() => {
        isBusy = false;
      });
  };
}

/** Whether the release could be selected for the file; avoids a second validation without effect. */
function mayApply({ id }: ShadowPack, { request, result }: ValidationOutcome): boolean {
  const isOfToday = request.asOf === undefined && request.repeat === undefined && !request.ruleset?.includes('@');
  if (!isOfToday || request.layers !== undefined) return false;
  return result.ruleset.coverage !== 'full' || result.ruleset.packs.some((pack) => pack.id === id);
}

function compare(serving: ValidatedFile, shadow: ValidatedFile): Omit<ShadowDifference, 'packs'> {
  const here = new Set(serving.issues.map(({ rule_id }) => rule_id));
  const there = new Set(shadow.issues.map(({ rule_id }) => rule_id));
  return {
    otherVerdict: serving.valid !== shadow.valid,
    onlyShadow: [...there].filter((id) => !here.has(id)),
    onlyServing: [...here].filter((id) => !there.has(id)),
  };
}

const outcomeOf = ({ otherVerdict, onlyShadow, onlyServing }: ShadowDifference): string =>
  otherVerdict ? 'verdict' : onlyShadow.length + onlyServing.length > 0 ? 'rules' : 'same';
