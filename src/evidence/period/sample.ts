import { hash } from 'node:crypto';

/**
 * Chooses so many ids of all that it is told: those with the smallest SHA-256 of seed and id, in that order. Whoever has the
 * seed and the list chooses the same, and nobody who does not know the seed beforehand can keep a report out.
 */
export function makeSample(seed: string, size: number) {
  const chosen: { readonly id: string; readonly rank: string }[] = [];
  return {
    see: (id: string): void => {
      const rank = hash('sha256', `${seed}\n${id}`);
      if (size === 0 || (chosen.length === size && rank >= chosen.at(-1)!.rank)) return;
      chosen.push({ id, rank });
      chosen.sort((a, b) => (a.rank < b.rank ? -1 : 1));
      if (chosen.length > size) chosen.pop();
    },
    tell: (): readonly string[] => chosen.map(({ id }) => id),
  };
}
