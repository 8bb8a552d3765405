import { z } from 'zod';
import { type AssistantParts, toLink } from '../parts.ts';
import { READS, type Tool, tool } from '../tool.ts';
import { type RenderedIssue, withLink } from './format-result.ts';

/** Listed without its fields, which `validate_peppol_xml` lists. */
const VALIDATION = z.looseObject({}).meta({ description: 'Result of `validate_peppol_xml`.' });

/** Tool that converts a draft into an invoice with a checklist. */
export function previewInvoice(parts: AssistantParts): Tool {
  const { schemas } = parts;
  return tool({
    name: 'preview_invoice',
    title: 'Náhľad faktúry · Preview an invoice',
    description:
      'Creates a Peppol BIS Billing invoice from a draft: computes the sums, chooses and explains the VAT categories, ' +
      'validates the result, and lists missing, wrong and recommended fields. Nothing is stored or sent. Requires an API ' +
      'key with the role developer.',
    input: z.strictObject({ invoice: schemas.DraftInvoice }),
    output: schemas.Preview.extend({ validation: VALIDATION }),
    nature: READS,
    call: async ({ invoice }, { operations }) => {
      const preview = (await operations.previewInvoice(invoice)) as {
        validation: { issues: readonly RenderedIssue[] };
      };
      const { validation } = preview;
      const issues = validation.issues.map((issue) => withLink(issue, (path) => toLink(parts, path)));
      return { ...preview, validation: { ...validation, issues } };
    },
  });
}
