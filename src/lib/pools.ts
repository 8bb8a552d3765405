/** Which kind of worker takes a job: what it costs decides, not what it is about. */
export const POOLS = ['cpu', 'browser', 'network', 'sending', 'delivery', 'upkeep'] as const;
export type Pool = (typeof POOLS)[number];
