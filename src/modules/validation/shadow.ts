import type { Counter } from '../../platform/index.ts';
import type { ServedPack } from '../rules/loader/index.ts';
import { estimateCost } from './estimate-cost.ts';
import type { FileValidationRequest, ValidatedFile } from './thread-messages.ts';

/** A release that is tried beside what judges, on a share of the files, in per cent. */
export type ShadowPack = ServedPack & { readonly share: number };

/** What a shadow says otherwise of a file: whether the verdict, and which rules fired on one side alone. Nothing of the file. */
export type ShadowDifference = {
  /** The shadows that were applied. */
  readonly packs: readonly ServedPack[];
  readonly otherVerdict: boolean;
  readonly onlyShadow: readonly string[];
  readonly onlyServing: readonly string[];
};

type ShadowParts = {
  readonly shadows: () => readonly ShadowPack[];
  /** At least 0, and less than 1. */
  readonly random: () => number;
  /** How many files wait for a thread. */
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
 * Makes what has shadows judge files after their verdict is known. It never waits for a thread that anybody else may
 * want, and never has more than one file at a time: the others are skipped, and counted as such.
 *
 * @returns to be called with a judged file and what judges by other releases; it comes back at once
 */
export function makeShadow({ shadows, random, waiting, onCompared, outcomes }: ShadowParts) {
  let isBusy = false;
  return (judged: ValidationOutcome, validateBy: (served: readonly ServedPack[]) => Promise<ValidatedFile>): void => {
    const { result, request, served } = judged;
    // One draw: releases that go together and have the same share are tried together.
    const draw = shadows().length === 0 ? 100 : random() * 100;
    const tried = shadows().filter((pack) => draw < pack.share && mayApply(pack, judged));
    if (tried.length === 0) return;
    if (isBusy || waiting() > 0 || estimateCost(judged.bytes) === 'large') {
      outcomes.inc({ outcome: 'skipped' });
      return;
    }
    isBusy = true;
    const others = served.filter(({ digest }) => !tried.some((pack) => pack.digest === digest));
    const beside = tried.map(({ id, version, digest }) => ({ id, version, digest, from: request.today }));
    validateBy([...others, ...beside])
      .then((shadow) => {
        const applied = beside.filter((pack) =>
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

/** Whether a release could be chosen for the file at all: judging it twice for nothing is spared. */
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
