import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Document, Documents, SendError, SendOutcome } from '../../src/modules/documents/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeRecords, makeVerdict, makeWorkspace, prepareDocument, receiveOne } from '../support/records.ts';

// Sending of documents (contract, section 6), on PostgreSQL.

let test: TestDatabase;
let documents: Documents;
let scope: Scope;
let time = Date.UTC(2026, 10, 22, 12);
beforeAll(async () => {
  test = await makeTestDatabase();
  documents = makeRecords(test.db, () => time).documents;
  scope = await makeWorkspace(test.db);
});
afterAll(() => test.drop());

const ERROR: SendError = { code: 'partner_no_answer', detail: { sk: 'Neodpovedal.', en: 'No answer.' }, said: 'x' };
const LATER = new Date(Date.UTC(2026, 10, 22, 13));
const ACCEPTED: SendOutcome = { outcome: 'accepted', reference: 'their-1' };
const REFUSED: SendOutcome = { outcome: 'refused', error: ERROR };
const UNKNOWN: SendOutcome = { outcome: 'unknown', error: ERROR, again: LATER };
const CONFLICT: SendOutcome = { outcome: 'unknown', error: ERROR, again: null };
const HELD: SendOutcome = { outcome: 'held', error: ERROR, again: null };
const POSTPONED: SendOutcome = { outcome: 'postponed', error: ERROR, again: LATER };

const PREPARED_AGAIN = {
  receiver: '0245:2020273893',
  documentUuid: null,
  content: Buffer.from('<anew/>'),
  taxData: Buffer.from('<tax/>'),
};

async function prepared(): Promise<Document> {
  const { id } = await receiveOne(documents, scope);
  await documents.begin(scope, id);
  await documents.complete(scope, id, makeVerdict(true));
  await prepareDocument(documents, scope, id, 'prt_1');
  return documents.get(scope, id);
}

async function sending(...outcomes: SendOutcome[]): Promise<string> {
  const { id, preparation } = await prepared();
  await documents.send(scope, id, { preparation: preparation!.id, partner: 'prt_1' });
  for (const outcome of outcomes) await documents.completeSend(scope, id, await sendOf(id), outcome);
  return id;
}

const sendOf = async (id: string) => (await documents.get(scope, id)).send!;
const runOf = async (id: string): Promise<string> => (await sendOf(id)).run ?? 'none';
const typesOf = async (id: string) =>
  (await documents.timeline.readAfter(scope, id, null)).map(({ type }) => type).slice(5);

/** Enqueued runs with their scheduled times; null means immediately. */
async function runsOf(id: string) {
  const rows = await system(test.db).selectFrom('outbox').selectAll().where('job', '=', 'document.send').execute();
  return rows
    .map(({ payload, run_at }) => ({ ...(payload as { document_id: string; run: string }), runAt: run_at }))
    .filter(({ document_id }) => document_id === id);
}

describe('POST /sends', () => {
  it('starts once, from `send_prepared`, with the stored bytes and a key derived from them', async () => {
    const { id, preparation } = await prepared();
    const request = { preparation: preparation!.id, partner: 'prt_1' };
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => documents.send(scope, id, request)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [run, ...others] = await runsOf(id);
    expect(others).toEqual([]);
    const current = (await documents.beginSend(scope, id, run!.run))!;
    expect(current.content.toString()).toBe('<envelope/>');
    expect(current.send.idempotency_key).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(await typesOf(id)).toEqual(['send.started']);
  });

  it('rejects an outdated preparation and one for another partner', async () => {
    const { id, preparation } = await prepared();
    for (const request of [
      { preparation: 'prp_other', partner: 'prt_1' },
      { preparation: preparation!.id, partner: 'prt_2' },
    ]) {
      await expect(documents.send(scope, id, request)).rejects.toMatchObject({ code: 'preparation_not_current' });
    }
    const { id: unprepared } = await receiveOne(documents, scope);
    await expect(documents.send(scope, unprepared, { preparation: 'p', partner: 'q' })).rejects.toThrow();
  });

  it('derives the same key from the same bytes and different keys from other bytes (facts 1.3, item 2)', async () => {
    const first = await sendOf(await sending());
    expect((await sendOf(await sending())).idempotency_key).toBe(first.idempotency_key);
    const { id } = await receiveOne(documents, scope);
    await documents.begin(scope, id);
    await documents.complete(scope, id, makeVerdict(true));
    const other = await prepareDocument(documents, scope, id, 'prt_1', Buffer.from('<other/>'));
    const { send } = await documents.send(scope, id, { preparation: other.id, partner: 'prt_1' });
    expect(send!.idempotency_key).not.toBe(first.idempotency_key);
  });
});

