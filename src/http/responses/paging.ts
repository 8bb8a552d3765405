import { z } from 'zod';
import { wholeNumber } from '../schemas/whole-number.ts';

/** Query parameters of a paged list. */
export const Paging = z.object({
  cursor: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta({ description: 'Where to go on: `next_cursor` of the page before.' }),
  limit: wholeNumber(1, 100).default(20).meta({ description: 'How many at most on one page.' }),
});

export const NextCursor = z.string().nullable().meta({ description: 'The cursor of the next page; null on the last.' });
