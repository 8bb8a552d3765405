import { it } from 'vitest';

/** Set where time is given: `npm run test:long`. */
const EVERY_CASE = process.env.EVERY_CASE === '1';

/**
 * How many cases a property is tried with: a few in `npm test`, where more of them have found nothing that a hundred
 * did not; all of them in `npm run test:long`.
 */
export const casesOf = (all: number, daily = 100): number => (EVERY_CASE ? all : Math.min(all, daily));

/** Each `step`-th of many that are alike in `npm test`, all of them in `npm run test:long`. */
export const sampleOf = <T>(all: readonly T[], step: number): readonly T[] =>
  EVERY_CASE ? all : all.filter((_, index) => index % step === 0);

/** A test of what takes long and seldom breaks: only `npm run test:long` runs it. */
export const longIt = it.runIf(EVERY_CASE);

const EVERY_LOOK = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [320, 1280].map((width) => ({ colorScheme, width })),
);

/** Themes and widths (pixels) in which a page is looked at: in `npm test` each of them once. */
export const LOOKS = EVERY_LOOK.filter(
  ({ colorScheme, width }) => EVERY_CASE || (colorScheme === 'light') === (width === 320),
);

/**
 * Pages with the looks in which they are seen: `npm run test:long` takes every look at each, `npm test` one after the
 * other, so that of a page in two languages each theme and each width is seen once.
 */
export const looksAt = <T>(pages: readonly T[]) =>
  pages.flatMap((page, index) =>
    (EVERY_CASE ? LOOKS : [LOOKS[index % LOOKS.length]!]).map((look) => ({ page, ...look })),
  );
