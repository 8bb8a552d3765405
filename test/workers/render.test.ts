import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Documents } from '../../src/modules/documents/index.ts';
import { NotPrinted } from '../../src/modules/rendering/index.ts';
import { documentRender } from '../../workers/document.render.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { startPrinter, whyNoChromium } from '../support/chromium.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { makeRecords, makeVerdict, makeWorkspace, receiveOne } from '../support/records.ts';
import { large, startPoisoned } from '../support/renderers.ts';

let test: TestDatabase;
let documents: Documents;
let scope: Scope;
const { printer } = startPrinter();
const unable = startPrinter({ path: '/no/chromium' }).printer;
const never = new AbortController().signal;

beforeAll(async () => {
  test = await makeTestDatabase();
  documents = makeRecords(test.db).documents;
  scope = await makeWorkspace(test.db);
});
afterAll(async () => {
  await printer.close();
  await test.drop();
});

const partsWith = (used: WorkerApp['printer']): WorkerApp =>
  ({ documents, printer: used, now: () => Date.UTC(2026, 10, 21, 12) }) as unknown as WorkerApp;

async function receiveValidated(content: string, valid = true) {
  const { id } = await receiveOne(documents, scope, { content: Buffer.from(content), steps: ['validate', 'render'] });
  await documents.begin(scope, id);
  await documents.complete(scope, id, makeVerdict(valid));
  return { id, payload: { workspace_id: scope.workspaceId, document_id: id } };
}

const reason = await whyNoChromium();

describe.skipIf(reason !== null)('document.render', () => {
  it('renders HTML and PDF of a valid or invalid document once, without changing its status', async () => {
    const xml = makeInvoice();
    const { id, payload } = await receiveValidated(xml, false);
    await Promise.all([1, 2].map(() => documentRender.work(payload, partsWith(printer), never)));
    const html = String(await documents.artifacts.read(scope, id, 'invoice.html'));
    expect(html).toMatch(/^<!doctype html>\n<html lang="sk">/);
    const pdf = await PDFDocument.load(await documents.artifacts.read(scope, id, 'invoice.pdf'));
    expect(Buffer.from(pdf.getAttachments()[0]!.data).toString()).toBe(xml);
    const events = await documents.timeline.readAfter(scope, id, null);
    expect(events.filter(({ type }) => type === 'render.completed')).toMatchObject([
      { data: { artifacts: ['invoice.html', 'invoice.pdf'] } },
    ]);
    expect(await documents.get(scope, id)).toMatchObject({ status: 'invalid' });
  });

  it('is retried after Chromium was unavailable', async () => {
    const { id, payload } = await receiveValidated(makeInvoice());
    await expect(documentRender.work(payload, partsWith(unable), never)).rejects.toThrow(NotPrinted);
    await documentRender.work(payload, partsWith(printer), never);
    expect(await documents.get(scope, id)).toMatchObject({ status: 'validated', failed_steps: [] });
  });
});

it('fails only the step, immediately, for a file that is not an invoice', async () => {
  const { id, payload } = await receiveValidated('<x/>');
  await documentRender.work(payload, partsWith(unable), never);
  expect(await documents.get(scope, id)).toMatchObject({ status: 'validated', failed_steps: ['render'] });
  const events = await documents.timeline.readAfter(scope, id, null);
  expect(events.at(-1)).toMatchObject({
    type: 'document.failed',
    data: { step: 'render', error: { code: 'invoice_unreadable' } },
  });
});

it('fails only the step, immediately, if rendering is aborted at a limit', async () => {
  const renderers = startPoisoned({ timeLimit: 200 });
  const { id, payload } = await receiveValidated(large('loop').toString());
  await documentRender.work(payload, partsWith(startPrinter({ renderers }).printer), never);
  expect(await documents.get(scope, id)).toMatchObject({ status: 'validated', failed_steps: ['render'] });
  const events = await documents.timeline.readAfter(scope, id, null);
  expect(events.at(-1)).toMatchObject({ data: { step: 'render', error: { code: 'pdf_limit_reached' } } });
  await renderers.close();
});

it('fails only the step, after all attempts, on a machine without Chromium', async () => {
  const { id, payload } = await receiveValidated(makeInvoice());
  await expect(documentRender.work(payload, partsWith(unable), never)).rejects.toMatchObject({ reason: 'unavailable' });
  await documentRender.exhausted(payload, partsWith(unable), new Error('last'));
  expect(await documents.get(scope, id)).toMatchObject({ status: 'validated', failed_steps: ['render'] });
});
