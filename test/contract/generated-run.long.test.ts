import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeOpenApi } from '../../src/composition/api.ts';
import { LEAST } from '../drafts/drafts.ts';
import { type CompleteApi, openCompleteApi } from '../http/open-complete-api.ts';
import { OWNED } from '../http/tenant-objects.ts';
import { attribute, makeInvoice, text } from '../support/invoice-builder.ts';
import { type AnswerCheck, type Contract, makeAnswerCheck, type StatedAnswer } from './answer-schemas.ts';
import { requestsOf, type Start } from './requests.ts';

// Generated from the published contract, so that new operations are tested without a change here.

const contract = JSON.parse(writeOpenApi()) as Contract & {
  readonly components: { readonly schemas: Readonly<Record<string, BodySchema>> };
};
const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, path, method, operation] as const),
);

let api: CompleteApi;
let check: AnswerCheck;
beforeAll(async () => {
  check = makeAnswerCheck(contract);
  api = await openCompleteApi();
});
afterAll(() => api.close());

const call = (path: string, { headers, ...options }: RequestInit = {}): Promise<Response> =>
  fetch(api.url + path, { ...options, headers: { 'X-API-Key': api.key, ...(headers as Record<string, string>) } });

async function exchange(path: string, options: RequestInit): Promise<StatedAnswer> {
  const response = await call(path, options);
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0]!;
  return { status: response.status, mediaType, text: await response.text() };
}

/** An invoice with the same word in every code and scheme identifier of EN 16931. */
const wordyInvoice = (word: string): string =>
  makeInvoice(
    text('cbc:InvoiceTypeCode', word),
    text('cbc:DocumentCurrencyCode', word),
    text('cac:PaymentMeans/cbc:PaymentMeansCode', word),
    text('cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cac:Country/cbc:IdentificationCode', word),
    attribute('cac:AccountingSupplierParty/cac:Party/cbc:EndpointID', 'schemeID', word),
    attribute('cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject', 'mimeCode', word),
    text('cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:ID', word),
    text('cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID', word),
    attribute('cac:InvoiceLine/cbc:InvoicedQuantity', 'unitCode', word),
    attribute('cac:LegalMonetaryTotal/cbc:PayableAmount', 'currencyID', word),
    text('cac:AllowanceCharge/cbc:AllowanceChargeReasonCode', word),
  );

async function hybridPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  await document.attach(Buffer.from(makeInvoice()), 'factur-x.xml', { mimeType: 'text/xml' });
  return document.save();
}

const tool = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: { ...args } },
});

/** Two words that are unchanged in lower case, one that is not, and one property of arrays. */
const FEW = ['constructor', '__proto__', 'hasOwnProperty', 'length'];

const wordyTools = FEW.flatMap((word) => [
  tool('get_peppol_rule', { ruleId: word }),
  tool('search_peppol_rules', { query: word }),
  tool('search_peppol_rules', { query: 'x', layer: word }),
  tool('validate_peppol_xml', { xml: wordyInvoice(word), filename: word }),
  tool('validate_peppol_xml', { xml: makeInvoice(), ruleset: word }),
  tool('verify_vat', { vat: word }),
  tool('lookup_peppol_participant', { participant: `0245:${word}`, document_type: word }),
  tool('preview_invoice', { invoice: { ...LEAST, currency: word, lines: [{ ...LEAST.lines[0]!, unit: word }] } }),
  tool(word, {}),
  { jsonrpc: '2.0', id: word, method: word, params: { uri: `rule://${word}` } },
  { jsonrpc: '2.0', id: word, method: 'resources/read', params: { uri: `rule://${word}` } },
]);

const wordyDrafts = FEW.flatMap((word) =>
  [
    { currency: 'CZK', exchangeRate: '25', note: word },
    { buyerAddress: { street: word, city: word, postalCode: word, countryCode: 'SK' } },
    { paymentMeansCode: word },
    { lines: [{ ...LEAST.lines[0]!, unit: word }] },
    { lines: [{ ...LEAST.lines[0]!, vatCategory: word }] },
  ].map((changes) => ({ invoice: { ...LEAST, ...changes } })),
);

const starts: Record<string, () => Promise<Start>> = {
  bridgePdf: async () => ({ body: { mediaType: 'application/pdf', content: await hybridPdf() } }),
  // The host of the example belongs to a third party, and tests use no resolver.
  createWebhook: async () => ({
    body: { mediaType: 'application/json', content: JSON.stringify({ url: 'http://127.0.0.1:9/hook' }) },
  }),
  createPartner: async () => ({
    body: {
      mediaType: 'application/json',
      content: JSON.stringify({
        kind: 'sapi-sk',
        name: 'Poštár',
        base_url: 'http://127.0.0.1:9/sapi',
        client_id: 'erp',
        client_secret: 'secret',
      }),
    },
  }),
  callAssistant: async () => ({ more: wordyTools }),
  previewInvoice: async () => ({ more: wordyDrafts }),
  validateFiles: async () => ({
    more: FEW.map((word) => ({ files: [{ filename: word, content: wordyInvoice(word) }] })),
  }),
};

