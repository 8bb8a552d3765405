import type { IncomingMessage } from 'node:http';
import { parseDecimal } from '@e-invoice/schematron/decimal';
import { searchRules, suggestRemediation } from '@e-invoice/validator/catalog';
import { Filename } from '../../../src/http/body/uploads.ts';
import { parseRange } from '../../../src/http/responses/byte-range.ts';
import { matchesEtag } from '../../../src/http/responses/etag.ts';
import { chooseLanguage } from '../../../src/http/responses/language.ts';
import { readOffset } from '../../../src/http/responses/offset-cursor.ts';
import { addressOf, clientOf } from '../../../src/http/routing/client-of.ts';
import { decodePercent } from '../../../src/lib/decode-percent.ts';
import { readCursor } from '../../../src/lib/page-cursor.ts';
import { DraftInvoice, openPreview } from '../../../src/modules/drafts/index.ts';
import { readDocumentType, readParticipant } from '../../../src/modules/peppol/index.ts';
import { readVatNumber } from '../../../src/modules/vat/index.ts';
import { makeJsonParser } from '../../../src/platform/json/index.ts';
import { readDecimal } from '../../../web/draft/read-decimal.ts';
import { loadCatalog } from '../../catalog/installed.ts';
import { LEAST } from '../../drafts/drafts.ts';
import { once, type Pump } from './pump.ts';
import type { Target } from './target.ts';

/** Node's limit for all headers of a request. */
const HEADERS = 16 * 1024;
const MEBIBYTE = 1024 * 1024;

/** Input that repeats a text between two others. */
const around = (before: string, text: string, after = '', times = 10): Pump =>
  [once(before), { text, times }, once(after)].filter((part) => part.text !== '');

const SIGNS: readonly string[] = [
  ...' \t\n.,;:/-_+*#%@=?!&|<>()[]{}"\'\\~0aAzŽ€',
  '\u{1f4b6}',
  '%C3%BA',
  '№',
  'a№',
  'BR-CO-№',
  'BT-№',
];

const MESSAGE_SEEDS: readonly Pump[] = [
  ...[
    'a№ ',
    'a-',
    'BR-',
    'BT-№ ',
    'cbc:ID ',
    '[BR-CO-10]',
    '//',
    '[',
    ']',
    '-a',
    'Aa',
    'ID ',
    'dane ',
    'á',
    ' ',
    'TaxAmount ',
  ].map((text) => around('', text)),
  around('/Invoice/cac:InvoiceLine[1]/', 'cac:Item/'),
  around('sum of the ', 'invoice line net amount '),
];

const DRAFT_WORDS: readonly string[] = [
  ...SIGNS,
  '1',
  '9',
  '0',
  '-1',
  '10%',
  '23',
  '0.1',
  '"',
  ',',
  'null',
  '{}',
  '[]',
  'EUR',
  'AE',
  'SK',
];

/** JSON draft in which the lines or one value are replaced. */
function draftSeeds(): Pump[] {
  const text = JSON.stringify(LEAST);
  const line = JSON.stringify(LEAST.lines[0]);
  const split = (from: string, unit: string): Pump => {
    const at = text.indexOf(from);
    return around(text.slice(0, at), unit, text.slice(at + from.length));
  };
  const lines = (unit: string): Pump => around(text.slice(0, text.indexOf(line)), `${unit},`, `${line}]}`);
  return [
    lines(line),
    lines(line.replace('Oprava čerpadla', 'Položka №')),
    lines(line.replace('"10"', '"999999999999.9999999999"').replace('"25.50"', '"999999999999.9999999999"')),
    lines(line.replace('"23"', '"№"')),
    lines(line.replace('"hod"', '"a№"')),
    lines(line.replace('}', ',"discount":"99%"}')),
    lines('0'),
    split('Odberateľ', 'Ž'),
    split('2027-0001', '#'),
  ];
}

