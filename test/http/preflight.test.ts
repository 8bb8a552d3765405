import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { writeUbl } from '@e-invoice/validator/invoice';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { findRoot } from '../../src/platform/index.ts';
import { LEAST } from '../drafts/drafts.ts';
import { billing, SELLER as SUPPLIER } from '../rules/peppol/peppol-invoice.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { makeVerdict, receiveOne } from '../support/records.ts';
import { openSimulator, type TestSimulator } from '../support/sapi-simulator.ts';
import { type CompleteApi, openCompleteApi } from './open-complete-api.ts';

// The whole API with real rules; the network is that of the sandbox, the partner the access point simulator over a
// socket.

const XML = writeUbl(toInvoice(DraftInvoice.parse(LEAST)).invoice);
const TO = 'receiver=0245:2020273893';
let api: CompleteApi;
let simulator: TestSimulator;
beforeAll(async () => {
  [api, simulator] = await Promise.all([openCompleteApi(), openSimulator()]);
});
afterAll(async () => {
  await simulator.close();
  await api.close();
});

type Answer = Record<string, unknown> & {
  checks: { id: string; outcome: string; evidence: Record<string, unknown> }[];
};

async function post(path: string, body?: string, mediaType = 'application/xml') {
  const headers = { 'X-API-Key': api.key, ...(body !== undefined && { 'Content-Type': mediaType }) };
  const response = await fetch(api.url + path, { method: 'POST', headers, ...(body !== undefined && { body }) });
  return { status: response.status, body: (await response.json()) as Answer };
}

const outcomeOf = ({ checks }: Answer, id: string) => checks.find((check) => check.id === id)?.outcome;

async function ownScope(): Promise<Scope> {
  const { workspaceId } = (await api.app.accounts.authenticate(api.key, '127.0.0.1')) as unknown as Scope;
  return { workspaceId, actor: 'test' };
}

