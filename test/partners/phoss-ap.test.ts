import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { type Partners, USUAL_LIMITS } from '../../src/modules/exchange/partners/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { type PhossDouble, startPhossDouble } from '../support/phoss-double.ts';
import { makeTestPartners, makeWorkspace } from '../support/records.ts';
import { envelopeOf } from './envelope.ts';

// REST interface of phoss-ap over a socket (facts 6): submit, duplicate detection, status.

let test: TestDatabase;
let phoss: PhossDouble;
let partners: Partners;
let scope: Scope;
let id: string;
const never = new AbortController().signal;

beforeAll(async () => {
  [test, phoss] = await Promise.all([makeTestDatabase(), startPhossDouble()]);
  partners = makeTestPartners(test.db);
});
afterAll(async () => {
  await phoss.stop();
  await test.drop();
});
beforeEach(async () => {
  scope = await makeWorkspace(test.db);
  id = await connect();
});

const connect = async (token = phoss.token): Promise<string> => {
  const settings = { base_url: phoss.url, mls: null, limits: USUAL_LIMITS };
  const input = { kind: 'phoss-ap', name: 'AP', settings, secrets: { token }, sendingEnabled: true } as const;
  return (await partners.create(scope, input)).id;
};

const submit = (instance: string, to = id) =>
  partners.submit(scope, to, async () => ({ content: envelopeOf(instance), key: 'unused' }), never);

describe('phoss-ap', () => {
  it('sends the stored envelope and references it by its instance identifier', async () => {
    const instance = randomUUID();
    expect(await submit(instance)).toEqual({ outcome: 'accepted', reference: instance });
    expect(phoss.taken.get(instance)).toBe(envelopeOf(instance).toString());
  });

  it('does not submit a known document again', async () => {
    const instance = randomUUID();
    phoss.order('lost-after-accept');
    expect(await submit(instance)).toMatchObject({ outcome: 'unknown', code: 'no_answer', repeats: true });
    const before = phoss.submits();
    expect(await submit(instance)).toEqual({ outcome: 'accepted', reference: instance });
    expect(phoss.submits()).toBe(before);
  });

  it.each([
    ['first-attempt-fails', { outcome: 'accepted' }],
    ['verification', { outcome: 'refused', why: 'content', code: 'content_refused' }],
    ['refuse', { outcome: 'refused', why: 'content', code: 'content_refused' }],
    ['disabled', { outcome: 'refused', why: 'precondition', code: 'unexpected_answer' }],
    ['busy', { outcome: 'refused', why: 'pressure', retryAfter: 7_000 }],
    ['unavailable', { outcome: 'unknown', repeats: true }],
    ['lost', { outcome: 'unknown', repeats: true }],
  ] as const)('%s: %o', async (fault, expected) => {
    phoss.order(fault);
    expect(await submit(randomUUID())).toMatchObject(expected);
  });

  it('reports a wrong token as a precondition and in the connection test', async () => {
    const wrong = await connect('wrong');
    const before = phoss.submits();
    expect(await submit(randomUUID(), wrong)).toMatchObject({ why: 'precondition', code: 'credentials_refused' });
    expect(phoss.submits()).toBe(before);
    expect((await partners.check(scope, wrong, never)).connection).toMatchObject({
      fault: { code: 'credentials_refused', isFinal: true },
    });
    expect((await partners.check(scope, id, never)).connection).toEqual({ ok: true });
  });

  it.each([
    [{ status: 'sent', mlsStatus: 'pending' }, 'open'],
    // Neither the receipt of the next access point nor an unconfirmed MLS is a delivery.
    [{ status: 'sent', mlsStatus: 'received_ab' }, 'open'],
    [{ status: 'failed' }, 'open'],
    [{ mlsStatus: 'received_ap' }, 'delivered'],
    [{ mlsStatus: 'received_re' }, 'failed'],
    [{ status: 'permanently_failed' }, 'failed'],
  ])('reports %o as %s', async (status, expected) => {
    const instance = randomUUID();
    await submit(instance);
    phoss.setStatus(instance, status);
    expect(await partners.readStatus(scope, id, instance, never)).toMatchObject({ status: expected });
  });

  it('reports its capabilities, without an inbox', async () => {
    expect(await partners.readStatus(scope, id, 'nobody-knows', never)).toEqual({ status: 'open' });
    expect(await partners.dryRun(scope, id, { content: envelopeOf('x'), key: 'k' }, never)).toBeNull();
    await partners.pullInbox(scope, id, () => Promise.reject(new Error('not expected')), never);
  });
});
