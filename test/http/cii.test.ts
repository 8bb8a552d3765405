import { readFileSync } from 'node:fs';
import { parseXml } from '@e-invoice/schematron/xml';
import { convertInvoice, findInvoice, readInvoice, writeUbl } from '@e-invoice/validator/invoice';
import type { FileResult } from '@e-invoice/validator/issues';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderFront } from '../../src/http/pages/validator/index.ts';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { makePdfReader } from '../../src/modules/rendering/index.ts';
import { openValidator } from '../../src/modules/rules/loader/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { batchValidateSlice } from '../../workers/batch.validate-slice.ts';
import { documentValidate } from '../../workers/document.validate.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { LEAST } from '../drafts/drafts.ts';
import { validationPoolOf } from '../support/validation-pool-of.ts';
import { type OpenApi, openApi } from './open-api.ts';

const root = findRoot();
const UBL = writeUbl(toInvoice(DraftInvoice.parse(LEAST)).invoice);
const CII = readFileSync(`${root}/schematron/canaries/en16931-cii.good.xml`, 'utf8');
const SIGNAL = new AbortController().signal;

let api: OpenApi;
let parts: Pick<OpenApi['app'], 'validator' | 'validationPool' | 'pdfReader'>;
beforeAll(async () => {
  const today = new Date().toISOString().slice(0, 10);
  const { validator } = await openValidator({ root, dataDir: null, maxXmlBytes: 1_000_000, today });
  parts = {
    validator,
    validationPool: validationPoolOf({ validator }),
    pdfReader: makePdfReader({ maxXmlBytes: 1_000_000 }),
  };
  api = await openApi({}, 'sandbox', undefined, parts);
});
afterAll(() => api.close());

const KEY = 'cii';

const post = async <T = FileResult>(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<T & { status: number }> => {
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/xml', 'X-API-Key': KEY, ...headers },
    body,
  });
  return { status: response.status, ...((await response.json()) as T) };
};

const get = async <T>(path: string): Promise<T> =>
  (await fetch(`${api.url}${path}`, { headers: { 'X-API-Key': KEY } })).json() as Promise<T>;

const caller = async () => (await api.app.accounts.authenticate(KEY, '127.0.0.1'))!;

const VALID = { valid: true, document_type: 'cii', ruleset: { id: 'en16931-cii', coverage: 'full' } } as const;
const UNSUPPORTED = { valid: false, document_type: 'cii', issues: [{ rule_id: 'CII-UNSUPPORTED' }] } as const;