describe('documents with the same bytes', () => {
  const content = Buffer.from('<Invoice>once</Invoice>');
  async function same(partner: string, receiver?: string): Promise<() => Promise<Document>> {
    const { id } = await receiveOne(documents, scope, { content });
    await documents.begin(scope, id);
    await documents.complete(scope, id, makeVerdict(true));
    const current = await documents.prepare(scope, id, { partner, receiver: null });
    const made = { ...PREPARED_AGAIN, ...(receiver !== undefined && { receiver }), instanceIdentifier: randomUUID() };
    await documents.completePreparation(scope, id, current.preparation!, made);
    return () => documents.send(scope, id, { preparation: current.preparation!.id, partner });
  }
  const complete = async ({ id, send }: Document, outcome: SendOutcome) =>
    documents.completeSend(scope, id, send!, outcome);

  it('are sent to a partner once per receiver, even when requested concurrently', async () => {
    const sends = await Promise.all(Array.from({ length: 6 }, () => same('prt_once')));
    const all = await Promise.allSettled(sends.map((send) => send()));
    const [started] = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(5);
    for (const reason of refused) {
      expect(reason).toMatchObject({ code: 'already_sent', values: { document: started!.id, status: 'sending' } });
    }
    expect(await (await same('prt_other'))()).toMatchObject({ status: 'sending' });
    expect(await (await same('prt_once', '0245:2020317068'))()).toMatchObject({ status: 'sending' });
  });

  it.each([
    ['unknown', [UNKNOWN], false],
    ['accepted', [ACCEPTED], false],
    ['refused', [REFUSED], true],
    ['held', [HELD], true],
  ] as const)('can be sent again after one that was %s', async (name, outcomes, isFree) => {
    const first = await (await same(`prt_${name}`))();
    for (const outcome of outcomes) await complete(first, outcome);
    const again = (await same(`prt_${name}`))();
    if (isFree) expect(await again).toMatchObject({ status: 'sending' });
    else await expect(again).rejects.toMatchObject({ code: 'already_sent' });
  });

  it('rejects a repeated request as already started', async () => {
    const send = await same('prt_again');
    const started = await send();
    const error = {
      code: 'send_already_started',
      values: { id: started.id, send: started.send!.id, status: 'sending' },
    };
    await expect(send()).rejects.toMatchObject(error);
    await complete(started, ACCEPTED);
    await expect(send()).rejects.toMatchObject({ code: 'send_already_started', values: { status: 'sent' } });
  });
});

