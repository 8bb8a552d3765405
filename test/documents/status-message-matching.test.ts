import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Documents } from '../../src/modules/documents/index.ts';
import { readStatusMessage } from '../../src/modules/exchange/status-messages/index.ts';
import { writeInvoiceResponse, writeMls } from '../../tools/sapi-simulator/answers.ts';
import { documentFollowSend } from '../../workers/document.follow-send.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeRecords, makeVerdict, makeWorkspace, prepareDocument, receiveOne, SUMMARY } from '../support/records.ts';

// Status messages for sent documents (contract, section 6; facts 4), on PostgreSQL.

let test: TestDatabase;
let documents: Documents;
let scope: Scope;
let time = Date.UTC(2026, 10, 22, 12);
const AT = new Date(time);
beforeAll(async () => {
  test = await makeTestDatabase();
  documents = makeRecords(test.db, () => time).documents;
  scope = await makeWorkspace(test.db);
});
afterAll(() => test.drop());

const ERROR = { code: 'partner_no_answer', detail: { sk: 'x', en: 'x' }, said: null };

/** Sends a document; `accepted` false: the partner's response is lost. */
async function sent(accepted = true) {
  const { id } = await receiveOne(documents, scope);
  await documents.begin(scope, id);
  const verdict = makeVerdict(true);
  await documents.complete(scope, id, { ...verdict, summary: { ...SUMMARY, invoice_id: `F-${id}` } });
  const prepared = await prepareDocument(documents, scope, id, 'prt_1', undefined, randomUUID());
  const { id: preparation, instance_identifier } = prepared;
  const { send } = await documents.send(scope, id, { preparation, partner: 'prt_1' });
  const outcome = accepted
    ? ({ outcome: 'accepted', reference: 'theirs' } as const)
    : ({ outcome: 'unknown', error: ERROR, again: null } as const);
  await documents.completeSend(scope, id, send!, outcome);
  return { id, envelope: instance_identifier! };
}

function attach(xml: string) {
  const content = Buffer.from(xml);
  const { lines, ...message } = readStatusMessage(content)!;
  const reasons = lines.flatMap(({ reason }) => reason ?? []);
  return documents.attachMessage(scope, { ...message, reasons, findings: [], content });
}

const statusOf = async (id: string) => (await documents.get(scope, id)).status;
const lastOf = async (id: string, count: number) =>
  (await documents.timeline.readAfter(scope, id, null)).map(({ type }) => type).slice(-count);
const answerOf = (id: string, code: string, buyer = '0245:2020273893') =>
  writeInvoiceResponse(
    randomUUID(),
    AT,
    code,
    { number: `F-${id}`, typeCode: '380' },
    {
      ...{ documentId: '-', documentTypeId: '-', processId: '-', creationDateTime: '-' },
      senderParticipantId: '0245:2020317068',
      receiverParticipantId: buyer,
    },
  );

