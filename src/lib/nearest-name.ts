import { editDistance } from '@e-invoice/validator/edit-distance';

const MAX_SLIPS = 2;

/** Finds the known name within an edit distance of 2, ignoring case; an empty string when there is no such name. */
export function nearestName(name: string, known: readonly string[]): string {
  const near = known
    .map((one) => ({ one, slips: editDistance(name.toLowerCase(), one.toLowerCase(), MAX_SLIPS) }))
    .filter(({ slips }) => slips <= MAX_SLIPS)
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.one ?? '';
}
