/** Realistic mistakes, each one or two mutations of a valid invoice, with the cause that must be found. */
import { amountMistakes } from './amount-mistakes.ts';
import { contentMistakes } from './content-mistakes.ts';
import type { RealMistake } from './invoices.ts';

export { sound } from './invoices.ts';

export const mistakes: readonly RealMistake[] = [...amountMistakes, ...contentMistakes];
