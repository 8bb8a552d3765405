import { z } from 'zod';
import { wholeNumber } from '../schemas/whole-number.ts';

/** Query parameters of a paged list. */
export const Paging = z.object({
  cursor: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta({ description: 'Start position of the page: `next_cursor` of the previous page.' }),
  limit: wholeNumber(1, 100).default(20).meta({ description: 'Maximum number of entries per page.' }),
});

export const NextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Cursor of the next page; null on the last page.' });
