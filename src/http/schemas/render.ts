import { z } from 'zod';
import { RENDER_WARNINGS, VISIBLE_OUTCOMES } from '../../modules/rendering/index.ts';
import { FileResult } from './file-result.ts';

const TextInBoth = z.object({ sk: z.string(), en: z.string() });

export const RenderedInvoice = z
  .object({
    summary: FileResult.shape.summary,
    html: z.string().meta({ description: 'One self-contained HTML file.' }),
    warnings: z.array(
      z.object({
        code: z.enum(RENDER_WARNINGS),
        detail: TextInBoth,
      }),
    ),
  })
  .meta({ id: 'RenderedInvoice' });

const VisibleOutcome = z.enum(VISIBLE_OUTCOMES).meta({
  description:
    '`found`: it stands somewhere in the text of the PDF (where, and whether it is covered or in the colour of the paper, ' +
    'is not looked at). `not_found`: the whole text was read, and it is not there. `contradicted`: nor is it, and beside ' +
    'its name stands another amount. `unknown`: the text cannot be read, or not all of it (a scan, a font that does not ' +
    'tell its letters, more than 200 pages, a limit).',
});

const VisibleValues = z.object({
  outcome: VisibleOutcome.meta({
    description:
      'The worst outcome of the amounts; the number and the dates do not count, for they may be said in words.',
  }),
  detail: TextInBoth,
  values: z.array(
    z.object({
      business_term: z.string().meta({ example: 'BT-115' }),
      name: TextInBoth,
      value: z.string().meta({ description: 'As the XML has it.', example: '1234.50' }),
      outcome: VisibleOutcome,
      printed: z
        .string()
        .nullable()
        .meta({
          description:
            'As the PDF prints it: the amount found, or the other one beside its name. Amounts of an invoice are compared ' +
            'with their signs (a dash at a distance and brackets count as either), those of a credit note and BT-113 without.',
          example: '1 234,50',
        }),
    }),
  ),
});

export const BridgedPdf = z
  .object({
    filename: z.string().nullable().meta({ description: 'The name of the PDF.' }),
    embedded: z.object({
      filename: z.string().meta({ description: 'The name of the XML in the PDF.', example: 'factur-x.xml' }),
      profile: z.string().nullable().meta({
        description:
          'MINIMUM, BASIC WL, BASIC, COMFORT, EN 16931, EXTENDED, XRECHNUNG, PEPPOL, else the id that the XML has.',
        example: 'EN 16931',
      }),
    }),
    xml: z.string().meta({ description: 'The XML, as its encoding reads it.' }),
    summary: FileResult.shape.summary.nullable(),
    html: z.string().nullable().meta({ description: 'One self-contained HTML file; null when it cannot be shown.' }),
    warnings: RenderedInvoice.shape.warnings,
    visible_values: VisibleValues.nullable().meta({
      description:
        'The sums (BT-109 to BT-113, BT-115), number and dates of the XML, looked for in the text of the PDF; null when the ' +
        'XML is not shown. Zeros are not looked for, but for the amount due.',
    }),
    validation: FileResult.nullable().meta({ description: 'Of a UBL invoice; null of any other.' }),
  })
  .meta({ id: 'BridgedPdf' });
