import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { makeValidator, type Validator } from '@e-invoice/validator/validation';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { type Partner, USUAL_LIMITS } from '../../src/modules/exchange/partners/index.ts';
import { makeSending, ReceiverUnknown } from '../../src/modules/exchange/sending/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { documentPrepareSend } from '../../workers/document.prepare-send.ts';
import { documentPrepareSendGroup } from '../../workers/document.prepare-send-group.ts';
import { PartnerNotReady } from '../../workers/prepare-document.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { billing } from '../rules/peppol/peppol-invoice.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Mutation, makeCreditNote, makeInvoice, remove, text } from '../support/invoice-builder.ts';
import { FAILURE, makeRecords, makeVerdict, makeWorkspace, receiveOne } from '../support/records.ts';
import { openSimulator, type TestSimulator } from '../support/sapi-simulator.ts';
import { validationPoolOf } from '../support/validation-pool-of.ts';

const CII = readFileSync(`${findRoot()}/schematron/canaries/en16931-cii.good.xml`, 'utf8');

// Uses PostgreSQL and a simulated access point over a socket; the Peppol network is the sandbox.

let test: TestDatabase;
let scope: Scope;
let app: WorkerApp;
let simulator: TestSimulator;
let partner: Partner;
let validator: Validator;
const never = new AbortController().signal;

beforeAll(async () => {
  const root = findRoot();
  [test, simulator] = await Promise.all([makeTestDatabase(), openSimulator()]);
  validator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
  const records = makeRecords(test.db);
  const validationPool = validationPoolOf({ validator });
  const sending = makeSending({ validationPool, peppol: records.peppol, now: Date.now, newUuid: randomUUID });
  app = { ...records, validationPool, sending, now: Date.now } as unknown as WorkerApp;
  scope = await makeWorkspace(test.db);
  partner = await connect({});
});
afterAll(async () => {
  await simulator.close();
  await test.drop();
});
beforeEach(() => simulator.clearFaults());

const connect = (settings: object, secret = 'secret'): Promise<Partner> =>
  app.partners.create(scope, {
    kind: 'sapi-sk',
    name: 'Poštár',
    settings: {
      base_url: simulator.baseUrl,
      client_id: 'erp',
      scope: null,
      mls: null,
      status_path: null,
      receives: [],
      limits: USUAL_LIMITS,
      ...settings,
    },
    secrets: { client_secret: secret },
    sendingEnabled: false,
  });

async function prepare(xml: string, { receiver = null as string | null, to = partner.id } = {}): Promise<string> {
  const { id } = await receiveOne(app.documents, scope, { content: Buffer.from(xml) });
  await app.documents.begin(scope, id);
  await app.documents.complete(scope, id, makeVerdict(true));
  await app.documents.prepare(scope, id, { partner: to, receiver });
  return id;
}

const payloadOf = (id: string) => ({ workspace_id: scope.workspaceId, document_id: id });
const work = (id: string) => documentPrepareSend.work(payloadOf(id), app, never);
const invoice = (...changes: Mutation[]) => makeInvoice(...billing, ...changes);

const failureOf = async (id: string) => {
  const event = (await app.documents.timeline.readAfter(scope, id, null)).at(-1)!;
  return [(await app.documents.get(scope, id)).status, (event.data as { error?: { code: string } }).error?.code];
};

