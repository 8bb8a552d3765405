import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { compactVerify, createRemoteJWKSet } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedReport } from '../../src/modules/evidence/index.ts';
import { readKeys } from '../../src/modules/evidence/verifier/index.ts';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import { makeInvoice as makeLongInvoice } from '../../tools/bench/invoices.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { removeData, type Service, startService } from '../support/service.ts';
import { verifyOne } from '../verifier/verify-one.ts';
import { type Client, makeClient, toStory } from './client.ts';
import { findInFiles, findInTables, isIn, writeDown } from './find-traces.ts';

let service: Service;
let client: Client;
const temporary = mkdtempSync(join(tmpdir(), 'einvoice-temporary-'));

beforeAll(async () => {
  service = await startService({ environment: { TMPDIR: temporary, LOG_LEVEL: 'trace' } });
  client = makeClient(() => service.url);
});
afterAll(async () => {
  await service.stop();
  removeData(service);
  rmSync(temporary, { recursive: true, force: true });
});

const JSON_TYPE = { 'Content-Type': 'application/json' };

const keysOf = async () => readKeys(await (await client.fetch('/.well-known/jwks.json')).text());

describe('evidence of a document', () => {
  it('is created after validation as evidence.zip, and verifies', async () => {
    const response = await client.fetch('/api/documents', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'Idempotency-Key': randomUUID() },
      body: JSON.stringify({
        filename: 'chybná.xml',
        content: makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00')),
        steps: ['validate', 'evidence'],
      }),
    });
    expect(response.status).toBe(202);
    const { id, links } = (await response.json()) as { id: string; links: Record<string, string> };
    type Timeline = { events: { id: string; sequence: number; type: string }[] };
    const events: Timeline['events'] = [];
    while (events.length < 4) {
      const after = events.length > 0 ? `&after=${events.at(-1)!.id}` : '';
      events.push(...(await client.get<Timeline>(`${links.events}?wait=30${after}`)).events);
    }
    expect(toStory(events).slice(2)).toEqual(['3 validation.completed', '4 evidence.created']);
    const zip = await client.fetch(`${links.artifacts}/evidence.zip`);
    expect(zip.headers.get('content-type')).toBe('application/zip');
    const bytes = new Uint8Array(await zip.arrayBuffer());
    const { verdict, findings, report: told } = await verifyOne(bytes, null, { trusted: await keysOf() });
    expect([verdict, findings]).toEqual(['genuine', []]);
    expect(told).toMatchObject({ filename: 'chybná.xml', valid: false });
    expect(await client.get(`/api/documents/${id}`)).toMatchObject({ status: 'invalid', sha256: told!.sha256 });
  });
});

describe('evidence of a synchronous call', () => {
  it('verifies with a JOSE library that fetches the published keys', async () => {
    const response = await client.fetch('/api/validation-evidence', {
      method: 'POST',
      headers: { 'Content-Type': 'application/xml' },
      body: makeInvoice(),
    });
    const { signature, ...report } = (await response.json()) as SignedReport;
    const content = Buffer.from(toCanonicalJson(report as never)).toString('base64url');
    const jwks = createRemoteJWKSet(new URL(`${service.url}/.well-known/jwks.json`));
    const { payload } = await compactVerify(signature.replace('..', `.${content}.`), jwks);
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual(report);
    expect(report.ruleset.packs.map(({ digest }) => digest.length)).toEqual(report.ruleset.packs.map(() => 64));
  });

  it('leaves no XML in tables, files, temporary files or logs, whatever the outcome of the call', async () => {
    const marker = `TRACE${randomBytes(20).toString('hex')}`;
    const invoice = makeInvoice(text('cbc:Note', marker));
    const large = Buffer.from(makeLongInvoice(1_400)).toString().replace('?>', `?><!-- ${marker} -->`);
    expect(large).toContain(marker);
    expect(large.length).toBeGreaterThan(1024 * 1024);
    const send = (query: string, headers: Record<string, string>, body: string): Promise<Response> =>
      fetch(`${service.url}/api/validation-evidence${query}`, { method: 'POST', headers, body });
    for (const headers of [client.headers, {}] as Record<string, string>[]) {
      const json = { ...headers, ...JSON_TYPE };
      const xml = { ...headers, 'Content-Type': 'application/xml' };
      for (const content of [invoice, large, invoice.replace('</Invoice>', '')]) {
        const body = JSON.stringify({ filename: 'f.xml', content, include_xml: true });
        const answered = await send('', json, body);
        expect(answered.status).toBe(200);
        expect(await answered.text()).not.toContain(marker);
        const zipped = await send('?format=zip', json, body);
        const files = await readZip(new Uint8Array(await zipped.arrayBuffer()));
        expect(Buffer.from(files.get('invoice.xml')!).toString()).toContain(marker);
        expect((await send('', xml, content)).status).toBe(200);
      }
      const refused = [
        await send('', json, JSON.stringify({ content: [invoice] })),
        await send('', json, `{"content": "${marker}`),
        await send('?ruleset=nonsense', xml, invoice),
        await send('', { ...xml, 'Content-Encoding': 'gzip' }, invoice),
      ];
      expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    }
    const note = `KEPT${randomBytes(20).toString('hex')}`;
    await client.waitForEnd((await client.submit(makeInvoice(text('cbc:Note', note)))).id);

    // Control: the intentionally stored document is found, so the search works.
    expect(await findInTables(service.dataDir, note)).toEqual(['public.document_artifacts']);
    expect(await findInTables(service.dataDir, marker)).toEqual([]);
    const reports = await findInTables(service.dataDir, 'developer_summary');
    expect(reports).toContain('public.evidence_reports');
    // In the write-ahead log, a page boundary may split the marker, so data pages are flushed first.
    await writeDown(service.dataDir);
    expect(findInFiles(service.dataDir, note).length).toBeGreaterThan(0);
    expect(findInFiles(service.dataDir, marker)).toEqual([]);
    expect(findInFiles(temporary, marker)).toEqual([]);
    expect(isIn(service.output(), '/api/validation-evidence')).toBe(true);
    expect(isIn(service.output(), marker)).toBe(false);
  });
});