describe('a request for one file', () => {
  it('reports CII as unsupported, and validates it with `cii=validate` or a ruleset for CII', async () => {
    expect(await post('/api/validate-file', CII)).toMatchObject(UNSUPPORTED);
    expect(await post('/api/validate-file?cii=unsupported', CII)).toMatchObject(UNSUPPORTED);
    expect(await post('/api/validate-file?cii=validate', CII)).toMatchObject(VALID);
    expect(await post('/api/validate-file?ruleset=en16931-cii', CII)).toMatchObject(VALID);
    expect(await post('/api/validate?cii=validate', CII)).toMatchObject({ valid: 1, results: [VALID] });
    expect(await post('/api/validate-file?cii=validate', UBL)).toMatchObject({ document_type: 'ubl-invoice' });
    expect(await post('/api/validate-file?cii=on', CII)).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it('rejects a day before the first release and a layer of UBL, and compares with another day', async () => {
    expect(await post('/api/validate-file?cii=validate&as_of=2001-01-01', CII)).toMatchObject({
      status: 400,
      code: 'ruleset_unknown',
    });
    expect(await post('/api/validate-file?cii=validate&layers=PEPPOL', CII)).toMatchObject({
      status: 400,
      code: 'layer_not_in_ruleset',
    });
    const { comparison } = await post('/api/validate-file?cii=validate&compare=2026-11-22', CII);
    expect(comparison).toMatchObject({ ruleset: { id: 'en16931-cii' } });
  });

  it('names the ruleset to select when the selected one is for the other syntax', async () => {
    const wrong = (fix: string) => ({
      valid: false,
      issues: [{ rule_id: 'RULESET-NOT-INSTALLED', fix: { en: expect.stringContaining(fix) } }],
    });
    expect(await post('/api/validate-file?ruleset=en16931-cii', UBL)).toMatchObject(wrong('select en16931'));
    expect(await post('/api/validate-file?ruleset=en16931&cii=validate', CII)).toMatchObject(wrong('en16931-cii'));
  });

  it('reports that the reference validator does not validate CII, instead of a difference', async () => {
    expect(await post('/api/validate/official?cii=validate', CII)).toMatchObject({
      valid: true,
      agreement: 'local-only',
      schematron: { status: 'unavailable', reason: 'not_applicable' },
      differences: [],
    });
  });

  it('lists the rulesets for CII', async () => {
    const { rulesets } = await get<{ rulesets: { id: string; rule_count: number }[] }>('/api/rulesets');
    const ruleset = rulesets.find(({ id }) => id === 'en16931-cii');
    expect(ruleset).toMatchObject({ version: '1.3.16', layers: ['CII', 'EN16931'] });
    expect(ruleset!.rule_count).toBeGreaterThan(100);
  });

  it('reads the parameter `cii` from the body as well, where the query does not have it', async () => {
    const json = { 'Content-Type': 'application/json' };
    const send = (path: string, fields: object) => post(path, JSON.stringify(fields), json);
    const file = { filename: 'a.xml', content: CII };
    expect(await send('/api/validate-file', { ...file, cii: 'validate' })).toMatchObject(VALID);
    expect(await send('/api/validate-file?cii=unsupported', { ...file, cii: 'validate' })).toMatchObject(UNSUPPORTED);
    expect(await send('/api/validate', { ...file, cii: 'validate' })).toMatchObject({ results: [VALID] });
    const several = { files: [file, file], cii: 'validate' };
    expect(await send('/api/validate', several)).toMatchObject({ results: [VALID, VALID] });
    expect(await send('/api/validation-evidence', { ...file, cii: 'validate' })).toMatchObject(VALID);
    const refused = { status: 400, code: 'invalid_request', errors: [{ pointer: '/cii' }] };
    expect(await send('/api/validate-file', { ...file, cii: 'yes' })).toMatchObject(refused);

    const sendForm = async (path: string, value: string) => {
      const form = new FormData();
      form.append('file', new Blob([CII], { type: 'application/xml' }), 'a.xml');
      form.append('cii', value);
      const response = await fetch(`${api.url}${path}`, { method: 'POST', headers: { 'X-API-Key': KEY }, body: form });
      return { status: response.status, ...((await response.json()) as object) };
    };
    expect(await sendForm('/api/validate-file', 'validate')).toMatchObject(VALID);
    expect(await sendForm('/api/validate', 'validate')).toMatchObject({ results: [VALID] });
    expect(await sendForm('/api/validate', 'yes')).toMatchObject(refused);
  });

  it('signs evidence of the validation', async () => {
    const report = await post('/api/validation-evidence?cii=validate', CII);
    expect(report).toMatchObject({ valid: true, document_type: 'cii', ruleset: { id: 'en16931-cii' } });
    const { semantic_digest } = report as { semantic_digest: string };
    expect(semantic_digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await post('/api/validate?cii=validate', CII)).toMatchObject({ results: [{ semantic_digest }] });
    expect(report).toMatchObject({ semantic_digest_version: 1 });
    expect(await post('/api/validation-evidence', CII)).toMatchObject(UNSUPPORTED);
  });
});

describe('work in the background', () => {
  it('is validated by the form of the page for browsers without scripts', async () => {
    const [, action = ''] = /<form id="check"[^>]* action="([^"]*)"/.exec(renderFront(api.url, 'en')) ?? [];
    const body = new FormData();
    body.append('file', new File([CII], 'cii.xml'));
    const response = await fetch(`${api.url}${action.replaceAll('&amp;', '&')}`, { method: 'POST', body });
    expect(await response.text()).toContain('You can send this invoice');
  });

  it('validates a batch as its submission requested', async () => {
    const files = JSON.stringify({ files: [{ filename: 'a.xml', content: CII }] });
    const json = { 'Content-Type': 'application/json' };
    const resultsOf = async (query: string) => {
      const { id } = await post<{ id: string }>(`/api/batches${query}`, files, json);
      const { workspaceId } = await caller();
      const payload = { workspace_id: workspaceId, batch_id: id, position: 0 };
      await batchValidateSlice.work(payload, api.app as unknown as WorkerApp, SIGNAL);
      return get(`/api/batches/${id}/results`);
    };
    expect(await resultsOf('?cii=validate')).toMatchObject({ results: [VALID] });
    expect(await resultsOf('')).toMatchObject({ results: [UNSUPPORTED] });
  });

  it('validates a document as its submission requested', async () => {
    const documentOf = async (query: string) => {
      const headers = { 'Idempotency-Key': `document ${query}`.replaceAll(' ', '-') };
      const { id } = await post<{ id: string }>(`/api/documents${query}`, CII, headers);
      const { workspaceId } = await caller();
      const payload = { workspace_id: workspaceId, document_id: id };
      await documentValidate.work(payload, api.app as unknown as WorkerApp, SIGNAL);
      return get(`/api/documents/${id}`);
    };
    expect(await documentOf('?cii=validate')).toMatchObject({
      status: 'validated',
      ruleset: { id: 'en16931-cii', coverage: 'full' },
    });
    expect(await documentOf('')).toMatchObject({ status: 'invalid' });
  });

  it('lists the documents with the same business terms, in any syntax, until their content is erased', async () => {
    const parsed = parseXml(Buffer.from(CII));
    if (!parsed.ok) throw new Error('not parsed');
    const { xml: ubl } = convertInvoice(readInvoice(findInvoice(parsed.document)!)!, 'ubl');
    const { workspaceId } = await caller();
    const submit = async (xml: string, key: string) => {
      const { id } = await post<{ id: string }>('/api/documents?cii=validate', xml, { 'Idempotency-Key': key });
      const payload = { workspace_id: workspaceId, document_id: id };
      await documentValidate.work(payload, api.app as unknown as WorkerApp, SIGNAL);
      return get<{ id: string; semantic_digest: string | null }>(`/api/documents/${id}`);
    };
    const numbered = (xml: string): string => xml.replaceAll('OBJ-77', 'OBJ-78');
    const [first, second] = [await submit(numbered(CII), 'same-cii'), await submit(numbered(ubl), 'same-ubl')];
    await submit(CII, 'other');
    expect(first).toMatchObject({ semantic_digest: second.semantic_digest, semantic_digest_version: 1 });
    const listed = async () => {
      const path = `/api/documents?semantic_digest=${first.semantic_digest}`;
      return (await get<{ documents: { id: string }[] }>(path)).documents.map(({ id }) => id);
    };
    expect(await listed()).toEqual([second.id, first.id]);
    await api.app.documents.erase(await caller(), first.id);
    expect(await get(`/api/documents/${first.id}`)).toMatchObject({ semantic_digest: null });
    expect(await listed()).toEqual([second.id]);
  });
});

