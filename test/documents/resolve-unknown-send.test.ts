import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Documents, SendError, SendOutcome } from '../../src/modules/documents/index.ts';
import { readStatusMessage } from '../../src/modules/exchange/status-messages/index.ts';
import { writeMls } from '../../tools/sapi-simulator/answers.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeRecords, makeVerdict, makeWorkspace, prepareDocument, receiveOne } from '../support/records.ts';

// Sends with unknown outcome: resolution by an operator, and late proofs. Runs on PostgreSQL.

let test: TestDatabase;
let documents: Documents;
let scope: Scope;
const AT = new Date(Date.UTC(2026, 10, 22, 12));
beforeAll(async () => {
  test = await makeTestDatabase();
  documents = makeRecords(test.db, () => AT.getTime()).documents;
  scope = { ...(await makeWorkspace(test.db)), actor: 'key_zuzana' };
});
afterAll(() => test.drop());

const ERROR: SendError = { code: 'partner_no_answer', detail: { sk: 'Neodpovedal.', en: 'No answer.' }, said: 'x' };
const UNKNOWN: SendOutcome = { outcome: 'unknown', error: ERROR, again: new Date(AT.getTime() + 60_000) };
const CONFLICT: SendOutcome = { outcome: 'unknown', error: ERROR, again: null };
const REFUSED: SendOutcome = { outcome: 'refused', error: { ...ERROR, code: 'partner_content_refused' } };

async function prepared(): Promise<string> {
  const { id } = await receiveOne(documents, scope);
  await documents.begin(scope, id);
  await documents.complete(scope, id, makeVerdict(true));
  await prepareDocument(documents, scope, id, 'prt_1', Buffer.from(`<envelope>${id}</envelope>`));
  return id;
}

async function send(id: string, ...outcomes: SendOutcome[]): Promise<string> {
  const { preparation } = await documents.get(scope, id);
  await documents.send(scope, id, { preparation: preparation!.id, partner: preparation!.partner });
  for (const outcome of outcomes)
    await documents.completeSend(scope, id, (await documents.get(scope, id)).send!, outcome);
  return id;
}

const sent = async (...outcomes: SendOutcome[]) => send(await prepared(), ...outcomes);
const eventsOf = (id: string) => documents.timeline.readAfter(scope, id, null);
const settle = async (id: string, arrived: boolean, reference: string | null = null) =>
  documents.settleSend(scope, id, { send: (await documents.get(scope, id)).send!.id, arrived, reference });
const envelopeOf = async (id: string) => (await documents.get(scope, id)).preparation!.instance_identifier!;

function attach(code: 'AP' | 'AB' | 'RE', envelope: string) {
  const content = Buffer.from(writeMls(randomUUID(), AT, code, envelope));
  const { lines: _, ...message } = readStatusMessage(content)!;
  return documents.attachMessage(scope, { ...message, reasons: [], findings: [], content });
}

describe('rejection after an attempt with unknown outcome', () => {
  it('keeps the document blocked for other sends until an operator decides (contract, section 6)', async () => {
    const id = await sent(UNKNOWN, REFUSED);
    expect(await documents.get(scope, id)).toMatchObject({
      status: 'send_unknown',
      send: { next_attempt_at: null, run: null, attempts: 2, error: { code: 'partner_repeat_refused', said: 'x' } },
    });
    await expect(documents.prepare(scope, id, { partner: 'prt_1', receiver: null })).rejects.toMatchObject({
      code: 'transition_not_allowed',
    });
  });

  it('is recorded as unknown after an interrupted attempt', async () => {
    const id = await sent();
    const { send: started } = await documents.get(scope, id);
    await documents.beginSend(scope, id, started!.run!);
    await documents.beginSend(scope, id, started!.run!);
    expect(await documents.completeSend(scope, id, started!, REFUSED)).toMatchObject({ status: 'send_unknown' });
  });
});

