import { z } from 'zod';
import { FileResult } from '../../../http/index.ts';
import { RENDER_WARNINGS, VISIBLE_OUTCOMES } from '../index.ts';

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
    '`found`: the value is in the text of the PDF (its position, and whether it is covered or invisible, is not ' +
    'checked). `not_found`: the whole text was read, and the value is missing. `contradicted`: the value is missing, ' +
    'and its label has a different amount. `unknown`: the text cannot be read completely (a scan, a font without a ' +
    'character mapping, more than 200 pages, a limit).',
});

const VisibleValues = z.object({
  outcome: VisibleOutcome.meta({
    description:
      'The worst outcome of the amounts. The number and the dates are not included, because they may be written in words.',
  }),
  detail: TextInBoth,
  values: z.array(
    z.object({
      business_term: z.string().meta({ example: 'BT-115' }),
      name: TextInBoth,
      value: z.string().meta({ description: 'As stated in the XML.', example: '1234.50' }),
      outcome: VisibleOutcome,
      printed: z
        .string()
        .nullable()
        .meta({
          description:
            'As printed in the PDF: the amount found, or the different amount at its label. Amounts of an invoice are ' +
            'compared with their signs (a separate dash or parentheses count as either sign), amounts of a credit note and ' +
            'BT-113 without signs.',
          example: '1 234,50',
        }),
    }),
  ),
});

export const BridgedPdf = z
  .object({
    filename: z.string().nullable().meta({ description: 'File name of the PDF.' }),
    embedded: z.object({
      filename: z.string().meta({ description: 'File name of the XML in the PDF.', example: 'factur-x.xml' }),
      profile: z.string().nullable().meta({
        description:
          'MINIMUM, BASIC WL, BASIC, COMFORT, EN 16931, EXTENDED, XRECHNUNG, PEPPOL, or the id stated in the XML.',
        example: 'EN 16931',
      }),
    }),
    xml: z.string().meta({ description: 'The XML, decoded with its declared encoding.' }),
    summary: FileResult.shape.summary.nullable(),
    html: z
      .string()
      .nullable()
      .meta({ description: 'One self-contained HTML file; null when the XML cannot be rendered.' }),
    warnings: RenderedInvoice.shape.warnings,
    visible_values: VisibleValues.nullable().meta({
      description:
        'The totals (BT-109 to BT-113, BT-115), the number and the dates of the XML, searched for in the text of the ' +
        'PDF; null when the XML is not rendered. Zero amounts are not searched for, except the amount due.',
    }),
    validation: FileResult.nullable().meta({
      description: 'The validation result of a UBL invoice; null for other documents.',
    }),
  })
  .meta({ id: 'BridgedPdf' });
