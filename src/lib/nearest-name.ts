import { countSlips } from '@e-invoice/validator/edit-distance';

const MOST_SLIPS = 2;

/** The known name that is at most two slips away, whatever its case; empty: none is. */
export function nearestName(name: string, known: readonly string[]): string {
  const near = known
    .map((one) => ({ one, slips: countSlips(name.toLowerCase(), one.toLowerCase(), MOST_SLIPS) }))
    .filter(({ slips }) => slips <= MOST_SLIPS)
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.one ?? '';
}
