import type { IncomingMessage } from 'node:http';
import { type Receiver, startReceiver } from './receiver.ts';

/** Fault of the next submission. */
type Fault =
  | 'refuse'
  | 'verification'
  | 'first-attempt-fails'
  | 'lost-after-accept'
  | 'lost'
  | 'unavailable'
  | 'disabled'
  | 'busy';

export type PhossDouble = {
  readonly url: string;
  readonly token: string;
  /** Accepted envelopes, by instance identifier. */
  readonly taken: ReadonlyMap<string, string>;
  /** Number of submissions. */
  readonly submits: () => number;
  readonly order: (fault: Fault) => void;
  readonly setStatus: (
    instanceIdentifier: string,
    status: { readonly status?: string; readonly mlsStatus?: string },
  ) => void;
  readonly stop: Receiver['stop'];
};

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/**
 * Outgoing half of phoss-ap's REST interface on a socket: `submit-sbd` with the header `X-Token` returns 200 with a
 * sending report, 422 with a report when the first attempt failed and is retried, and 400 when it stores nothing;
 * `status/{id}` returns the stored report; sending can be disabled (404).
 */
export async function startPhossDouble(): Promise<PhossDouble> {
  const token = 'phoss-token';
  const taken = new Map<string, string>();
  const statuses = new Map<string, { status: string; mlsStatus: string }>();
  let faults: Fault[] = [];
  let submits = 0;

  const receiver = await startReceiver(async (request, response) => {
    const reply = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    const text = await textOf(request);
    if (request.headers['x-token'] !== token) return reply(401, { message: 'The token is wrong' });
    const path = request.url ?? '';
    if (path === '/api/outbound/in-transmission') return reply(200, []);
    const instance = /^\/api\/outbound\/status\/([^/?]+)$/.exec(path)?.[1];
    if (instance !== undefined) {
      const known = statuses.get(decodeURIComponent(instance));
      return known === undefined
        ? reply(404, {})
        : reply(200, { sbdhInstanceID: instance, ...known, errorDetails: null });
    }
    if (path !== '/api/outbound/submit-sbd' || request.method !== 'POST') return reply(404, {});
    const [fault, ...others] = faults;
    faults = others;
    if (fault === 'disabled') return reply(404, {});
    if (fault === 'unavailable') return reply(503, {});
    if (fault === 'busy') return reply(429, {}, { 'Retry-After': '7' });
    if (fault === 'lost') return void response.destroy();
    submits += 1;
    const id = /<(?:\w+:)?InstanceIdentifier>([^<]+)</.exec(text)?.[1] ?? '';
    if (fault === 'refuse' || taken.has(id)) return reply(400, 'Failed to submit the outbound SBD transaction');
    taken.set(id, text);
    statuses.set(id, { status: fault === 'verification' ? 'rejected' : 'sent', mlsStatus: 'pending' });
    if (fault === 'first-attempt-fails') statuses.set(id, { status: 'failed', mlsStatus: 'pending' });
    if (fault === 'lost-after-accept') return void response.destroy();
    const isFine = fault === undefined;
    reply(isFine ? 200 : 422, { sbdhInstanceID: id, overallSuccess: isFine });
  });

  return {
    url: receiver.url,
    token,
    taken,
    submits: () => submits,
    order: (fault) => void faults.push(fault),
    setStatus: (id, status) =>
      void statuses.set(id, { status: 'sent', mlsStatus: 'pending', ...statuses.get(id), ...status }),
    stop: receiver.stop,
  };
}
