/** Set where time is given: `npm run test:long`. */
const EVERY_CASE = process.env.EVERY_CASE === '1';

/**
 * How many cases a property is tried with: a few in `npm test`, where more of them have found nothing that a hundred
 * did not; all of them in `npm run test:long`.
 */
export const casesOf = (all: number, daily = 100): number => (EVERY_CASE ? all : Math.min(all, daily));

const EVERY_LOOK = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [320, 1280].map((width) => ({ colorScheme, width })),
);

/**
 * Themes and widths (pixels) in which a page is looked at: in `npm test` each theme and each width once, in
 * `npm run test:long` each with each.
 */
export const LOOKS = EVERY_LOOK.filter(
  ({ colorScheme, width }) => EVERY_CASE || (colorScheme === 'light') === (width === 320),
);
