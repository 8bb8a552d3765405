import { it } from 'vitest';

/** Set by `npm run test:long`. */
const EVERY_CASE = process.env.EVERY_CASE === '1';

/**
 * Number of cases for a property test: few in `npm test`, where more than a hundred have found nothing; all in `npm
 * run test:long`.
 */
export const casesOf = (all: number, daily = 100): number => (EVERY_CASE ? all : Math.min(all, daily));

/** Each `step`-th of many similar cases in `npm test`, all of them in `npm run test:long`. */
export const sampleOf = <T>(all: readonly T[], step: number): readonly T[] =>
  EVERY_CASE ? all : all.filter((_, index) => index % step === 0);

/** Slow test of something that rarely breaks: runs in `npm run test:long` only. */
export const longIt = it.runIf(EVERY_CASE);

const EVERY_LOOK = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [320, 1280].map((width) => ({ colorScheme, width })),
);

/** Themes and widths (pixels) for page tests; in `npm test` each theme and width once. */
export const LOOKS = EVERY_LOOK.filter(
  ({ colorScheme, width }) => EVERY_CASE || (colorScheme === 'light') === (width === 320),
);

/**
 * Pages combined with looks: all combinations in `npm run test:long`; in `npm test` the looks are distributed over
 * the pages, so that a page in two languages covers each theme and width once.
 */
export const looksAt = <T>(pages: readonly T[]) =>
  pages.flatMap((page, index) =>
    (EVERY_CASE ? LOOKS : [LOOKS[index % LOOKS.length]!]).map((look) => ({ page, ...look })),
  );
