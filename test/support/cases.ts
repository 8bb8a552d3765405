/** Set where time is given: `npm run test:long`. */
const EVERY_CASE = process.env.EVERY_CASE === '1';

/**
 * How many cases a property is tried with: a few in `npm test`, where more of them have found nothing that a hundred
 * did not; all of them in `npm run test:long`.
 */
export const casesOf = (all: number, daily = 100): number => (EVERY_CASE ? all : Math.min(all, daily));
