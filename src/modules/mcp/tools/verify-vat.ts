import { z } from 'zod';
import type { AssistantParts } from '../parts.ts';
import { type Tool, tool } from '../tool.ts';

/** Tool that verifies a VAT number with VIES. */
export function verifyVat({ schemas }: AssistantParts): Tool {
  return tool({
    name: 'verify_vat',
    title: 'Over IČ DPH · Verify a VAT number',
    description:
      'Checks in VIES whether a VAT number is registered for intra-community trade, or returns a recent cached answer. A ' +
      'source that does not respond is reported as an error, never as an invalid number. Requires an API key.',
    input: z.strictObject({
      vat: z
        .string()
        .min(1)
        .max(100)
        .meta({
          description: 'The number with its country prefix.',
          examples: ['SK2020317068'],
        }),
    }),
    // Omits fields that require parameters which this tool does not have.
    output: schemas.VatVerification.omit({ trader_match: true, national: true }),
    nature: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    call: async ({ vat }, { operations }) => (await operations.verifyVat(vat)) as Record<string, unknown>,
  });
}
