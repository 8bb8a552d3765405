import { hash } from 'node:crypto';

/** A report, and the document that it is of; null: it is kept by itself. */
export type Sampled = { readonly id: string; readonly documentId: string | null };

/**
 * Chooses so many reports of all that it is told: those with the smallest SHA-256 of seed and id, in that order. Whoever
 * has the seed and the list chooses the same, and nobody who does not know the seed beforehand can keep a report out.
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
    tell: (): readonly Sampled[] => chosen.map(({ sampled }) => sampled),
  };
}
