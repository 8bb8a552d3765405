/** Worker pools. A job is assigned by the resource it needs, not by its subject. */
export const POOLS = ['cpu', 'browser', 'network', 'sending', 'delivery', 'upkeep'] as const;
export type Pool = (typeof POOLS)[number];
