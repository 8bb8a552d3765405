import { hash } from 'node:crypto';

/** A report and its document; null: a stored report without a document. */
export type Sampled = { readonly id: string; readonly documentId: string | null };

/**
 * Selects `size` reports: those with the smallest SHA-256 of seed and id, in that order. The selection can be
 * reproduced from the seed and the list, and a report cannot be excluded without knowing the seed in advance.
 */
export function makeSample(seed: string, size: number) {
  const chosen: { readonly sampled: Sampled; readonly rank: string }[] = [];
  return {
    see: (sampled: Sampled): void => {
      const rank = hash('sha256', `${seed}\n${sampled.id}`);
      if (size === 0 || (chosen.length === size && rank >= chosen.at(-1)!.rank)) return;
      chosen.push({ sampled, rank });
      chosen.sort((a, b) => (a.rank < b.rank ? -1 : 1));
      if (chosen.length > size) chosen.pop();
    },
    list: (): readonly Sampled[] => chosen.map(({ sampled }) => sampled),
  };
}
