import { inLanguage } from '@e-invoice/validator/issues';
import { z } from 'zod';
import {
  answer,
  answerIn,
  BYTES,
  FileResult,
  HEX_DIGEST,
  makeProblem,
  oneFile,
  Problem,
  type Route,
  rawPdf,
  route,
  UploadHeaders,
} from '../../../http/index.ts';
import { toUtcDay } from '../../../lib/utc-day.ts';
import { PDF_CODES } from '../../rendering/index.ts';
import { readUploadedXml, uploadLimits } from './read-uploaded-xml.ts';
import { orLimitReached, validateNow } from './validate-now.ts';

const SYNTAX = z.enum(['ubl', 'cii']);

const Query = z.object({
  to: SYNTAX.meta({ description: 'The syntax of the result: UBL 2.1 or CII D16B.' }),
  allow_loss: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: '`true`: convert even if values are lost; `lost` lists them.' }),
});

const Lost = z
  .object({
    business_term: z.string().nullable().meta({
      description: 'Null for content that EN 16931 has no term for, such as an extension.',
      example: 'BT-83',
    }),
    path: z.string().meta({ description: 'Location in the source.' }),
    value: z.string(),
  })
  .meta({ id: 'LostValue' });

const Conversion = z
  .object({
    xml: z.string().meta({ description: 'The invoice in the requested syntax.' }),
    to: SYNTAX,
    semantic_digest: z.string().regex(HEX_DIGEST).meta({
      description: 'SHA-256 of all business terms of the source, equal in both syntaxes.',
    }),
    semantic_digest_version: z.int(),
    lost: z.array(Lost).meta({ description: 'Values of the source that the result does not contain.' }),
    validation: FileResult.meta({ description: 'The result validated by the rules for its syntax.' }),
  })
  .meta({ id: 'Conversion' });

/** POST /api/convert: contract, section 16. */
export const convertInvoice: Route = route({
  method: 'post',
  path: '/api/convert',
  id: 'convertInvoice',
  load: 'inline',
  tag: 'validation',
  summary: 'Convert an invoice between UBL and CII',
  description:
    'Writes a UBL or CII invoice in the other syntax and validates the result. The source is XML, with or without an ' +
    'SBDH envelope, or a hybrid PDF. Values are copied unchanged. Nothing is lost silently: the result is read again, ' +
    'and a value of the source that it does not contain is a loss. Attributes that only name the list of a code or the ' +
    'agency of an identifier are not values. A conversion with a loss is rejected ' +
    '(`conversion_loses_content`) unless `allow_loss=true`. An invoice that has the requested syntax is returned ' +
    'without its envelope. With `Accept: application/xml` the response is the converted document alone.',
  who: 'public',
  limit: 'public-daily',
  keyRole: 'developer',
  product: 'validation',
  query: Query,
  headers: UploadHeaders.pick({ 'X-Filename': true }),
  body: {
    kinds: [...oneFile, rawPdf],
    limits: uploadLimits(1),
    description: 'The invoice as XML or as hybrid PDF: raw, as a form with one file, or XML as JSON.',
  },
  answers: {
    200: answerIn('The converted invoice.', { 'application/json': Conversion, 'application/xml': BYTES }),
  },
  problems: ['not_an_invoice', 'conversion_loses_content', 'file_too_large', 'validation_limit_reached', ...PDF_CODES],
  handle: async ({ body: [file], query: { to, allow_loss } }, context) => {
    const { app, owner, left, mediaType } = context;
    const filename = file!.filename ?? 'invoice.xml';
    const bytes = await readUploadedXml(file!, context);
    const converted = await orLimitReached(app.validationPool.convert(bytes, to, { owner, signal: left() }), {
      filename,
    });
    if (converted === null) throw makeProblem('not_an_invoice', { filename });
    const { lost } = converted;
    if (lost.length > 0 && allow_loss === 'false') {
      const values = { count: lost.length, syntax: to.toUpperCase() };
      throw new Problem('conversion_loses_content', values, { members: { lost } });
    }
    const xml = Buffer.from(converted.xml);
    if (mediaType === 'application/xml') return answer(200, xml, NO_STORE, 'application/xml');
    const request = { filename, today: toUtcDay(app.now()), cii: 'validate' as const };
    const body = { ...converted, validation: inLanguage(await validateNow(xml, request, context), context) };
    return answer(200, body, NO_STORE, 'application/json');
  },
});

const NO_STORE = { 'Cache-Control': 'private, no-store' };