/** Parsers of texts, values and small bodies. */
export async function textTargets(): Promise<Target[]> {
  const catalog = await loadCatalog();
  const text = (
    name: string,
    maxSize: number,
    run: (input: string) => unknown,
    seeds: readonly Pump[] = [],
  ): Target => ({
    name,
    maxSize,
    words: SIGNS,
    seeds: [...SIGNS.map((sign) => around('', sign)), ...seeds],
    run,
  });
  const question = { rule_id: '', message: '', location: '' };
  return [
    text('search the catalog', 500, (q) => searchRules(catalog, q), MESSAGE_SEEDS),
    text(
      'remediation of a message',
      4_000,
      (message) => suggestRemediation(catalog, { ...question, message }),
      MESSAGE_SEEDS,
    ),
    text(
      'remediation of a place',
      2_000,
      (location) => suggestRemediation(catalog, { ...question, location }),
      MESSAGE_SEEDS,
    ),
    text(
      'remediation of a rule',
      200,
      (rule_id) => suggestRemediation(catalog, { ...question, rule_id }),
      MESSAGE_SEEDS,
    ),
    text(
      'VAT number',
      HEADERS,
      readVatNumber,
      ['SK', 'EL', 'FR', 'IE', 'ES', 'GB'].map((state) => around(state, '1')),
    ),
    text('Peppol participant', HEADERS, readParticipant, [
      around('0245:', '1'),
      around('iso6523-actorid-upis::', '0245:'),
    ]),
    text('Peppol document type', HEADERS, readDocumentType, [
      around('', 'a::'),
      around('a::', 'b##'),
      around('a::b##', '::'),
    ]),
    text('Accept-Language', HEADERS, chooseLanguage, [
      around('', 'en;q=0.1,'),
      around('en', ';q=1'),
      around('en;', ' ', 'q=1'),
    ]),
    text('If-None-Match', HEADERS, (header) => matchesEtag(header, '"a"'), [around('', 'W/"a№", ')]),
    text('Range', HEADERS, (header) => parseRange(header, 1_000), [
      around('bytes=', '1', '-'),
      around('bytes=1-', '1'),
    ]),
    text('X-Forwarded-For', HEADERS, (header) => clientOf(addressOf(requestOf(header), 1)), [
      around('', '1.2.3.4,'),
      around('[', ':'),
      around('', '1.'),
    ]),
    text('X-Filename', HEADERS, (header) => Filename.safeParse(decodePercent(header) ?? header), [
      around('', '%C3%BA'),
    ]),
    text('cursor', HEADERS, (cursor) => [
      attempt(() => readCursor(cursor, 'doc')),
      attempt(() => readOffset(cursor, '1')),
    ]),
    text('decimal', HEADERS, parseDecimal, [around('', '9'), around('0.', '0', '1'), around('-', '0')]),
    text('number of the form of drafts', HEADERS, (typed) => readDecimal(typed, 'sk'), [
      around('1', ' ', 'x'),
      around('1', ' 000', 'x'),
    ]),
    text('JSON', MEBIBYTE, readJson, [
      ...['[', '{"a":', '0,', '{},', '"a№",', '1', ' ', '\\u0041'].map((unit) => around('[', unit)),
      around('"', '\\n', '"'),
      around('"', '\\u00e1', '"'),
      around('"', '€', '"'),
      around('{', '"a№":0,', '"a":0}'),
    ]),
    { name: 'preview of a draft', maxSize: 300_000, words: DRAFT_WORDS, seeds: draftSeeds(), run: preview },
  ];
}

const requestOf = (forwarded: string): IncomingMessage =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '127.0.0.1' } }) as unknown as IncomingMessage;

/** An exception means only that the input was rejected. */
function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return null;
  }
}

const readJson = (input: string): unknown =>
  attempt(() => {
    const parser = makeJsonParser({ nodes: 20_000, depth: 100, text: MEBIBYTE });
    parser.read(Buffer.from(input), 0);
    parser.end();
    return parser.value();
  });

function preview(input: string): unknown {
  const value = attempt(() => JSON.parse(input));
  const draft = DraftInvoice.safeParse(value);
  return draft.success ? openPreview(draft.data).xml : null;
}
