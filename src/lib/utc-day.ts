/** UTC date, `YYYY-MM-DD`, of a time in milliseconds since the epoch. */
export const toUtcDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

const DAY_MS = 86_400_000;

/** Seconds until the end of the UTC day of a time in milliseconds since the epoch: 1 to 86,400. */
export const secondsOfDayLeft = (milliseconds: number): number => Math.ceil((DAY_MS - (milliseconds % DAY_MS)) / 1000);
