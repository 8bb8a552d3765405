import { z } from 'zod';
import { FileResult } from './file-result.ts';

export const RenderedInvoice = z
  .object({
    summary: FileResult.shape.summary,
    html: z.string().meta({ description: 'One self-contained HTML file.' }),
    warnings: z.array(
      z.object({
        code: z.enum(['cii_preview_only', 'beyond_model', 'not_shown']),
        detail: z.object({ sk: z.string(), en: z.string() }),
      }),
    ),
  })
  .meta({ id: 'RenderedInvoice' });

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
    validation: FileResult.nullable().meta({ description: 'Of a UBL invoice; null of any other.' }),
  })
  .meta({ id: 'BridgedPdf' });
