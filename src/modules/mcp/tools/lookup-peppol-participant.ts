import { z } from 'zod';
import type { AssistantParts } from '../parts.ts';
import { type Tool, tool } from '../tool.ts';

/** Tool that looks up a participant in the Peppol network. */
export function lookupPeppolParticipant({ schemas }: AssistantParts): Tool {
  return tool({
    name: 'lookup_peppol_participant',
    title: 'Nájdi účastníka Peppolu · Look up a Peppol participant',
    description:
      'Checks in DNS and the SMP whether a participant is registered in the Peppol network and which document types it ' +
      'receives. An unknown outcome is an error with the reason, never a negative answer. Requires an API key.',
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
        description: 'Check this document type only: `invoice`, `creditnote` or a full identifier.',
      }),
    }),
    // The directory is queried only with a parameter that this tool does not have.
    output: schemas.PeppolParticipant.omit({ directory: true }),
    nature: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    call: async ({ participant, document_type = null }, { operations }) =>
      (await operations.lookupParticipant(participant, document_type)) as Record<string, unknown>,
  });
}