/** Operations that the generated requests cannot complete, with the reason. */
const NEVER: ReadonlyMap<string, string> = new Map([
  ['createSandboxKey', 'the service runs in production mode'],
  ['retryFailedJob', 'no job fails here'],
  ['discardFailedJob', 'no job fails here'],
  ['retryBatch', 'no worker runs, so no batch completes'],
  ['recheckRadar', 'no worker runs, so no check completes'],
  ['retryVatBatch', 'no worker runs, so no number is left without an answer'],
  ['prepareSend', 'no worker runs, so no document is validated'],
  ['prepareInvoiceResponse', 'no partner delivers documents'],
  ['receiveStatusMessage', 'the request body is not a status message'],
  ['sendDocument', 'no worker runs, so no document is prepared'],
  ['settleSend', 'no worker runs, so nothing is sent'],
  ['getKeyRequest', 'the previous operation used the daily limit of the client'],
  ['retryDocument', 'no worker runs, so no document fails'],
  ['getEvidenceLogProof', 'no worker runs, so the log has no checkpoint'],
]);

describe('every response of the generated run matches the published schema and is not a server error', () => {
  it.each(operations)('%s', async (_, path, method, operation) => {
    const maker = Object.entries(OWNED).find(([kind]) => path === kind || path.startsWith(`${kind}/`))?.[1];
    const ids = maker === undefined ? {} : await maker(call);
    const start = await starts[operation.operationId]?.();
    const faults: string[] = [];
    let succeeded = 0;
    for (const { name, path: target, options } of requestsOf(path, method, operation, ids, start)) {
      const answer = await exchange(target, options);
      if (answer.status < 300) succeeded += 1;
      if (answer.status >= 500) faults.push(`${name}: ${answer.status} ${answer.text}`);
      const fault = check(path, method, answer);
      if (fault !== null) faults.push(`${name}: ${fault}`);
    }
    expect(faults).toEqual([]);
    if (!NEVER.has(operation.operationId)) expect(succeeded).toBeGreaterThan(0);
  });
});

type Body = Readonly<Record<string, unknown>>;
type BodySchema = {
  readonly $ref?: string;
  readonly anyOf?: readonly BodySchema[];
  readonly oneOf?: readonly BodySchema[];
  readonly properties?: Body;
  readonly required?: readonly string[];
};

const schemaOf = ({ $ref, ...schema }: BodySchema): BodySchema =>
  $ref === undefined ? schema : contract.components.schemas[$ref.split('/').at(-1)!]!;

/** Every operation with a JSON body and its example. For JSON-RPC the fields are those of the protocol. */
const withJson = operations.flatMap(([name, path, method, operation]) => {
  const json = operation.requestBody?.content['application/json'] as { example?: Body; schema: BodySchema } | undefined;
  return json?.example === undefined || operation.operationId === 'callAssistant'
    ? []
    : [[name, path, method, operation, json.example, schemaOf(json.schema)] as const];
});

