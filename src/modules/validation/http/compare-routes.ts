import { z } from 'zod';
import { answer, HEX_DIGEST, jsonAnswer, makeProblem, type Route, route, Text, twoFiles } from '../../../http/index.ts';
import { PDF_CODES } from '../../rendering/index.ts';
import { readUploadedXml, uploadLimits } from './read-uploaded-xml.ts';
import { orLimitReached } from './validate-now.ts';

const EFFECTS = ['amount_due', 'tax', 'line', 'party', 'payment', 'reference', 'text'] as const;
const GROUPS = ['document', 'parties', 'lines', 'vat', 'totals', 'payment'] as const;

const Value = z.string().nullable().meta({ description: 'Null if this invoice does not contain it.' });
const Location = z
  .string()
  .nullable()
  .meta({ description: 'Path in the document; null if the value has no single location.' });

const Difference = z
  .object({
    business_term: z.string().meta({
      description: 'The business term, or the group that only one invoice contains (`BG-25`: a line).',
      example: 'BT-131',
    }),
    group: z.enum(GROUPS).meta({ description: 'The part of the invoice.' }),
    label: Text.meta({ description: 'Name of the term.' }),
    left: Value,
    right: Value,
    left_location: Location,
    right_location: Location,
    effect: z.enum(EFFECTS).meta({ description: 'What the difference changes.' }),
  })
  .meta({ id: 'InvoiceDifference' });

const Amounts = z.object({
  left: z.string().nullable(),
  right: z.string().nullable(),
  difference: z.string().nullable().meta({
    description: 'Right minus left; null when one of them is missing or not a number.',
    example: '-260.46',
  }),
});

const Comparison = z
  .object({
    equal: z.boolean().meta({ description: 'Whether all business terms are equal.' }),
    semantic_digests: z.array(z.string().regex(HEX_DIGEST)).length(2),
    semantic_digest_version: z.int(),
    differences: z.array(Difference),
    totals: z.object({ amount_due: Amounts, tax: Amounts }),
  })
  .meta({ id: 'InvoiceComparison' });

/** POST /api/compare: contract, section 16. */
export const compareInvoices: Route = route({
  method: 'post',
  path: '/api/compare',
  id: 'compareInvoices',
  load: 'inline',
  tag: 'validation',
  summary: 'Compare two invoices',
  description:
    'Compares two invoices by business terms, whatever their syntax: UBL, CII, or the XML of a hybrid PDF. Values ' +
    'that mean the same are equal (`10.0` and `10.00`). Lines and other repeated groups are matched by content, then ' +
    'by their identifiers, then by position; a line that only one invoice contains is one difference of `BG-25`. Content ' +
    'beyond EN 16931 is not compared.',
  who: 'public',
  limit: 'public-daily',
  keyRole: 'developer',
  product: 'validation',
  body: {
    kinds: twoFiles,
    limits: uploadLimits(2),
    description: 'The two invoices: XML as JSON, or a form with two files (XML or hybrid PDF), the left one first.',
  },
  answers: { 200: jsonAnswer('The comparison.', Comparison) },
  problems: ['not_an_invoice', 'two_files_needed', 'file_too_large', 'validation_limit_reached', ...PDF_CODES],
  handle: async ({ body: [left, right] }, context) => {
    const { app, owner } = context;
    const leftXml = await readUploadedXml(left!, context);
    const rightXml = await readUploadedXml(right!, context);
    const pending = app.validationPool.compare(leftXml, rightXml, { owner, signal: context.left() });
    const compared = await orLimitReached(pending);
    if (typeof compared === 'string') {
      const { filename } = compared === 'left' ? left! : right!;
      throw makeProblem('not_an_invoice', { filename: filename ?? compared });
    }
    return answer(200, compared);
  },
});