describe('document.prepare-send', () => {
  it('stores an envelope without findings and submits nothing to the partner', async () => {
    const id = await prepare(invoice());
    await work(id);
    const { status, preparation } = await app.documents.get(scope, id);
    expect([status, preparation!.receiver]).toEqual(['send_prepared', '0245:2020273893']);
    const content = await app.documents.artifacts.read(scope, id, 'send-package.xml');
    const result = validator.validate(content, {
      filename: null,
      layers: ['SBDH'],
      today: '2026-11-22',
      clock: () => 0,
    });
    expect([result.sbdh, result.issues]).toEqual([true, []]);
    // Stored next to the envelope: the tax data that the access point of a Slovak seller reports (SK TDD 1.0.0).
    const taxData = await app.documents.artifacts.read(scope, id, 'tax-data.xml');
    expect(taxData.toString()).toContain('urn:peppol:taxdata:sk-1');
    expect(content.toString()).toContain(
      `<sbdh:InstanceIdentifier>${preparation!.instance_identifier}</sbdh:InstanceIdentifier>`,
    );
    expect(simulator.accepted()).toEqual([]);
  });

  it('reports a receiver other than that of the document as a warning, in the event too', async () => {
    const other = text('cac:AccountingCustomerParty/cac:Party/cbc:EndpointID', '2022988022');
    const id = await prepare(invoice(other), { receiver: '0245:2020273893' });
    await work(id);
    const warnings = ['SBDH-RECEIVER-MISMATCH'];
    const { status, preparation } = await app.documents.get(scope, id);
    expect([status, preparation!.warnings]).toEqual(['send_prepared', warnings]);
    const event = (await app.documents.timeline.readAfter(scope, id, null)).at(-1);
    expect(event).toMatchObject({ type: 'send.prepared', data: { warnings } });
  });

  it('prepares once when delivered twice, even concurrently', async () => {
    const id = await prepare(invoice());
    await Promise.all(Array.from({ length: 4 }, () => work(id)));
    const before = await app.documents.get(scope, id);
    await work(id);
    await documentPrepareSend.exhausted(payloadOf(id), app, new Error('late'));
    expect(await app.documents.get(scope, id)).toEqual(before);
    expect(before).toMatchObject({ status: 'send_prepared', last_sequence: 5 });
  });

  it('fails a preparation requested with the document if its validation did not cover all rules', async () => {
    const input = { steps: ['validate', 'send_preparation'] as const, send: { partner: partner.id, receiver: null } };
    const { id } = await receiveOne(app.documents, scope, { content: Buffer.from(invoice()), ...input });
    await app.documents.begin(scope, id);
    await app.documents.complete(scope, id, makeVerdict(true, 'asked'));
    await work(id);
    expect(await failureOf(id)).toEqual(['send_failed', 'document_partly_judged']);
    const { preparation } = await app.documents.get(scope, id);
    expect(preparation).toMatchObject({ sha256: null, error: { code: 'document_partly_judged' } });
    await expect(app.documents.prepare(scope, id, input.send)).rejects.toMatchObject({
      code: 'document_partly_judged',
    });
  });

  it('requests a message level status if the partner requires one', async () => {
    const { id: to } = await connect({ mls: { to: '0242:000123', type: 'FAILURE_ONLY' } });
    const id = await prepare(invoice(), { to });
    await work(id);
    const content = await app.documents.artifacts.read(scope, id, 'send-package.xml');
    expect(content.toString()).toContain('<sbdh:InstanceIdentifier>FAILURE_ONLY</sbdh:InstanceIdentifier>');
  });

  it.each([
    ['receiver_not_registered', invoice(), '0245:0000000003'],
    ['receiver_document_type_not_supported', makeCreditNote(...billing), '0245:0000000002'],
    ['receiver_endpoint_inactive', invoice(), '0245:0000000005'],
    ['receiver_missing', invoice(remove('cac:AccountingCustomerParty/cac:Party/cbc:EndpointID')), null],
    ['sender_missing', invoice(remove('cac:AccountingSupplierParty/cac:Party/cbc:EndpointID')), null],
    ['country_missing', invoice(remove('cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cac:Country')), null],
    ['process_missing', invoice(remove('cbc:ProfileID')), null],
    ['specification_missing', invoice(remove('cbc:CustomizationID')), null],
    ['document_not_sendable', '<Invoice/>', null],
    ['document_not_sendable', CII, null],
  ])('fails immediately with %s, and the document can be prepared again', async (code, xml, receiver) => {
    const id = await prepare(xml, { receiver });
    await work(id);
    expect(await failureOf(id)).toEqual(['send_failed', code]);
    expect(await app.documents.prepare(scope, id, { partner: partner.id, receiver: null })).toMatchObject({
      status: 'preparing_send',
    });
  });

  it('retries an unavailable lookup and reports it only after the last attempt', async () => {
    const id = await prepare(invoice(), { receiver: '0245:0000000004' });
    const error = await work(id).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ReceiverUnknown);
    expect(await app.documents.get(scope, id)).toMatchObject({ status: 'preparing_send' });
    await documentPrepareSend.exhausted(payloadOf(id), app, error as Error);
    expect(await failureOf(id)).toEqual(['send_failed', 'receiver_lookup_unavailable']);
  });

  it('fails immediately on rejected credentials and records the error at the partner', async () => {
    const { id: to } = await connect({}, 'wrong');
    const id = await prepare(invoice(), { to });
    await work(id);
    expect(await failureOf(id)).toEqual(['send_failed', 'partner_credentials_refused']);
    // The document, too, shows the cause with the message of the partner.
    const { preparation } = await app.documents.get(scope, id);
    const expectedText = expect.stringContaining('SAPI-AUTH-001');
    expect(preparation!.error).toMatchObject({ code: 'partner_credentials_refused', said: expectedText });
    const [event] = (await app.documents.timeline.readAfter(scope, id, null)).slice(-1);
    expect(event).toMatchObject({ type: 'send.failed', data: { error: { said: expectedText } } });
    expect((await app.documents.prepare(scope, id, { partner: to, receiver: null })).preparation!.error).toBeNull();
    expect(await app.partners.get(scope, to)).toMatchObject({
      failures: 1,
      last_error: { code: 'credentials_refused' },
    });
  });

  it('caches a successful connection check until the partner changes', async () => {
    const { id: to } = await connect({});
    await Promise.all([await prepare(invoice(), { to }), await prepare(invoice(), { to })].map((id) => work(id)));
    simulator.order({ call: 'token', fault: 'unavailable' });
    const id = await prepare(invoice(), { to });
    await work(id);
    expect(await app.documents.get(scope, id)).toMatchObject({ status: 'send_prepared' });
    await app.partners.change(scope, to, { secrets: { client_secret: 'wrong' } });
    simulator.clearFaults();
    const other = await prepare(invoice(), { to });
    await work(other);
    expect(await failureOf(other)).toEqual(['send_failed', 'partner_credentials_refused']);
  });

  it('retries a temporarily unavailable partner', async () => {
    const { id: to } = await connect({});
    const id = await prepare(invoice(), { to });
    simulator.order({ call: 'token', fault: 'bad-gateway' });
    const error = await work(id).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    await work(id);
    expect(await app.documents.get(scope, id)).toMatchObject({ status: 'send_prepared' });
    const other = await prepare(invoice());
    await documentPrepareSend.exhausted(payloadOf(other), app, error as Error);
    expect(await failureOf(other)).toEqual(['send_failed', 'partner_temporarily_unavailable']);
  });

  it.each([
    ['individually', (id: string) => work(id)],
    [
      'in a group',
      (id: string) => {
        const payload = { workspace_id: scope.workspaceId, document_ids: [id] };
        return documentPrepareSendGroup.work(payload, app, never);
      },
    ],
  ])('respects Retry-After of the partner, %s, records it, and counts no attempt', async (_, doIt) => {
    const { id: to } = await connect({});
    const id = await prepare(invoice(), { to });
    simulator.order({ call: 'token', fault: 'locked' });
    const before = Date.now();
    await doIt(id);
    const event = (await app.documents.timeline.readAfter(scope, id, null)).at(-1)!;
    expect(event).toMatchObject({
      type: 'send_preparation.postponed',
      data: { partner: to, error: { code: 'partner_temporarily_unavailable' }, next_attempt_at: expect.any(String) },
    });
    const again = (event.data as { next_attempt_at: string }).next_attempt_at;
    expect(Date.parse(again) - before).toBeGreaterThanOrEqual(600_000);
    const rows = await system(test.db).selectFrom('outbox').select(['payload', 'run_at']).execute();
    const payload = { ...payloadOf(id), alone: true as const, since: expect.any(String) };
    const job = rows.find(({ run_at }) => run_at.toISOString() === again)!;
    expect(job.payload).toEqual(payload);
    await documentPrepareSend.work(job.payload as typeof payload, app, never);
    expect(await app.documents.get(scope, id)).toMatchObject({ status: 'send_prepared' });
  });

  it('ends postponements after the maximum time', async () => {
    const { id: to } = await connect({});
    const id = await prepare(invoice(), { to });
    simulator.order({ call: 'token', fault: 'locked' });
    const since = new Date(Date.now() - 72 * 3_600_000).toISOString();
    await documentPrepareSend.work({ ...payloadOf(id), since }, app, never);
    expect(await failureOf(id)).toEqual(['send_failed', 'partner_temporarily_unavailable']);
  });

  it('does not postpone a preparation that has ended', async () => {
    const id = await prepare(invoice());
    const { preparation } = await app.documents.get(scope, id);
    await app.documents.cancel(scope, id);
    const put = { why: FAILURE, again: new Date(), since: new Date() };
    expect(await app.documents.postponePreparation(scope, id, preparation!, put)).toBeNull();
  });

  it('fails if the partner was deleted', async () => {
    const { id: to } = await connect({});
    const id = await prepare(invoice(), { to });
    await app.partners.remove(scope, to);
    await work(id);
    expect(await failureOf(id)).toEqual(['send_failed', 'partner_not_found']);
  });

  it('retries a failed job by preparing again for the same partner', async () => {
    const id = await prepare(invoice(), { receiver: '0245:2020273893' });
    await app.documents.failPreparation(scope, id, FAILURE);
    const { retry } = documentPrepareSend;
    if (typeof retry === 'string') throw new Error('the field is a function');
    await retry(payloadOf(id), app as never, scope);
    expect(await app.documents.get(scope, id)).toMatchObject({
      status: 'preparing_send',
      preparation: { partner: partner.id, receiver: '0245:2020273893' },
    });
  });
});

