import { z } from 'zod';

const WRITTEN = /^-?\d{1,15}$/;

/**
 * A whole number in a query, within bounds. It is written in digits: an empty value is no 0, which might end a secret at
 * once, and `0x10` or `1e2` are no numbers of people.
 */
export const wholeNumber = (least: number, most: number) =>
  z.preprocess((value, context) => {
    if (typeof value === 'string' && WRITTEN.test(value)) return Number(value);
    context.addIssue({ code: 'invalid_type', expected: 'int', input: value });
    return z.NEVER;
  }, z.int().min(least).max(most));
