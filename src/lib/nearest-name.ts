import { countSlips } from '@e-invoice/validator/edit-distance';

const MAX_SLIPS = 2;

/** The known name that is at most two slips away, whatever its case; empty: none is. */
export function nearestName(name: string, known: readonly string[]): string {
  const near = known
    .map((one) => ({ one, slips: countSlips(name.toLowerCase(), one.toLowerCase(), MAX_SLIPS) }))
    .filter(({ slips }) => slips <= MAX_SLIPS)
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.one ?? '';
}
