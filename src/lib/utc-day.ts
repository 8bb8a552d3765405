/** The day, `YYYY-MM-DD`, on which a time in milliseconds since the epoch falls in UTC. */
export const toUtcDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
