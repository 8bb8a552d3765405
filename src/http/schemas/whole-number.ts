import { z } from 'zod';

const WRITTEN = /^-?\d{1,15}$/;

/**
 * Whole number in a query, in decimal digits within bounds. Number() would read an empty value as 0, which might end
 * a secret at once, and would accept `0x10` and `1e2`.
 */
export const wholeNumber = (least: number, most: number) =>
  z.preprocess((value, context) => {
    if (typeof value === 'string' && WRITTEN.test(value)) return Number(value);
    context.addIssue({ code: 'invalid_type', expected: 'int', input: value });
    return z.NEVER;
  }, z.int().min(least).max(most));
