import { z } from 'zod';
import { PROBLEM_CODES } from '../problems/problems.ts';

/** RFC 9457 with the members that every problem has; some codes add members. */
export const ProblemDetails = z
  .looseObject({
    type: z
      .string()
      .meta({ description: 'Relative link to the documentation of the code.', example: '/docs/problems/not_found/' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(PROBLEM_CODES),
    request_id: z.string(),
    errors: z
      .array(
        z.object({
          in: z.enum(['body', 'query', 'path', 'header']),
          pointer: z
            .string()
            .meta({ description: 'JSON pointer (RFC 6901) to the field.', example: '/files/0/filename' }),
          code: z.string(),
          detail: z.string(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Problem', description: 'An error (RFC 9457). The code is stable; texts may change.' });
