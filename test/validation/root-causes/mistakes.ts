/** Realistic mistakes, each one or two mutations of a sound invoice, with the cause that must be found behind them. */
import { amountMistakes } from './amount-mistakes.ts';
import { contentMistakes } from './content-mistakes.ts';
import type { RealMistake } from './invoices.ts';

export { sound } from './invoices.ts';

export const mistakes: readonly RealMistake[] = [...amountMistakes, ...contentMistakes];
