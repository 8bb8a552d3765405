import { z } from 'zod';
import { wholeCharacters } from '../../../lib/whole-characters.ts';
import { type Tool, tool } from '../tool.ts';

/** Relevant part of the response of `POST /api/preflight`. */
const OUTLINE = z.looseObject({
  verdict: z.enum(['ready', 'ready_with_warnings', 'blocked', 'retry_later']),
  checks: z.array(z.looseObject({})),
});

/** Tool that checks an invoice before it is sent. */
export function preflightInvoice(): Tool {
  return tool({
    name: 'preflight_invoice',
    title: 'Kontrola pred odoslaním · Check before sending',
    description:
      'Runs eleven checks on a UBL invoice before it is sent (pass, warn, fail, unknown); the signed verdict is valid for 15 minutes. ' +
      'Unknown means that a check could not be completed. Sends nothing. Requires the role developer.',
    input: z.object({
      xml: wholeCharacters(z.string().min(1)),
      receiver: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ examples: ['0245:2020273893'] }),
      partner: z.string().max(100).optional(),
    }),
    output: OUTLINE,
    nature: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    call: async ({ xml, ...query }, { operations }) =>
      (await operations.preflight(xml, query)) as Record<string, unknown>,
  });
}
