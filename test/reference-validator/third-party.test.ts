import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeItb,
  makePhorm,
  type Submission,
  type ThirdParty,
} from '../../src/modules/validation/reference-validator/index.ts';
import { type HttpClient, makeHttpClient } from '../../src/platform/index.ts';
import { startValidatorDouble, type Trouble, type ValidatorDouble } from '../support/validator-double.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

let double: ValidatorDouble;
let http: HttpClient;
beforeAll(async () => {
  double = await startValidatorDouble();
  http = makeHttpClient({ allow: ['127.0.0.1'] });
});
afterAll(async () => {
  await http.close();
  await double.close();
});
beforeEach(() => {
  double.requests.length = 0;
  double.trouble = null;
  double.validate = () => [];
});

/** Endless responses get a short time limit, the others a generous one for slow machines. */
const isEndless = (): boolean => double.trouble?.does === 'hang' || double.trouble?.does === 'drip';

const parts = () => ({ http, timeLimit: isEndless() ? 400 : 20_000, maxBytes: 1_000, now: () => NOW });
const itb = (): ThirdParty => makeItb({ ...parts(), url: double.itbUrl });
const phorm = (token: string | null = 'a-token'): ThirdParty => makePhorm({ ...parts(), url: double.phormUrl, token });

const submission = (more: Partial<Submission> = {}): Submission => ({
  bytes: Buffer.from('<Invoice>č http://127.0.0.1/not-to-be-fetched</Invoice>'),
  sha256: 'ab'.repeat(32),
  documentType: 'ubl-invoice',
  layers: ['XML', 'UBL', 'EN16931', 'PEPPOL', 'NATIONAL'],
  ...more,
});

const FINDINGS = [
  { level: 'error', rule: 'BR-CO-16', text: '[BR-CO-16]-The amount due …' },
  { level: 'error', rule: '', text: "cvc-complex-type.2.4.a: Invalid content was found starting with 'cbc:ID'." },
  { level: 'warning', rule: '', text: '[UBL-CR-002]-A UBL invoice should not …' },
  { level: 'info', rule: 'DE-R-001', text: 'as you like' },
] as const;

