/** How much an issue weighs; a result is valid when none of its issues is `fatal`. */
export const LEVELS = ['fatal', 'warning', 'info'] as const;

export type Level = (typeof LEVELS)[number];
