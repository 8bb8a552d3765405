import { createHash } from 'node:crypto';
import { makeValidator, type Validator } from '@e-invoice/validator/validation';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { startApi } from '../../src/composition/api.ts';
import { makeItb, makeReference, type Reference } from '../../src/modules/validation/reference-validator/index.ts';
import { findRoot, type HttpClient, makeHttpClient, makeMetrics } from '../../src/platform/index.ts';
import { testLog } from '../support/database.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { referenceSetup } from '../support/reference.ts';
import { startValidatorDouble, type ValidatorDouble } from '../support/validator-double.ts';
import { fakeParts } from './fake-parts.ts';

const WRONG = makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'));

let validator: Validator;
let reference: Reference;
let double: ValidatorDouble;
let http: HttpClient;
let api: Awaited<ReturnType<typeof startApi>> | null = null;

beforeAll(async () => {
  const root = findRoot();
  validator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
  reference = makeReference({
    setup: referenceSetup,
    timeLimit: 60_000,
    prepareLimit: 200_000,
    memoryLimit: 1_024,
    log: testLog,
    metrics: makeMetrics('test'),
  });
  double = await startValidatorDouble();
  http = makeHttpClient({ allow: ['127.0.0.1'] });
  await reference.validate(
    Buffer.from(makeInvoice()),
    {
      packs: [{ id: 'en16931-ubl', version: '1.3.16' }],
      layers: ['EN16931'],
    },
    { owner: 'test', signal: new AbortController().signal },
  );
});
afterEach(async () => {
  await api?.close();
  double.requests.length = 0;
  double.validate = () => [];
  double.trouble = null;
});
afterAll(async () => {
  await reference.close();
  await http.close();
  await double.close();
});

async function open(parts: { away?: boolean; itb?: boolean } = {}, lines: string[] = []): Promise<void> {
  const away: Reference = {
    ...reference,
    validate: async () => ({
      status: 'unavailable',
      judge: 'libxml2 + SaxonJS',
      reason: 'crashed',
      detail: { sk: 'x', en: 'x' },
      duration_ms: 1,
    }),
  };
  const itb = makeItb({
    http,
    url: double.itbUrl,
    timeLimit: 10_000,
    maxBytes: 100_000,
    now: () => Date.UTC(2026, 10, 21),
  });
  const { config } = fakeParts();
  api = await startApi(
    fakeParts(
      {
        config: { ...config, maxXmlBytes: 100_000 },
        validator,
        reference: parts.away ? away : reference,
        thirdParty: parts.itb ? itb : null,
      },
      lines,
    ),
    { checkAnswers: 'throw' },
  );
}

async function send(xml: string, query = '', headers: Record<string, string> = {}) {
  const response = await fetch(`${api!.url}/api/validate/official${query}`, {
    method: 'POST',
    body: xml,
    headers: { 'Content-Type': 'application/xml', ...headers },
  });
  return { status: response.status, body: await response.json() };
}