describe('JSON bodies (contract, section 1)', () => {
  it.each(withJson)('%s', async (_, path, method, operation, example, schema) => {
    const maker = Object.entries(OWNED).find(([kind]) => path === kind || path.startsWith(`${kind}/`))?.[1];
    const ids = maker === undefined ? {} : await maker(call);
    const [shown] = requestsOf(path, method, operation, ids);
    const send = async (body: Body): Promise<StatedAnswer> => {
      const headers = { ...(shown!.options.headers as object), 'Content-Type': 'application/json' };
      return exchange(shown!.path, { ...shown!.options, headers, body: JSON.stringify(body) });
    };
    const unknown = await send({ ...example, zzz: 1 });
    expect([unknown.status, JSON.parse(unknown.text)]).toMatchObject([
      400,
      { code: 'field_unknown', errors: [{ in: 'body', pointer: '/zzz', code: 'field_unknown' }] },
    ]);
    const forms = [schema, ...(schema.anyOf ?? []).map(schemaOf), ...(schema.oneOf ?? []).map(schemaOf)].filter(
      ({ properties = {} }) => Object.keys(example).every((name) => name in properties),
    );
    expect(forms.length).toBeGreaterThan(0);
    for (const { properties = {}, required = [] } of forms) {
      for (const name of Object.keys(properties).filter((one) => !required.includes(one))) {
        const { text } = await send({ ...example, [name]: null });
        expect(
          text.startsWith('{') ? JSON.parse(text).errors : undefined,
          `${name} is null: ${text.slice(0, 300)}`,
        ).toBeUndefined();
      }
    }
  });

  it('suggests the nearest known field', async () => {
    const send = async (path: string, body: object) => {
      const headers = { 'Content-Type': 'application/json', 'Accept-Language': 'en', 'Idempotency-Key': 'near' };
      const { text } = await exchange(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (JSON.parse(text) as { errors: { pointer: string; detail: string }[] }).errors.map(
        ({ pointer, detail }) => `${pointer} ${detail}`,
      );
    };
    const near = (name: string) => `Unknown field. Did you mean ${name}?`;
    expect(await send('/api/validate', { files: [{ fileName: 'a.xml', content: '<x/>' }] })).toEqual([
      `/files/0/fileName ${near('filename')}`,
    ]);
    expect(await send('/api/batches', { fils: [], files: [] })).toEqual([`/fils ${near('files')}`]);
    expect(await send('/api/documents', { content: '<x/>', external_di: 'a' })).toEqual([
      `/external_di ${near('external_id')}`,
    ]);
    const [, line] = await send('/api/invoice-issue-preview', {
      invoice: { ...LEAST, sellerNmae: 'a', lines: [{ ...LEAST.lines[0]!, vatrate: '23' }] },
    });
    expect(line).toBe(`/invoice/sellerNmae ${near('sellerName')}`);
  });
});

it.each(['/api/documents', '/api/batches', '/api/validate', '/api/validate-file', '/api/validation-evidence'])(
  '%s rejects a date before all releases at once and stores nothing',
  async (path) => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'day', Prefer: 'respond-async' };
    const file = { filename: 'a.xml', content: makeInvoice() };
    const body = JSON.stringify(path === '/api/batches' ? { files: [file] } : file);
    const { status, text: problem } = await exchange(`${path}?as_of=1999-01-01`, { method: 'POST', headers, body });
    expect([status, JSON.parse(problem)]).toMatchObject([400, { code: 'ruleset_unknown' }]);
  },
);

describe.each(FEW)('an invoice with the word %s in its codes', (word) => {
  const xml = (path: string, body: string, headers: Record<string, string> = {}) =>
    exchange(path, { method: 'POST', headers: { 'Content-Type': 'application/xml', ...headers }, body });

  it('is validated, rendered, proven and stored', async () => {
    const invoice = wordyInvoice(word);
    const named = { 'X-Filename': word };
    for (const path of [
      '/api/validate',
      '/api/validate-file',
      '/api/validation-evidence',
      '/api/invoice-render?format=html&lang=en',
      '/api/invoice-render?format=json&annotate=issues',
    ]) {
      expect([path, (await xml(path, invoice, named)).status]).toEqual([path, 200]);
    }
    const stored = await xml('/api/documents', invoice, { ...named, 'Idempotency-Key': `stored-${word}` });
    expect(stored.status).toBe(202);
    const zip = await xml('/api/validation-evidence?format=zip', invoice, named);
    expect([zip.status, zip.mediaType]).toEqual([200, 'application/zip']);
  });

  it('as an encoding, or within a batch, does not affect other files', async () => {
    const sound = makeInvoice();
    const files = [
      { filename: 'a.xml', content: sound },
      { filename: word, content: wordyInvoice(word) },
      { filename: 'b.xml', content: `<?xml version="1.0" encoding="${word}"?>${sound}` },
      { filename: 'c.xml', content: sound },
    ];
    const headers = { 'Content-Type': 'application/json' };
    const answer = await exchange('/api/validate', { method: 'POST', headers, body: JSON.stringify({ files }) });
    expect(answer.status).toBe(200);
    const { results } = JSON.parse(answer.text) as { results: { filename: string; valid: boolean }[] };
    expect(results.map(({ filename }) => filename)).toEqual(['a.xml', word, 'b.xml', 'c.xml']);
    expect(results.map(({ valid }) => valid)).toEqual([true, false, expect.any(Boolean), true]);
    const raw = await xml('/api/validate-file', `<?xml version="1.0" encoding="${word}"?>${sound}`);
    expect(JSON.parse(raw.text)).toMatchObject({ valid: false, issues: [{ rule_id: 'XML-ENCODING' }] });
  });

  it('as a charset, content coding or media type is rejected or ignored', async () => {
    const post = (headers: Record<string, string>) => xml('/api/validate-file', makeInvoice(), headers);
    expect((await post({ 'Content-Encoding': word })).status).toBe(415);
    expect((await post({ 'Content-Type': `application/${word}` })).status).toBe(415);
    expect((await post({ 'Content-Type': `application/xml; charset=${word}` })).status).toBeLessThan(500);
    expect((await post({ Accept: `${word}/${word}` })).status).toBe(406);
    expect((await exchange(`/chyby/${word}/`, {})).status).toBe(404);
    expect((await exchange(`/chyby/?q=${word}&layer=${word}&level=${word}&page=${word}`, {})).status).toBe(200);
    expect((await exchange(`/docs/problems/${word}/`, {})).status).toBe(404);
    expect((await exchange(`/${word}`, {})).status).toBe(404);
  });
});
