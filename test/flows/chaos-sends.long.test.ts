import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';
import { BUYER, openSimulator, type TestSimulator } from '../support/sapi-simulator.ts';
import { HANGS_MS, type Part, pause, type Service, waitUntil } from '../support/service.ts';
import { type Client, type Event, makeClient } from './client.ts';
import { describeQueues } from './queues.ts';

/**
 * `CHAOS_SECONDS=120 npm run test:long -- test/flows/chaos` runs for two minutes.
 * CHAOS_SEED repeats the sequence of kills.
 */
const SECONDS = Number(process.env.CHAOS_SECONDS ?? 20);
const SEED = Number(process.env.CHAOS_SEED ?? 20_261_121);

const SENDERS = 4;
/** Concurrent documents per sender. */
const AT_ONCE = 8;
const PARTS: readonly (Part | 'redis')[] = ['api', 'workers', 'workers', 'postgres', 'redis'];

/** One submit in ten meets one of these faults; where possible also after the document was accepted. */
const FAULTS = ['lost-after-accept', 'lost', 'internal', 'unavailable', 'rate-limited', 'bad-gateway', 'conflict'];

/** Deterministic pseudo-random numbers from 0 to 1 (xorshift, 32 bits). */
function makeRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const INVOICE = readFileSync(join(findRoot(), 'test/flows/sendable-invoice.xml'), 'utf8');

/** Milliseconds per document before the test moves on to the next one. */
const MAX_WAIT_MS = 60_000;

type DocumentState = {
  readonly status: string;
  readonly preparation: { readonly id: string; readonly instance_identifier: string | null } | null;
  readonly send: {
    readonly idempotency_key: string;
    readonly next_attempt_at: string | null;
    readonly error: { readonly code: string } | null;
  } | null;
};