describe('POST /api/validate/official (contract, section 2)', () => {
  it('compares two validators that agree on a valid invoice', async () => {
    await open();
    const { status, body } = await send(makeInvoice());
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([
      'sha256',
      'valid',
      'agreement',
      'local',
      'schematron',
      'third_party',
      'differences',
      'summary',
    ]);
    expect(body).toMatchObject({
      sha256: createHash('sha256').update(makeInvoice()).digest('hex'),
      valid: true,
      agreement: 'full',
      local: { status: 'judged', valid: true, ruleset: { id: 'en16931' } },
      schematron: { status: 'judged', valid: true, judge: 'libxml2 + SaxonJS' },
      third_party: null,
      differences: [],
    });
  });

  it('compares two validators that agree on an invalid invoice, with the same locations', async () => {
    await open();
    const { body } = await send(JSON.stringify({ filename: 'a.xml', content: WRONG }), '?ruleset=en16931', {
      'Content-Type': 'application/json',
      'Accept-Language': 'en',
    });
    expect(body).toMatchObject({ valid: false, agreement: 'full', differences: [] });
    const [ours] = body.local.issues;
    const [theirs] = body.schematron.issues;
    for (const name of ['level', 'layer', 'rule_id', 'location', 'xpath', 'line', 'column', 'ruleUrl']) {
      expect(theirs[name]).toEqual(ours[name]);
    }
    expect(theirs.message).toBe(theirs.message_en);
    expect(body.summary).toEqual({
      valid: { local: false, schematron: false, third_party: null },
      fatal_rules: ['BR-CO-16'],
      counts: {
        local: { fatal: 1, warning: 0, info: 0 },
        schematron: { fatal: 1, warning: 0, info: 0 },
        third_party: null,
      },
      differences: 0,
      unexplained: 0,
    });
  });

  it('validates only the requested layers', async () => {
    await open();
    const { body } = await send(WRONG, '?layers=UBL');
    expect(body).toMatchObject({ valid: true, agreement: 'full', schematron: { layers: ['UBL'], issues: [] } });
  });

  it('responds without the reference validator when it is unavailable', async () => {
    await open({ away: true });
    const { status, body } = await send(makeInvoice());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      valid: true,
      agreement: 'local-only',
      schematron: { status: 'unavailable', reason: 'crashed' },
    });
  });

  it('rejects an unknown rule set as validation does', async () => {
    await open();
    expect(await send(makeInvoice(), '?ruleset=nonsense')).toMatchObject({
      status: 400,
      body: { code: 'ruleset_unknown' },
    });
  });
});

describe('the third-party validator', () => {
  const KEY = { 'X-API-Key': 'developer' };

  it('is called only with consent, and the response records that the invoice left the service', async () => {
    await open({ itb: true });
    expect((await send(WRONG, '', KEY)).body.third_party).toBeNull();
    expect((await send(WRONG, '?third_party=false', KEY)).body.third_party).toBeNull();
    expect(double.requests).toEqual([]);
    double.validate = () => [{ level: 'error', rule: 'BR-CO-16', text: 'x' }];
    const { body } = await send(WRONG, '?third_party=true', KEY);
    expect(double.requests).toHaveLength(1);
    expect(body).toMatchObject({
      agreement: 'full',
      third_party: {
        status: 'judged',
        valid: false,
        sent: { to: new URL(double.origin).host, at: '2026-11-21T00:00:00.000Z', sha256: body.sha256 },
      },
      differences: [],
    });
  });

  it('with another result than both internal validators has other rules, which is explained', async () => {
    await open({ itb: true });
    double.validate = () => [
      { level: 'error', rule: 'BR-NEW-01', text: 'x' },
      { level: 'error', rule: 'BR-CO-16', text: 'x' },
    ];
    const { body } = await send(WRONG, '?third_party=true', KEY);
    expect(body.agreement).toBe('full');
    expect(body.differences).toMatchObject([
      { rule_id: 'BR-NEW-01', local: 0, schematron: 0, third_party: 1, explanation: { reason: 'other_release' } },
    ]);
  });

  it("requires a key, so that anonymous callers send nothing in the service's name", async () => {
    await open({ itb: true });
    expect(await send(WRONG, '?third_party=true')).toMatchObject({ status: 401, body: { code: 'key_missing' } });
    expect(double.requests).toEqual([]);
  });

  it('does not fail the call when unavailable, and is not configured by default', async () => {
    const lines: string[] = [];
    await open({ itb: true }, lines);
    double.trouble = { does: 'drop' };
    const { status, body } = await send(WRONG, '?third_party=true', KEY);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      valid: false,
      agreement: 'partial',
      third_party: { status: 'unavailable', reason: 'unreachable', sent: { bytes: Buffer.byteLength(WRONG) } },
    });
    expect(lines.join('')).not.toContain('Tatransk');
    await api!.close();
    await open();
    expect((await send(WRONG, '?third_party=true', KEY)).body).toMatchObject({ agreement: 'full', third_party: null });
  });
});
