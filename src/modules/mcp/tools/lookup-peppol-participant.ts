import { z } from 'zod';
import type { AssistantParts } from '../parts.ts';
import { type Tool, tool } from '../tool.ts';

/** What the Peppol network knows of a participant. */
export function lookupPeppolParticipant({ schemas }: AssistantParts): Tool {
  return tool({
    name: 'lookup_peppol_participant',
    title: 'Nájdi účastníka Peppolu · Look up a Peppol participant',
    description:
      'Asks DNS and the SMP whether a participant is registered in the Peppol network and which document types it ' +
      'receives. When it cannot be found out, that is reported as an error with the reason, never as a no. Needs an API key.',
    input: z.strictObject({
      participant: z
        .string()
        .min(1)
        .max(200)
        .meta({
          description: 'Scheme and identifier.',
          examples: ['0245:2020317068', '9915:test'],
        }),
      document_type: z.string().min(1).max(500).optional().meta({
        description: 'Ask for this document type alone: `invoice`, `creditnote`, or a whole identifier.',
      }),
    }),
    output: schemas.PeppolParticipant,
    nature: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    call: async ({ participant, document_type = null }, { operations }) =>
      (await operations.lookupParticipant(participant, document_type)) as Record<string, unknown>,
  });
}