describeQueues(`processes killed at random for ${SECONDS} s while documents are sent (seed ${SEED})`, (flow) => {
  let service: Service;
  let client: Client;
  let simulator: TestSimulator;
  beforeAll(async () => {
    simulator = await openSimulator({ now: Date.now, random: makeRandom(SEED + 1) });
    service = await flow.start({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } });
    client = makeClient(() => service.url);
  });
  afterAll(async () => {
    await flow.end();
    await simulator.close();
  });

  const random = makeRandom(SEED);
  const kills: string[] = [];
  let stopped = false;

  /** Retries until a response arrives, because the service may be restarting. */
  const call = async (path: string, options: RequestInit = {}): Promise<{ status: number; body: unknown }> => {
    const end = performance.now() + HANGS_MS;
    for (;;) {
      const response = await client.fetch(path, options).catch((error: Error) => error);
      const body = response instanceof Error ? null : await response.json().catch(() => null);
      if (!(response instanceof Error) && response.status < 500 && response.status !== 429 && body !== null)
        return { status: response.status, body };
      if (performance.now() > end) {
        const met = response instanceof Error ? String(response) : `${response.status} ${JSON.stringify(body)}`;
        throw new Error(`${path} is not answered after ${kills.join(', ')}: ${met}\n${service.output().slice(-4_000)}`);
      }
      await pause(100);
    }
  };
  const post = (path: string, body: object) =>
    call(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const read = async (id: string): Promise<DocumentState> => (await call(`/api/documents/${id}`)).body as DocumentState;

  /** Drives a document as an operator would, repeating what can be repeated, and pauses after a while. */
  const bring = async (id: string, partner: string): Promise<void> => {
    for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end; ) {
      const { status, preparation, send } = await read(id);
      if (status === 'validated' || status === 'send_failed') {
        await post(`/api/documents/${id}/send-preparations`, { partner, receiver: BUYER });
      } else if (status === 'send_prepared') {
        await post(`/api/documents/${id}/sends`, { partner, preparation: preparation!.id });
      } else if (
        status === 'send_unknown' ? send!.next_attempt_at === null : !/ing$|^received$|send_prep/.test(status)
      ) {
        return;
      }
      if (/^(sending|send_unknown|sent)$/.test(status)) return;
      await pause(100);
    }
  };

  const ids = new Set<string>();
  const sender = async (name: number, partner: string): Promise<void> => {
    const one = async (number: string): Promise<void> => {
      const headers = { 'Content-Type': 'application/xml', 'Idempotency-Key': number };
      const body = INVOICE.replace('<cbc:ID>2026-0007<', `<cbc:ID>${number}<`);
      const { status, body: content } = await call('/api/documents', { method: 'POST', headers, body });
      expect([status, content]).toEqual([202, content]);
      const { id } = content as { id: string };
      ids.add(id);
      await bring(id, partner);
    };
    for (let count = 0; !stopped; count++) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => one(`chaos-${name}-${count}-${index}`)));
    }
  };

  const killer = async (): Promise<void> => {
    const end = performance.now() + SECONDS * 1000;
    while (performance.now() < end) {
      // Long enough for the killed process to work again, so that work is in progress at the next kill.
      await pause(3_000 + random() * 5_000);
      const part = PARTS[Math.floor(random() * PARTS.length)]!;
      if (part === 'redis') {
        await flow.redis()?.crash();
        if (flow.redis() !== null) kills.push(part);
      } else if (service.pids(part).length > 0) {
        service.kill9(part);
        kills.push(part);
      }
    }
    stopped = true;
  };

  /** No automatic step follows. */
  const isOver = ({ status, send }: DocumentState): boolean =>
    status === 'delivered' || (status === 'send_unknown' && send!.next_attempt_at === null);

  it(
    'brings every document into one correct final state and sends no envelope and no document twice',
    async () => {
      const { body } = await post('/api/partners', {
        ...{ kind: 'sapi-sk', name: 'Poštár', base_url: simulator.baseUrl, client_id: 'erp', client_secret: 'secret' },
        ...{ status_path: '/documents/{id}/status', sending_enabled: true },
        limits: { at_once: 16, per_second: 1_000 },
      });
      const partner = (body as { id: string }).id;
      for (const fault of FAULTS) simulator.order({ call: 'send', fault, times: null, share: 0.1 / FAULTS.length });
      simulator.order({ call: 'token', fault: 'lost', times: null, share: 0.02 });
      await Promise.all([killer(), ...Array.from({ length: SENDERS }, (_, name) => sender(name, partner))]);

      const open = new Set(ids);
      const states = new Map<string, DocumentState>();
      await waitUntil(
        async () => {
          // Concurrently: one after the other, the waits could exceed the timeout of the test.
          const bringOne = async (id: string): Promise<void> => {
            await bring(id, partner);
            const document = await read(id);
            states.set(id, document);
            if (isOver(document)) open.delete(id);
          };
          await Promise.all([...open].map(bringOne));
          return open.size === 0;
        },
        () => {
          const left = [...open].map((id) => JSON.stringify([id, states.get(id)]));
          return `${open.size} of ${ids.size} documents did not end after ${kills.join(', ')}: ${left.slice(0, 3).join('\n')}`;
        },
      );

      const accepted = simulator.accepted();
      const byKey = new Map(accepted.map((one) => [one.key, one]));
      // Keys, envelopes and contents are unique.
      for (const part of [
        accepted.map(({ key }) => key),
        accepted.map(({ metadata }) => metadata.documentId),
        accepted.map(({ sha256 }) => sha256),
      ]) {
        expect(new Set(part).size).toBe(accepted.length);
      }
      const count = { delivered: 0, send_unknown: 0 };
      for (const [id, { status, preparation, send }] of states) {
        const there = byKey.get(send!.idempotency_key);
        count[status as keyof typeof count] += 1;
        // The partner has every delivered document; an unknown outcome has an error and waits for an operator.
        if (status === 'delivered') expect(there?.metadata.documentId).toBe(preparation!.instance_identifier);
        else expect(send!.error).not.toBeNull();
        const { events } = (await call(`/api/documents/${id}/events`)).body as { events: Event[] };
        expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
        const types = events.map(({ type }) => type);
        expect(types.filter((type) => type === 'send.accepted').length).toBe(status === 'delivered' ? 1 : 0);
        expect(types.filter((type) => type === 'send.prepared').length).toBe(1);
      }
      // Every document at the partner was sent by this test.
      const keys = new Set([...states.values()].map(({ send }) => send!.idempotency_key));
      expect(accepted.filter(({ key }) => !keys.has(key))).toEqual([]);
      expect(service.output()).not.toContain('job failed permanently');
      expect(kills.length).toBeGreaterThan(0);
      process.stdout.write(`${ids.size} documents ${JSON.stringify(count)}, killed: ${kills.join(' ')}\n`);
    },
    SECONDS * 1000 + 600_000,
  );
});