describe('Test Bed adapter', () => {
  it('sends the file in base64 with its type, never a URL, and records the transmission', async () => {
    const opinion = await itb().validate(submission());
    expect(double.requests).toHaveLength(1);
    const [{ path, headers, body, xml }] = double.requests as [ValidatorDouble['requests'][0]];
    expect(path).toBe('/vitb/rest/invoice/api/validate');
    expect(headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' });
    expect(JSON.parse(body)).toEqual({
      contentToValidate: Buffer.from(submission().bytes).toString('base64'),
      embeddingMethod: 'BASE64',
      validationType: 'ubl',
      locationAsPath: true,
      addInputToReport: false,
    });
    expect(Buffer.from(xml).equals(submission().bytes)).toBe(true);
    expect(opinion).toMatchObject({
      status: 'judged',
      valid: true,
      issues: [],
      layers: ['UBL', 'EN16931'],
      sent: {
        to: new URL(double.origin).host,
        at: '2026-11-21T12:00:00.000Z',
        sha256: 'ab'.repeat(32),
        bytes: submission().bytes.length,
      },
    });
  });

  it('sends credit notes with their type, and does not send unsupported documents', async () => {
    await itb().validate(submission({ documentType: 'ubl-creditnote' }));
    expect(JSON.parse(double.requests[0]!.body)).toMatchObject({ validationType: 'credit' });
    const opinion = await itb().validate(submission({ documentType: 'unknown' }));
    expect(opinion).toMatchObject({ status: 'unavailable', reason: 'not_applicable', sent: null });
    expect(double.requests).toHaveLength(1);
  });

  it('converts findings to issues, with rules from ids or from the prefix of their texts', async () => {
    double.validate = () => FINDINGS;
    const opinion = await itb().validate(submission());
    expect(opinion).toMatchObject({ status: 'judged', valid: false, fatal_count: 2, warning_count: 1, info_count: 1 });
    if (opinion.status !== 'judged') throw new Error('unavailable');
    expect(opinion.issues.map(({ rule_id, layer, level, location }) => [rule_id, layer, level, location])).toEqual([
      ['BR-CO-16', 'EN16931', 'fatal', '/Invoice[1]'],
      ['UBL-STRUCTURE', 'UBL', 'fatal', '/Invoice[1]'],
      ['UBL-CR-002', 'EN16931', 'warning', '/Invoice[1]'],
      ['DE-R-001', 'NATIONAL', 'info', '/Invoice[1]'],
    ]);
  });

  it.each(['', '/', '/api', '/api/validate'])('accepts a base URL that ends with "%s"', async (end) => {
    const opinion = await makeItb({ ...parts(), url: double.itbUrl + end }).validate(submission());
    expect(opinion.status).toBe('judged');
  });
});

describe('Phorm adapter', () => {
  it.each([
    ['ubl-invoice', ['EN16931', 'PEPPOL'], 'eu.peppol.bis3:invoice:latest-active'],
    ['ubl-creditnote', ['EN16931', 'PEPPOL'], 'eu.peppol.bis3:creditnote:latest-active'],
    ['ubl-invoice', ['EN16931'], 'eu.cen.en16931:ubl:latest-active'],
    ['ubl-creditnote', ['EN16931'], 'eu.cen.en16931:ubl-creditnote:latest-active'],
  ] as const)('validates %s with %s as %s', async (documentType, layers, vesid) => {
    double.validate = () => FINDINGS;
    const opinion = await phorm().validate(submission({ documentType, layers }));
    expect(double.requests[0]).toMatchObject({
      path: `/phorm/api/validate/${vesid}`,
      headers: { 'content-type': 'application/xml', 'x-token': 'a-token', accept: 'application/json' },
      xml: Buffer.from(submission().bytes).toString(),
    });
    expect(opinion).toMatchObject({
      status: 'judged',
      valid: false,
      fatal_count: 2,
      sent: { bytes: expect.any(Number) },
    });
  });

  it('reports a wrong token as refused', async () => {
    expect(await phorm('another').validate(submission())).toMatchObject({ status: 'unavailable', reason: 'refused' });
  });
});

describe.each([
  ['the Test Bed', itb],
  ['Phorm', phorm],
])('failures of %s', (_, make) => {
  it.each<[string, Trouble, string]>([
    ['never responds', { does: 'hang' }, 'time_limit'],
    ['sends an endless response', { does: 'drip' }, 'time_limit'],
    ['drops the connection', { does: 'drop' }, 'unreachable'],
    ['closes the connection in the middle of a response', { does: 'cut' }, 'unreachable'],
    ['returns an error', { does: 'status', status: 500 }, 'unreachable'],
    ['is busy', { does: 'status', status: 503 }, 'unreachable'],
    ['rejects the call because of a rate limit', { does: 'status', status: 429 }, 'refused'],
    ['does not know the domain', { does: 'status', status: 404 }, 'refused'],
    ['redirects the caller', { does: 'status', status: 302 }, 'refused'],
    ['returns an HTML page', { does: 'body', body: '<html>Sorry</html>' }, 'unreadable_answer'],
    ['returns another object', { does: 'body', body: '{"ok":true}' }, 'unreadable_answer'],
    ['returns an undefined result', { does: 'body', body: '{"result":"UNDEFINED"}' }, 'unreadable_answer'],
    [
      'reports a failure without a finding',
      { does: 'body', body: '{"result":"FAILURE","success":false,"results":[]}' },
      'unreadable_answer',
    ],
    ['returns too many bytes', { does: 'body', body: ' '.repeat(5 * 1024 * 1024) }, 'unreadable_answer'],
  ])('%s', async (__, trouble, reason) => {
    double.trouble = trouble;
    const opinion = await make().validate(submission());
    expect(opinion).toMatchObject({ status: 'unavailable', reason, detail: { sk: expect.any(String) } });
    // The file was sent in any case.
    expect(opinion.sent).toMatchObject({ bytes: submission().bytes.length });
  });

  it('does not send a file that is too large', async () => {
    const opinion = await make().validate(submission({ bytes: Buffer.alloc(1_001) }));
    expect(opinion).toMatchObject({ status: 'unavailable', reason: 'too_large', sent: null });
    expect(double.requests).toEqual([]);
  });
});

it('does not reach a validator at a private address unless the configuration allows it', async () => {
  const guarded = makeHttpClient();
  const opinion = await makeItb({ ...parts(), http: guarded, url: double.itbUrl }).validate(submission());
  await guarded.close();
  expect(opinion).toMatchObject({ status: 'unavailable', reason: 'unreachable', sent: null });
  expect(double.requests).toEqual([]);
});
