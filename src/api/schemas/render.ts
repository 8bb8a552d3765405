import { z } from 'zod';
import { FileResult } from './file-result.ts';

export const RenderedInvoice = z
  .object({
    summary: FileResult.shape.summary,
    html: z.string().meta({ description: 'One self-contained HTML file.' }),
    warnings: z.array(
      z.object({
        code: z.enum(['cii_preview_only', 'beyond_model']),
        detail: z.object({ sk: z.string(), en: z.string() }),
      }),
    ),
  })
  .meta({ id: 'RenderedInvoice' });
