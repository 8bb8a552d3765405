/** Severity of an issue; a result is valid if it has no `fatal` issue. */
export const LEVELS = ['fatal', 'warning', 'info'] as const;

export type Level = (typeof LEVELS)[number];