describe('outcome of a submit', () => {
  it.each([
    ['accepted becomes sent, and only sent', [ACCEPTED], 'sent', ['send.accepted']],
    ['a rejection of the content', [REFUSED], 'send_refused', ['send.refused']],
    ['unknown', [UNKNOWN], 'send_unknown', ['send.unknown']],
    ['a conflict', [CONFLICT], 'send_unknown', ['send.unknown']],
    ['a failed precondition leaves the document prepared', [HELD], 'send_prepared', ['send.held']],
    ['backpressure', [POSTPONED], 'sending', ['send.postponed']],
    ['unknown, then accepted', [UNKNOWN, ACCEPTED], 'sent', ['send.unknown', 'send.accepted']],
    [
      'unknown stays unknown when the retry is rejected',
      [UNKNOWN, REFUSED],
      'send_unknown',
      ['send.unknown', 'send.unknown'],
    ],
    ['unknown twice', [UNKNOWN, UNKNOWN], 'send_unknown', ['send.unknown', 'send.unknown']],
    ['unknown stays unknown when the retry is held', [UNKNOWN, HELD], 'send_unknown', ['send.unknown', 'send.unknown']],
    ['unknown, then postponed', [UNKNOWN, POSTPONED], 'send_unknown', ['send.unknown', 'send.postponed']],
  ] as const)('%s', async (_, outcomes, status, types) => {
    const id = await sending(...outcomes);
    expect((await documents.get(scope, id)).status).toBe(status);
    expect(await typesOf(id)).toEqual(['send.started', ...types]);
  });

  it('schedules a retry with the same key after an unknown outcome, and waits for an operator after a conflict', async () => {
    const before = await sendOf(await sending());
    const id = await sending(UNKNOWN);
    const send = await sendOf(id);
    expect(send).toMatchObject({ attempts: 1, next_attempt_at: LATER.toISOString() });
    expect(send.idempotency_key).toBe(before.idempotency_key);
    expect((await runsOf(id)).map(({ run, runAt }) => [run === send.run, runAt])).toEqual([
      [false, expect.anything()],
      [true, LATER],
    ]);
    const stuck = await sending(CONFLICT);
    expect(await sendOf(stuck)).toMatchObject({ run: null, next_attempt_at: null });
    expect(await runsOf(stuck)).toHaveLength(1);
  });

  it('does not count a postponed submit as an attempt', async () => {
    expect(await sendOf(await sending(POSTPONED, POSTPONED, ACCEPTED))).toMatchObject({ attempts: 1, error: null });
  });

  it('sends the same bytes with the same key in a new send after a missing precondition', async () => {
    const id = await sending(HELD);
    const { preparation, send } = await documents.get(scope, id);
    const again = await documents.send(scope, id, { preparation: preparation!.id, partner: 'prt_1' });
    expect(again.send).toMatchObject({ attempts: 0, idempotency_key: send!.idempotency_key });
    expect(again.send!.id).not.toBe(send!.id);
  });

  it('can prepare a rejected document again, which removes the earlier send', async () => {
    const id = await sending(REFUSED);
    const again = await documents.prepare(scope, id, { partner: 'prt_2', receiver: null });
    expect([again.status, again.send]).toEqual(['preparing_send', null]);
    const prepared = { ...PREPARED_AGAIN, instanceIdentifier: randomUUID() };
    await documents.completePreparation(scope, id, again.preparation!, prepared);
    expect(await documents.get(scope, id)).toMatchObject({ status: 'send_prepared' });
    expect(await documents.artifacts.read(scope, id, 'send-package.xml')).toEqual(prepared.content);
  });

  it('is accepted from an earlier run only when the partner accepted the document', async () => {
    const id = await sending();
    const first = await sendOf(id);
    await documents.completeSend(scope, id, first, UNKNOWN);
    expect(await documents.beginSend(scope, id, first.run!)).toBeNull();
    expect(await documents.completeSend(scope, id, first, REFUSED)).toBeNull();
    expect(await documents.completeSend(scope, id, first, ACCEPTED)).toMatchObject({ status: 'sent' });
    expect(await documents.completeSend(scope, id, first, ACCEPTED)).toBeNull();
    expect(await typesOf(id)).toEqual(['send.started', 'send.unknown', 'send.accepted']);
  });

  it('does not apply a late acceptance of an earlier send to the current one', async () => {
    const id = await sending(REFUSED);
    const { send: earlier } = await documents.get(scope, id);
    const again = await documents.prepare(scope, id, { partner: 'prt_1', receiver: null });
    const prepared = { ...PREPARED_AGAIN, instanceIdentifier: randomUUID() };
    await documents.completePreparation(scope, id, again.preparation!, prepared);
    const { preparation } = await documents.get(scope, id);
    await documents.send(scope, id, { preparation: preparation!.id, partner: 'prt_1' });
    expect(await documents.completeSend(scope, id, earlier!, ACCEPTED)).toBeNull();
    expect(await documents.get(scope, id)).toMatchObject({ status: 'sending' });
  });

  it('repeats an unknown send on request, with the same send and key', async () => {
    const id = await sending(CONFLICT);
    const before = await sendOf(id);
    const { send, status } = await documents.retry(scope, id);
    expect([status, send!.id, send!.idempotency_key]).toEqual(['send_unknown', before.id, before.idempotency_key]);
    expect((await documents.beginSend(scope, id, send!.run!))!.send.id).toBe(before.id);
    expect(await typesOf(id)).toEqual(['send.started', 'send.unknown', 'send.repeated']);
  });

  it('stays unknown after an interrupted run, whatever the next run returns', async () => {
    const interrupted = async () => {
      const id = await sending();
      const send = await sendOf(id);
      await documents.beginSend(scope, id, send.run!);
      expect((await documents.beginSend(scope, id, send.run!))!.send.attempts).toBe(1);
      return { id, send };
    };
    const held = await interrupted();
    expect(await documents.completeSend(scope, held.id, held.send, HELD)).toMatchObject({ status: 'send_unknown' });
    await expect(documents.cancel(scope, held.id)).rejects.toMatchObject({ code: 'transition_not_allowed' });
    const postponed = await interrupted();
    await documents.completeSend(scope, postponed.id, postponed.send, POSTPONED);
    const next = await sendOf(postponed.id);
    expect((await documents.beginSend(scope, postponed.id, next.run!))!.send.attempts).toBe(1);
    expect(await documents.completeSend(scope, postponed.id, next, HELD)).toMatchObject({ status: 'send_unknown' });
  });

  it('rejects cancelation when a partner has, or may have, the document', async () => {
    const current = await sending();
    await documents.beginSend(scope, current, (await runOf(current))!);
    for (const id of [current, await sending(UNKNOWN), await sending(ACCEPTED)]) {
      await expect(documents.cancel(scope, id)).rejects.toMatchObject({ code: 'transition_not_allowed' });
    }
    for (const id of [await sending(HELD), await sending(REFUSED)]) {
      expect(await documents.cancel(scope, id)).toMatchObject({ status: 'canceled' });
    }
  });

  it('allows cancelation before the first attempt and after a postponement, and ends its run', async () => {
    for (const id of [await sending(), await sending(POSTPONED)]) {
      const run = (await runOf(id))!;
      expect(await documents.cancel(scope, id)).toMatchObject({ status: 'canceled' });
      expect([await documents.findSend(scope, id, run), await documents.beginSend(scope, id, run)]).toEqual([
        null,
        null,
      ]);
    }
  });

  it('leaves an unknown outcome without further runs when the content is erased during a send', async () => {
    const id = await sending();
    const run = await runOf(id);
    const erased = await documents.erase(scope, id);
    expect(erased).toMatchObject({ status: 'send_unknown', send: { error: { code: 'content_erased' }, run: null } });
    expect(await documents.beginSend(scope, id, run)).toBeNull();
    expect(await typesOf(id)).toEqual(['send.started', 'send.unknown', 'document.erased']);
    time += 1;
  });
});