describe('POST /api/preflight', () => {
  it('returns eleven checks and a verdict, signed, valid for 15 minutes', async () => {
    const { status, body } = await post(`/api/preflight?${TO}`, XML);
    expect(status).toBe(200);
    expect(body.checks.map(({ id }) => id)).toHaveLength(11);
    expect(Object.fromEntries(body.checks.map(({ id, outcome }) => [id, outcome]))).toMatchObject({
      bytes: 'pass',
      validation: expect.stringMatching(/^(pass|warn)$/),
      addressing: 'pass',
      routing: 'pass',
      duplicate: 'pass',
      tax_office: 'pass',
      partner: 'warn',
      rendering: 'pass',
    });
    expect(Date.parse(body.valid_until as string) - Date.parse(body.checked_at as string)).toBe(15 * 60_000);
    const { signature, ...statement } = body;
    const [header, content, signed] = (signature as string).split('.');
    const { kid, typ } = JSON.parse(Buffer.from(header!, 'base64url').toString()) as Record<string, string>;
    expect([content, typ]).toEqual(['', 'preflight+jws']);
    const { keys } = (await (await fetch(`${api.url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
    const key = createPublicKey({ key: keys.find((one) => one.kid === kid)! as never, format: 'jwk' });
    const input = `${header}.${Buffer.from(toCanonicalJson(statement as never)).toString('base64url')}`;
    expect(verify(null, Buffer.from(input), key, Buffer.from(signed!, 'base64url'))).toBe(true);
  });

  it('checks published accounts only on request, and reports when the operator has not enabled it', async () => {
    const xml = makeInvoice(...billing);
    const check = async (query: string) => {
      const { body } = await post(`/api/preflight?${TO}${query}`, xml);
      return body.checks.find(({ id }) => id === 'counterparty')!;
    };
    expect((await check('')).evidence).not.toHaveProperty('accounts');
    expect(await check('&accounts=true')).toMatchObject({ evidence: { accounts: {} } });
    expect((await check('&accounts=true')).outcome).not.toBe('pass');
  });

  it.each([
    ['0245:0000000003', 'fail', 'blocked'],
    ['0245:0000000004', 'unknown', 'retry_later'],
  ])('the receiver %s: %s, %s', async (receiver, outcome, verdict) => {
    const { body } = await post(`/api/preflight?receiver=${receiver}`, XML);
    expect([outcomeOf(body, 'routing'), body.verdict]).toEqual([outcome, verdict]);
    expect(body.decided_by).toEqual(['routing']);
  });

  it('blocks an invoice in CII and names its conversion', async () => {
    const cii = readFileSync(`${findRoot()}/schematron/canaries/en16931-cii.good.xml`, 'utf8');
    const { body } = await post('/api/preflight', cii);
    expect(body.verdict).toBe('blocked');
    expect(JSON.stringify(body.checks.find(({ id }) => id === 'bytes'))).toContain('/api/convert?to=ubl');
  });

  it('blocks a file that is not an invoice, and reports nothing about unreadable parts', async () => {
    const { body } = await post('/api/preflight', '<x/>');
    expect([body.verdict, outcomeOf(body, 'bytes'), outcomeOf(body, 'law')]).toEqual(['blocked', 'fail', 'unknown']);
  });

  it('blocks an invoice that violates a rule, with the rule', async () => {
    const { body } = await post('/api/preflight', XML.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$19999.99'));
    expect(body.checks.find(({ id }) => id === 'validation')).toMatchObject({
      outcome: 'fail',
      evidence: { rule_ids: expect.arrayContaining(['BR-CO-16']) },
    });
  });

  it('tests the connection to a partner without storing the outcome', async () => {
    const made = await post(
      '/api/partners',
      JSON.stringify({
        kind: 'sapi-sk',
        name: 'Poštár',
        base_url: simulator.baseUrl,
        client_id: 'erp',
        client_secret: 'secret',
        sending_enabled: true,
      }),
      'application/json',
    );
    const partner = made.body.id as string;
    const { body } = await post(`/api/preflight?${TO}&partner=${partner}`, XML);
    expect(outcomeOf(body, 'partner')).toBe('pass');
    simulator.order({ call: 'token', fault: 'unavailable' });
    const away = await post(`/api/preflight?${TO}&partner=${partner}`, XML);
    expect([outcomeOf(away.body, 'partner'), away.body.verdict]).toEqual(['unknown', 'retry_later']);
    const read = await fetch(`${api.url}/api/partners/${partner}`, { headers: { 'X-API-Key': api.key } });
    expect(await read.json()).toMatchObject({ last_success_at: null, last_error: null, failures: 0 });
    const foreign = makeInvoice(...billing, text(`${SUPPLIER}/cbc:EndpointID`, '2120000012'));
    const other = await post(`/api/preflight?${TO}&partner=${partner}`, foreign);
    expect(outcomeOf(other.body, 'partner')).toBe('warn');
    expect((await post('/api/preflight?partner=prt_none', XML)).body).toMatchObject({ code: 'partner_not_found' });
  });
});

describe('POST /api/documents/{id}/preflight', () => {
  it('finds the same document prepared earlier, and changes nothing', async () => {
    const scope = await ownScope();
    const xml = makeInvoice(...billing, text('cbc:ID', 'DUPLICATE-1'));
    const [first, second] = [
      await receiveOne(api.app.documents, scope, { content: Buffer.from(xml) }),
      await receiveOne(api.app.documents, scope, { content: Buffer.from(xml) }),
    ];
    await api.app.documents.begin(scope, first.id);
    await api.app.documents.complete(scope, first.id, makeVerdict(true));
    await api.app.documents.prepare(scope, first.id, { partner: 'prt_1', receiver: null });
    const { preparation } = (await api.app.documents.beginPreparation(scope, first.id))!;
    const { taxData } = (await api.app.validationPool.particulars(Buffer.from(xml), { owner: 'test' }))!;
    await api.app.documents.completePreparation(scope, first.id, preparation, {
      receiver: '0245:2020273893',
      instanceIdentifier: '8c9c8f5c-9d0e-4a36-8f0c-1d2e3f4a5b6c',
      documentUuid: taxData.documentUuid,
      content: Buffer.from('<envelope/>'),
      taxData: null,
    });
    const before = await api.app.documents.get(scope, second.id);
    const { body } = await post(`/api/documents/${second.id}/preflight`);
    expect(body.checks.find(({ id }) => id === 'duplicate')).toMatchObject({
      outcome: 'fail',
      evidence: { documents: [{ href: `/api/documents/${first.id}`, same_bytes: true }] },
    });
    expect(body).toMatchObject({ document_id: second.id, verdict: 'blocked' });
    expect(await api.app.documents.get(scope, second.id)).toEqual(before);
    // It is not a duplicate of itself.
    expect(outcomeOf((await post(`/api/documents/${first.id}/preflight`)).body, 'duplicate')).toBe('pass');
  });

  it('blocks a document that a partner received, because its preparation is rejected', async () => {
    const scope = await ownScope();
    const inbound = { partner: 'prt_1', reference: 'r-1', sender: '0245:2020317068', receiver: '0245:2020273893' };
    const { id } = await receiveOne(api.app.documents, scope, { content: Buffer.from(XML), inbound });
    const { body } = await post(`/api/documents/${id}/preflight?${TO}`);
    expect(body).toMatchObject({ verdict: 'blocked', decided_by: ['duplicate'] });
    expect(body.checks.find((check) => check.id === 'duplicate')!.evidence).toEqual({
      status: 'received',
      refused: 'document_received',
    });
    const refused = await post(`/api/documents/${id}/send-preparations`, '{"partner":"prt_1"}', 'application/json');
    expect([refused.status, refused.body.code]).toEqual([409, 'document_received']);
  });

  it('blocks a document in a status that cannot be prepared', async () => {
    const scope = await ownScope();
    const { id } = await receiveOne(api.app.documents, scope, { content: Buffer.from(XML) });
    expect(outcomeOf((await post(`/api/documents/${id}/preflight?${TO}`)).body, 'duplicate')).toBe('pass');
    await api.app.documents.cancel(scope, id);
    const { body } = await post(`/api/documents/${id}/preflight?${TO}`);
    expect(body).toMatchObject({ verdict: 'blocked', decided_by: ['duplicate'] });
    expect(body.checks.find((check) => check.id === 'duplicate')!.evidence).toEqual({
      status: 'canceled',
      refused: 'transition_not_allowed',
    });
  });

  it('blocks a document validated only by selected rules, because it cannot be prepared', async () => {
    const scope = await ownScope();
    const receiveValidated = async (coverage: 'asked' | 'full') => {
      const { id } = await receiveOne(api.app.documents, scope, { content: Buffer.from(XML) });
      await api.app.documents.begin(scope, id);
      await api.app.documents.complete(scope, id, makeVerdict(true, coverage));
      return (await post(`/api/documents/${id}/preflight?${TO}`)).body;
    };
    const partly = await receiveValidated('asked');
    expect(partly).toMatchObject({ verdict: 'blocked', decided_by: ['validation'] });
    expect(partly.checks.find(({ id }) => id === 'validation')!.evidence).toMatchObject({
      refused: 'document_partly_judged',
      kept_ruleset: { id: 'en16931', version: '1.3.16', coverage: 'asked' },
    });
    expect(outcomeOf(await receiveValidated('full'), 'validation')).not.toBe('fail');
  });
});