describe('Message Level Status', () => {
  it.each([
    ['AP', 'delivered', ['status_message.received', 'delivery.completed']],
    ['RE', 'delivery_failed', ['status_message.received', 'delivery.failed']],
    ['AB', 'sent', ['send.accepted', 'status_message.received']],
  ] as const)('%s: %s', async (code, status, types) => {
    const { id, envelope } = await sent();
    expect(await attach(writeMls('m', AT, code, envelope))).toMatchObject({ document_id: id, replayed: false });
    expect([await statusOf(id), await lastOf(id, 2)]).toEqual([status, types]);
  });

  it('counts once, even when received repeatedly or concurrently', async () => {
    const { id, envelope } = await sent();
    const xml = writeMls('m', AT, 'AP', envelope);
    const all = await Promise.all(Array.from({ length: 6 }, () => attach(xml)));
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(all.map((one) => one.id)).size).toBe(1);
    expect(await lastOf(id, 3)).toEqual(['send.accepted', 'status_message.received', 'delivery.completed']);
  });

  it('proves that the partner had a document with unknown outcome', async () => {
    const { id, envelope } = await sent(false);
    await attach(writeMls('m', AT, 'AP', envelope));
    expect(await lastOf(id, 3)).toEqual(['send.accepted', 'status_message.received', 'delivery.completed']);
    expect(await documents.get(scope, id)).toMatchObject({ status: 'delivered', send: { run: null, error: null } });
  });

  it.each([
    ['in capitals', (envelope: string) => envelope.toUpperCase()],
    ['as a URN', (envelope: string) => `urn:uuid:${envelope}`],
  ])('matches the envelope identifier written %s', async (_, written) => {
    const { id, envelope } = await sent();
    const attached = await attach(writeMls('m', AT, 'AP', written(envelope)));
    expect(attached).toMatchObject({ document_id: id, named_by: 'instance_identifier' });
  });

  it('matches by the tax office identifier and reports that in the event (facts 4.1)', async () => {
    const { id } = await sent();
    const { preparation } = await documents.get(scope, id);
    const result = await attach(writeMls('m', AT, 'AP', preparation!.document_uuid!));
    expect([result.named_by, await statusOf(id)]).toEqual(['document_uuid', 'delivered']);
    const events = await documents.timeline.readAfter(scope, id, null);
    expect(events.find(({ type }) => type === 'status_message.received')!.data).toMatchObject({
      named_by: 'document_uuid',
    });
  });

  it('adds an event without changing a final status', async () => {
    const { id, envelope } = await sent();
    await attach(writeMls('m1', AT, 'AP', envelope));
    await attach(writeMls('m2', AT, 'RE', envelope));
    expect([await statusOf(id), await lastOf(id, 1)]).toEqual(['delivered', ['status_message.received']]);
  });

  it('is attached when it is received again after its document was sent, with the same id', async () => {
    const { id } = await receiveOne(documents, scope);
    await documents.begin(scope, id);
    await documents.complete(scope, id, makeVerdict(true));
    const prepared = await prepareDocument(documents, scope, id, 'prt_1', undefined, randomUUID());
    const xml = writeMls('early', AT, 'AP', prepared.instance_identifier!);
    const early = await attach(xml);
    expect(early).toMatchObject({ document_id: null, replayed: false });
    expect(await attach(xml)).toEqual({ ...early, replayed: true });
    const { send } = await documents.send(scope, id, { preparation: prepared.id, partner: 'prt_1' });
    await documents.completeSend(scope, id, send!, { outcome: 'accepted', reference: 'theirs' });
    const all = await Promise.all(Array.from({ length: 6 }, () => attach(xml)));
    for (const one of all) {
      expect(one).toEqual({ id: early.id, document_id: id, named_by: 'instance_identifier', replayed: true });
    }
    expect(await lastOf(id, 3)).toEqual(['send.accepted', 'status_message.received', 'delivery.completed']);
  });

  it('is stored without a document when its reference is unknown', async () => {
    expect(await attach(writeMls('m', AT, 'AP', randomUUID()))).toMatchObject({
      document_id: null,
      named_by: null,
      replayed: false,
    });
    const { envelope } = await sent();
    const stranger = await makeWorkspace(test.db);
    const content = Buffer.from(writeMls('other', AT, 'AP', envelope));
    const { lines: _, ...message } = readStatusMessage(content)!;
    expect(await documents.attachMessage(stranger, { ...message, reasons: [], findings: [], content })).toMatchObject({
      document_id: null,
    });
  });
});

describe('Invoice Response', () => {
  it('matches by invoice number and buyer, adds its code to the event, and proves delivery', async () => {
    const { id } = await sent();
    await attach(answerOf(id, 'IP'));
    await attach(answerOf(id, 'AP'));
    expect(await statusOf(id)).toBe('delivered');
    const events = (await documents.timeline.readAfter(scope, id, null)).slice(-3);
    expect(events.map(({ type, data }) => [type, (data as { code?: string }).code])).toEqual([
      ['invoice_response.received', 'IP'],
      ['delivery.completed', undefined],
      ['invoice_response.received', 'AP'],
    ]);
  });

  it('from another sender does not match', async () => {
    const { id } = await sent();
    expect(await attach(answerOf(id, 'AP', '0245:2020000001'))).toMatchObject({ document_id: null });
    expect(await statusOf(id)).toBe('sent');
  });
});

describe('job document.follow-send', () => {
  const follow = async (
    id: string,
    answer: { status: 'delivered' | 'open' } | { status: 'failed'; partnerMessage: string } | null,
  ) => {
    const partners = { readStatus: () => Promise.resolve(answer) };
    const app = { documents, partners, now: () => time } as unknown as WorkerApp;
    const { run } = (await documents.get(scope, id)).send!;
    const payload = { workspace_id: scope.workspaceId, document_id: id, run: run ?? 'none' };
    await documentFollowSend.work(payload, app, new AbortController().signal);
    return payload;
  };

  it.each([
    [{ status: 'delivered' }, 'delivered'],
    [{ status: 'failed', partnerMessage: 'x' }, 'delivery_failed'],
    [{ status: 'open' }, 'sent'],
    [null, 'sent'],
  ] as const)('%o: %s', async (answer, status) => {
    const { id } = await sent();
    await follow(id, answer);
    expect(await statusOf(id)).toBe(status);
  });

  it('reports a missing status after 25 minutes once, and withdraws that after a message', async () => {
    const { id, envelope } = await sent();
    await follow(id, { status: 'open' });
    expect((await documents.get(scope, id)).send!.unconfirmed_since).toBeNull();
    time += 25 * 60_000;
    await follow(id, { status: 'open' });
    await follow(id, { status: 'open' });
    const { send, status } = await documents.get(scope, id);
    expect([status, send!.unconfirmed_since, await lastOf(id, 2)]).toEqual([
      'sent',
      new Date(time).toISOString(),
      ['send.accepted', 'delivery.unconfirmed'],
    ]);
    await attach(writeMls('m', AT, 'AB', envelope));
    expect((await documents.get(scope, id)).send!.unconfirmed_since).toBeNull();
  });

  it('ignores an earlier run', async () => {
    const { id } = await sent();
    const { run } = await follow(id, null);
    expect(await documents.beginFollow(scope, id, run)).toBeNull();
  });
});
