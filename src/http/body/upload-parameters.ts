import { LAYERS } from '@e-invoice/validator/issues';
import { z } from 'zod';
import type { Caller } from '../../modules/accounts/index.ts';
import type { AppParts } from '../app-parts.ts';
import type { BodyLimits } from './body-kind.ts';

const MEBIBYTE = 1024 * 1024;

/** Query parameters that select the rules. */
export const ValidationQuery = z.object({
  ruleset: z
    .string()
    .min(1)
    .max(100)
    // A `+` that is not percent-encoded arrives as a space; no rule set has a space in its name.
    .transform((name) => name.replaceAll(' ', '+'))
    .optional()
    .meta({
      description: 'A rule set, with or without a version; by default the profile of the invoice decides.',
      example: 'peppol-bis-3@2026.5',
    }),
  as_of: z.iso.date().optional().meta({
    description: 'Apply the releases in force on this day; default: the day of the call.',
    example: '2026-11-21',
  }),
  layers: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(LAYERS)).min(1))
    .optional()
    .meta({
      description: `Apply only these layers, separated by commas: ${LAYERS.join(', ')}.`,
      example: 'EN16931,PEPPOL',
    }),
  cii: z
    .enum(['validate', 'unsupported'])
    .optional()
    .meta({
      description:
        '`validate`: validate Cross Industry Invoices (CII D16B) by their structure and EN 16931. `unsupported`: report ' +
        'them as `CII-UNSUPPORTED`, unless `ruleset` is one for CII. Default: the setting of the workspace, then that of the instance, initially ' +
        '`unsupported`.',
    }),
});

/** The parameters, with the default of the workspace or of the instance for CII. */
export function withCiiDefault<Q extends { readonly cii?: Caller['cii'] | undefined }>(
  query: Q,
  { app, caller }: { readonly app: { readonly config: Pick<AppParts['config'], 'cii'> }; readonly caller: Caller },
): Q {
  const applied = query.cii ?? caller.cii ?? app.config.cii;
  // `unsupported` is not stored: it is what a request without the parameter always meant.
  return applied === 'validate' && query.cii !== applied ? { ...query, cii: applied } : query;
}

/** Hint for the parameter `format` of routes that also offer HTML. */
export const FORMAT_HINT =
  'The format of the response. Without it Accept decides; the page (`html`) is sent to HTML forms and to requests ' +
  'whose Accept does not allow JSON.';

/** Optional headers of an upload. */
export const UploadHeaders = z.object({
  'X-Filename': z
    .string()
    .max(1000)
    .optional()
    .meta({
      description:
        'The file name of a raw XML body: percent-encoded UTF-8, an extended value (RFC 8187), or the bytes of the name ' +
        'in UTF-8 or ISO-8859-1.',
      example: 'fakt%C3%BAra-2027-0001.xml',
    }),
  Prefer: z.string().optional().meta({
    description: '`respond-async` (RFC 7240): return 202 immediately and validate in the background.',
    example: 'respond-async',
  }),
});

/** Treatment of PDFs among the files. */
export const HYBRIDS =
  'A form file that is a hybrid PDF (Factur-X, ZUGFeRD, XRechnung, or created by `POST /api/pdf-bridge`) is ' +
  'validated by its embedded XML: `sha256` is the digest of the PDF, `line` and `column` refer to the XML.';

/** JSON escapes take up to six bytes per character; the file size is checked after decoding. */
export function oneFileLimits(config: AppParts['config']): BodyLimits {
  return { bytes: 2 * config.maxXmlBytes + MEBIBYTE, fileBytes: config.maxXmlBytes, files: 1 };
}
