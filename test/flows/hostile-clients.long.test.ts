import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeInvoice } from '../support/invoice-builder.ts';
import { pause, removeData, type Service, startService, waitUntil, whileWorkersStand } from '../support/service.ts';
import { type Client, type Event, follow, makeClient, toStory, WHOLE_STORY } from './client.ts';

const XML = makeInvoice();

let service: Service;
let client: Client;
const sockets: Socket[] = [];

beforeAll(async () => {
  service = await startService();
  client = makeClient(() => service.url);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service.stop();
  removeData(service);
});

/** A raw socket, for requests that are not valid HTTP. */
async function dial(): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Reads until the server closes its side; this side stays open. */
async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'end');
  return Buffer.concat(chunks).toString();
}

async function openFiles(): Promise<number> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^process_open_fds\S* (\d+)/m.exec(metrics)![1]);
}

const requestFor = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

it('rejects endless headers with a problem response', async () => {
  const socket = await dial();
  socket.write(requestFor('/api/rulesets', `X-Filename: ${'a'.repeat(100_000)}`));
  const answer = await readAll(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('"code":"headers_too_large"');
});

it('rejects data that is not HTTP with a problem response', async () => {
  for (const garbage of [
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'HELO there\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
  ]) {
    const socket = await dial();
    socket.write(garbage, 'latin1');
    const answer = await readAll(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"malformed_http"');
  }
});

it('closes a rejected connection although the client keeps its side open', async () => {
  const before = await openFiles();
  for (let number = 0; number < 50; number++) {
    const socket = await dial();
    socket.write('HELO there\r\n\r\n');
    await readAll(socket);
  }
  await waitUntil(
    async () => (await openFiles()) < before + 10,
    () => 'refused connections stay open',
  );
});

it('creates no document for an upload that breaks off', async () => {
  const alone = makeClient(() => service.url, 'broken-upload');
  for (const head of [`Content-Length: ${XML.length * 2}`, 'Transfer-Encoding: chunked']) {
    const socket = await dial();
    const chunk = head.startsWith('T') ? `${Buffer.byteLength(XML).toString(16)}\r\n${XML}\r\n` : XML;
    socket.write(
      [
        'POST /api/documents HTTP/1.1',
        'Host: x',
        'X-API-Key: broken-upload',
        'Idempotency-Key: broken',
        'Content-Type: application/xml',
        head,
        '',
        chunk,
      ].join('\r\n'),
    );
    await pause(300);
    socket.destroy();
  }
  await pause(300);
  expect(await alone.count(null)).toBe(0);
  // The idempotency key is still unused.
  const whole = await alone.post('<Invoice/>', { 'Idempotency-Key': 'broken' });
  expect([whole.status, whole.headers.get('Idempotency-Replayed')]).toEqual([202, null]);
});

it('serves two hundred followers of one document and releases their connections', async () => {
  const before = await openFiles();
  const streams = await whileWorkersStand(service, async () => {
    const receipt = await client.submit(XML);
    const opened = await Promise.all(Array.from({ length: 200 }, () => follow(client, receipt.id)));
    await Promise.all(opened.map((stream) => stream.take(1)));
    // Half of them disconnect abruptly.
    for (const stream of opened.splice(0, 100)) stream.close();
    return opened;
  });
  const received = await Promise.all(streams.map((stream) => stream.take(2)));
  for (const messages of received) expect(toStory(messages.map(({ data }) => data))).toEqual(WHOLE_STORY.slice(1));
  for (const stream of streams) stream.close();
  await waitUntil(
    async () => (await openFiles()) < before + 50,
    () => 'connections of followers stay open',
  );
});

it('is not blocked by event streams that are never read', async () => {
  const { id } = await client.submit(XML);
  for (let reader = 0; reader < 20; reader++) {
    const socket = await dial();
    socket.pause();
    const key = `X-API-Key: ${client.headers['X-API-Key']}`;
    socket.write(requestFor(`/api/documents/${id}/events`, key, 'Accept: text/event-stream'));
  }
  expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
});

/** Stalled uploads, which a stop would wait for. */
const uploads: Socket[] = [];

it('is not blocked by three hundred slow connections', async () => {
  for (let slow = 0; slow < 300; slow++) {
    const socket = await dial();
    if (slow % 3 === 1) socket.write('GET /api/rulesets HT');
    if (slow % 3 === 2) {
      uploads.push(socket);
      socket.write(
        'POST /api/validate-file HTTP/1.1\r\nHost: x\r\nContent-Type: application/xml\r\nContent-Length: 99999\r\n\r\n<Inv',
      );
    }
  }
  const { id } = await client.submit(XML);
  expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
});

it('accepts a thousand concurrent documents and validates each once', async () => {
  const crowd = makeClient(() => service.url);
  const ids: string[] = [];
  let next = 0;
  const submitter = async (): Promise<void> => {
    while (next < 1_000) {
      next += 1;
      ids.push((await crowd.submit(XML)).id);
    }
  };
  await Promise.all(Array.from({ length: 50 }, submitter));
  expect(new Set(ids).size).toBe(1_000);
  await waitUntil(async () => (await crowd.count('validated')) === 1_000);
  for (const id of ids.filter((_, index) => index % 20 === 0)) {
    const { events } = await crowd.get<{ events: Event[] }>(`/api/documents/${id}/events`);
    expect(toStory(events)).toEqual(WHOLE_STORY);
  }
});

it('stops cleanly after all of this, without errors in the log', async () => {
  for (const socket of uploads) socket.destroy();
  const stream = await follow(client, (await client.submit(XML)).id);
  await stream.take(1);
  await service.stop();
  expect(await service.ended).toBe(0);
  expect(service.output()).not.toMatch(/"level":"(error|fatal)"/);
  stream.close();
});