describe('the default of the instance and of a workspace', () => {
  type Workspace = { cii: string; cii_applied: string };
  const xml = { 'Content-Type': 'application/xml' };

  it('applies the parameter first, then the workspace, then the instance', async () => {
    const strict = await openApi({ cii: 'validate' }, 'sandbox', undefined, parts);
    const validate = async (key: string | null, query = '') => {
      const headers = { ...xml, ...(key !== null && { 'X-API-Key': key }) };
      const url = `${strict.url}/api/validate-file${query}`;
      return (await (await fetch(url, { method: 'POST', headers, body: CII })).json()) as FileResult;
    };
    const change = async (key: string, cii: string): Promise<Workspace> => {
      const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
      const body = JSON.stringify({ cii });
      return (await (
        await fetch(`${strict.url}/api/workspace`, { method: 'PATCH', headers, body })
      ).json()) as Workspace;
    };
    expect(await validate(null)).toMatchObject(VALID);
    expect(await validate(null, '?cii=unsupported')).toMatchObject(UNSUPPORTED);
    const { key } = (await (await fetch(`${strict.url}/api/sandbox-keys`, { method: 'POST' })).json()) as {
      key: string;
    };
    for (const one of ['any text', key]) {
      expect(await validate(one)).toMatchObject(VALID);
      expect(await change(one, 'unsupported')).toMatchObject({ cii: 'unsupported', cii_applied: 'unsupported' });
      expect(await validate(one)).toMatchObject(UNSUPPORTED);
      expect(await validate(one, '?cii=validate')).toMatchObject(VALID);
      expect(await change(one, 'default')).toMatchObject({ cii: 'default', cii_applied: 'validate' });
      expect(await validate(one)).toMatchObject(VALID);
    }
    await strict.close();
  });

  it('applies to all validations of the workspace, and to no other workspace', async () => {
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': 'another' };
    const body = JSON.stringify({ cii: 'validate' });
    const changed = await fetch(`${api.url}/api/workspace`, { method: 'PATCH', headers, body });
    expect(await changed.json()).toMatchObject({ cii: 'validate', environment: 'sandbox' });
    const own = { 'X-API-Key': 'another' };
    expect(await post('/api/validate', CII, own)).toMatchObject({ valid: 1 });
    expect(await post('/api/validation-evidence', CII, own)).toMatchObject({ valid: true });
    expect(await post('/api/validate/official', CII, own)).toMatchObject({ valid: true });
    const files = JSON.stringify({ files: [{ filename: 'a.xml', content: CII }] });
    const { id: batch } = await post<{ id: string }>('/api/batches', files, headers);
    const { id: document } = await post<{ id: string }>('/api/documents', CII, { ...own, 'Idempotency-Key': 'one' });
    const owner = (await api.app.accounts.authenticate('another', '127.0.0.1'))!;
    const { rows } = await sql<{ options: unknown }>`
      select options::jsonb from batches where id = ${batch} union all select options::jsonb from documents where id = ${document}`.execute(
      system(api.db),
    );
    expect(rows).toEqual([{ options: { cii: 'validate' } }, { options: { cii: 'validate' } }]);
    expect(owner.cii).toBe('validate');
    expect(await post('/api/validate-file', CII)).toMatchObject(UNSUPPORTED);
    const read = await fetch(`${api.url}/api/workspace`, { headers: own });
    expect(await read.json()).toMatchObject({ cii: 'validate', id: owner.workspaceId });
  });
});