describe('document.prepare-send-group', () => {
  const groupOf = (document_ids: readonly string[]) => ({
    workspace_id: scope.workspaceId,
    document_ids: [...document_ids],
  });
  const statusOf = async (id: string) => (await app.documents.get(scope, id)).status;
  /** Separate jobs of a document. */
  const aloneOf = async (id: string) => {
    const rows = await system(test.db).selectFrom('outbox').select('payload').where('job', '=', JOB).execute();
    return rows.filter(({ payload }) => {
      const { document_id, alone } = payload as { document_id: string; alone?: true };
      return document_id === id && alone === true;
    });
  };
  const JOB = 'document.prepare-send';

  it('each document gets the same envelope, event or failure as in a separate job', async () => {
    const { id: gone } = await connect({});
    const ids = [
      await prepare(invoice()),
      await prepare(invoice(), { receiver: '0245:0000000003' }),
      await prepare(makeCreditNote(...billing), { receiver: '0245:2020273893' }),
      await prepare(invoice(), { to: gone }),
    ];
    await app.partners.remove(scope, gone);
    await documentPrepareSendGroup.work(groupOf(ids), app, never);
    expect(await Promise.all(ids.map(statusOf))).toEqual([
      'send_prepared',
      'send_failed',
      'send_prepared',
      'send_failed',
    ]);
    expect(await failureOf(ids[1]!)).toEqual(['send_failed', 'receiver_not_registered']);
    expect(await failureOf(ids[3]!)).toEqual(['send_failed', 'partner_not_found']);
    for (const id of [ids[0]!, ids[2]!]) {
      const { preparation, last_sequence } = await app.documents.get(scope, id);
      const content = await app.documents.artifacts.read(scope, id, 'send-package.xml');
      expect(content.toString()).toContain(`>${preparation!.instance_identifier}<`);
      expect(createHash('sha256').update(content).digest('hex')).toBe(preparation!.sha256);
      expect(String(await app.documents.artifacts.read(scope, id, 'tax-data.xml'))).toContain(
        preparation!.document_uuid,
      );
      const event = (await app.documents.timeline.readAfter(scope, id, null)).at(-1)!;
      expect(event).toMatchObject({
        sequence: last_sequence,
        type: 'send.prepared',
        data: { partner: partner.id, artifacts: ['send-package.xml', 'tax-data.xml'], sha256: preparation!.sha256 },
      });
    }
  });

  it('prepares each document once when delivered twice, even concurrently with a separate job', async () => {
    const ids = [await prepare(invoice()), await prepare(invoice()), await prepare(invoice())];
    const group = () => documentPrepareSendGroup.work(groupOf(ids), app, never);
    await Promise.all([group(), group(), work(ids[1]!)]);
    await group();
    for (const id of ids) {
      expect(await app.documents.get(scope, id)).toMatchObject({ status: 'send_prepared', last_sequence: 5 });
    }
  });

  it('moves a document whose receiver lookup failed to a separate job and prepares the others', async () => {
    const ids = [await prepare(invoice(), { receiver: '0245:0000000004' }), await prepare(invoice())];
    await documentPrepareSendGroup.work(groupOf(ids), app, never);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['preparing_send', 'send_prepared']);
    expect([await aloneOf(ids[0]!), await aloneOf(ids[1]!)]).toEqual([[expect.anything()], []]);
  });

  it('moves a document whose envelope the database rejects to a separate job and prepares the others', async () => {
    const ids = [await prepare(invoice()), await prepare(invoice()), await prepare(invoice())];
    await sql`
      alter table document_artifacts add constraint refused
      check (document_id <> ${sql.lit(ids[1]!)} or name <> 'send-package.xml')`.execute(system(test.db));
    await documentPrepareSendGroup.work(groupOf(ids), app, never);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['send_prepared', 'preparing_send', 'send_prepared']);
    expect(await Promise.all(ids.map(async (id) => (await aloneOf(id)).length))).toEqual([0, 1, 0]);
  });

  it('moves a document whose failure cannot be stored to a separate job and prepares the others', async () => {
    const ids = [await prepare(invoice()), await prepare(invoice(), { receiver: '0245:0000000003' })];
    const failPreparation = () => Promise.reject(new Error('not stored'));
    const broken = { ...app, documents: { ...app.documents, failPreparation } };
    await documentPrepareSendGroup.work(groupOf(ids), broken, never);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['send_prepared', 'preparing_send']);
    expect(await aloneOf(ids[1]!)).toHaveLength(1);
  });

  it('moves a document that cannot be postponed to a separate job and prepares the others', async () => {
    const ids = [await prepare(invoice()), await prepare(invoice())];
    const [first] = ids;
    const prepareOne: typeof app.sending.prepare = async (request, caller) => {
      if (request.invoice.length === 0) throw new PartnerNotReady(FAILURE, 1_000);
      return app.sending.prepare(request, caller);
    };
    const documents = {
      ...app.documents,
      beginPreparations: async (...args: Parameters<typeof app.documents.beginPreparations>) =>
        (await app.documents.beginPreparations(...args)).map((one) =>
          one.document.id === first ? { ...one, invoice: Buffer.alloc(0) } : one,
        ),
      postponePreparation: () => Promise.reject(new Error('not stored')),
    };
    await documentPrepareSendGroup.work(
      groupOf(ids),
      { ...app, documents, sending: { ...app.sending, prepare: prepareOne } },
      never,
    );
    expect(await Promise.all(ids.map(statusOf))).toEqual(['preparing_send', 'send_prepared']);
    expect(await aloneOf(first!)).toHaveLength(1);
  });

  it('preserves a cancellation and does not store an outdated preparation', async () => {
    const ids = [await prepare(invoice()), await prepare(invoice())];
    const started = await app.documents.beginPreparations(scope, ids);
    await app.documents.cancel(scope, ids[0]!);
    await app.documents.failPreparation(scope, ids[1]!, FAILURE);
    const again = await app.documents.prepare(scope, ids[1]!, { partner: partner.id, receiver: null });
    const prepared = {
      ...{ receiver: '0245:2020273893', instanceIdentifier: randomUUID(), documentUuid: null, taxData: null },
      content: Buffer.from('late'),
    };
    await app.documents.completePreparations(
      scope,
      started.map(({ document: { id }, preparation }) => ({ id, preparation, prepared })),
    );
    expect(await Promise.all(ids.map(statusOf))).toEqual(['canceled', 'preparing_send']);
    expect(await app.documents.get(scope, ids[1]!)).toMatchObject({ preparation: again.preparation });
  });

  it('writes nothing when stopped; after the last attempt each document gets a separate job', async () => {
    const ids = [await prepare(invoice()), await prepare(invoice())];
    const stop = new AbortController();
    const stopped = { ...app, sending: { prepare: () => Promise.reject(stop.abort(new Error('the process stops'))) } };
    await expect(documentPrepareSendGroup.work(groupOf(ids), stopped as never, stop.signal)).rejects.toThrow('stops');
    expect(await Promise.all(ids.map(statusOf))).toEqual(['preparing_send', 'preparing_send']);
    await documentPrepareSendGroup.exhausted(groupOf(ids), app, new Error('again and again'));
    for (const id of ids) expect(await aloneOf(id)).toHaveLength(1);
  });

  it('a large document gets a separate job', async () => {
    const attachment = `<Note>${'x'.repeat(300_000)}</Note>`;
    const id = await prepare(invoice().replace(/(<cbc:IssueDate>)/, `<!-- ${attachment} -->$1`));
    expect(await aloneOf(id)).toHaveLength(1);
    const small = await prepare(invoice());
    expect(await aloneOf(small)).toHaveLength(0);
  });
});