describe('resolution of a send', () => {
  it('marks the document as sent, starts status checks, and records the operator in the timeline', async () => {
    const id = await sent(CONFLICT);
    const settled = await settle(id, true, 'their-7');
    expect(settled).toMatchObject({
      status: 'sent',
      send: { reference: 'their-7', error: null, accepted_at: AT.toISOString(), next_attempt_at: null },
    });
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: 'send.settled',
      actor: 'key_zuzana',
      data: { partner: 'prt_1', send: settled.send!.id, arrived: true, reference: 'their-7' },
    });
    expect(await documents.beginFollow(scope, id, settled.send!.run!)).toMatchObject({ reference: 'their-7' });
  });

  it('returns the document to `send_prepared`: it can be sent again with the same key, prepared again, or canceled', async () => {
    const again = await sent(UNKNOWN);
    const { send: before } = await documents.get(scope, again);
    expect(await settle(again, false)).toMatchObject({
      status: 'send_prepared',
      send: { error: null, next_attempt_at: null, run: null },
    });
    expect(await documents.beginSend(scope, again, before!.run!)).toBeNull();
    await send(again);
    expect((await documents.get(scope, again)).send).toMatchObject({ idempotency_key: before!.idempotency_key });
    const conflicting = await sent(CONFLICT);
    await settle(conflicting, false);
    expect(await documents.prepare(scope, conflicting, { partner: 'prt_2', receiver: null })).toMatchObject({
      status: 'preparing_send',
    });
    const canceled = await sent(CONFLICT);
    await settle(canceled, false);
    expect(await documents.cancel(scope, canceled)).toMatchObject({ status: 'canceled' });
  });

  it('is rejected for another send, in any other status, and during an attempt', async () => {
    const id = await sent(UNKNOWN);
    const finding = { send: 'snd_other', arrived: true, reference: null };
    await expect(documents.settleSend(scope, id, finding)).rejects.toMatchObject({ code: 'send_not_current' });
    await expect(settle(await sent(), true)).rejects.toMatchObject({ code: 'transition_not_allowed' });
    await expect(documents.settleSend(scope, 'doc_none', finding)).rejects.toMatchObject({
      code: 'document_not_found',
    });
    const { send: waiting } = await documents.get(scope, id);
    await documents.beginSend(scope, id, waiting!.run!);
    await expect(settle(id, false)).rejects.toMatchObject({ code: 'send_attempt_under_way' });
    expect(await settle(id, true)).toMatchObject({ status: 'sent' });
    const erased = await sent(CONFLICT);
    await documents.erase(scope, erased);
    await expect(settle(erased, true)).rejects.toMatchObject({ code: 'document_erased' });
  });

  it('counts once for concurrent requests', async () => {
    const id = await sent(CONFLICT);
    const all = await Promise.allSettled(Array.from({ length: 6 }, (_, index) => settle(id, index % 2 === 0)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('accepts a late acceptance from the partner', async () => {
    const id = await sent(CONFLICT);
    const { send: before } = await documents.get(scope, id);
    await settle(id, false);
    const accepted = { outcome: 'accepted', reference: 'theirs' } as const;
    expect(await documents.completeSend(scope, id, before!, accepted)).toMatchObject({ status: 'sent' });
  });
});

describe('status message about an uncertain send', () => {
  it('stores a status message for a superseded envelope without changing the document status', async () => {
    const id = await sent(REFUSED);
    const earlier = await envelopeOf(id);
    await prepareDocument(documents, scope, id, 'prt_1', Buffer.from('<anew/>'));
    await send(id);
    expect(await attach('AP', earlier.toUpperCase())).toMatchObject({
      document_id: id,
      named_by: 'earlier_instance_identifier',
    });
    expect((await documents.get(scope, id)).status).toBe('sending');
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: 'status_message.received',
      data: { code: 'AP', named_by: 'earlier_instance_identifier' },
    });
  });

  it.each([
    ['AP', 'delivered'],
    ['AB', 'sent'],
    ['RE', 'send_prepared'],
  ] as const)('applies %s after a resolution as not arrived: %s', async (code, status) => {
    const id = await sent(CONFLICT);
    await settle(id, false);
    expect(await attach(code, await envelopeOf(id))).toMatchObject({ document_id: id });
    expect((await documents.get(scope, id)).status).toBe(status);
    expect((await eventsOf(id)).map(({ type }) => type)).toContain('status_message.received');
  });

  it('stores a message about a canceled document and does not match a document that was never sent', async () => {
    const id = await sent(REFUSED);
    await documents.cancel(scope, id);
    expect(await attach('AP', await envelopeOf(id))).toMatchObject({ document_id: id });
    expect((await eventsOf(id)).at(-1)!.type).toBe('status_message.received');
    expect(await attach('AP', await envelopeOf(await prepared()))).toMatchObject({ document_id: null });
  });
});

describe('pending sends of a partner', () => {
  it('finds a document until its outcome is known or it is erased', async () => {
    const find = () => documents.findUnderWay(scope, 'prt_9');
    const to = async (...outcomes: SendOutcome[]) => {
      const id = await prepared();
      await prepareDocument(documents, scope, id, 'prt_9', Buffer.from(`<envelope>${id}</envelope>`));
      expect(await find()).toBeNull();
      return send(id, ...outcomes);
    };
    for (const outcomes of [[], [UNKNOWN], [CONFLICT]]) {
      const id = await to(...outcomes);
      expect(await find()).toBe(id);
      expect(await documents.findUnderWay(await makeWorkspace(test.db), 'prt_9')).toBeNull();
      await documents.erase(scope, id);
    }
    const settled = await to(CONFLICT);
    await settle(settled, true);
    expect(await find()).toBeNull();
  });
});

describe('erasure of a document with unknown outcome', () => {
  it('cancels the planned retry', async () => {
    const id = await sent(UNKNOWN);
    const erased = await documents.erase(scope, id);
    expect(erased.send).toMatchObject({ error: { code: 'content_erased' }, next_attempt_at: null, run: null });
    expect((await eventsOf(id)).slice(-2)).toMatchObject([
      { type: 'send.unknown', data: { error: { code: 'content_erased' }, next_attempt_at: null } },
      { type: 'document.erased' },
    ]);
  });

  it('no longer counts the document as open', async () => {
    const before = (await documents.countOpen()).send_unknown;
    const id = await sent(CONFLICT);
    expect((await documents.countOpen()).send_unknown).toBe(before + 1);
    await documents.erase(scope, id);
    expect((await documents.countOpen()).send_unknown).toBe(before);
  });
});
