import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drain } from '../../src/http/body/drain.ts';

let request: IncomingMessage;
let tick: () => void;
const server = createServer((req, res) => {
  request = req;
  drain(req, (ticks) => {
    tick = ticks;
    return () => undefined;
  });
  res.writeHead(413).end('refused');
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const PIECE = 'x'.repeat(1_000);

/** Starts an upload of a number of chunks; nothing is sent yet. */
async function begin(pieces: number) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${pieces * PIECE.length}\r\n\r\n`);
  await once(server, 'request');
  return { socket, send: () => socket.write(PIECE) };
}

/** Waits until a number of bytes has been read. */
const readBytes = (bytes: number) => expect.poll(() => request.socket.bytesRead).toBeGreaterThanOrEqual(bytes);

it('reads a rejected upload to its end, so that a client that reads only then receives the rejection', async () => {
  const { socket, send } = await begin(20);
  for (let piece = 1; piece <= 20; piece++) {
    send();
    await readBytes(piece * PIECE.length);
    tick();
    expect(request.destroyed && !request.complete).toBe(false);
  }
  await expect.poll(() => request.complete).toBe(true);
  tick();
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 413 /);
  expect(socket.closed).toBe(false);
  socket.destroy();
});

it('closes the connection of a rejected upload that has stalled', async () => {
  const { socket, send } = await begin(2);
  send();
  await readBytes(PIECE.length);
  tick();
  expect(request.destroyed).toBe(false);
  tick();
  await once(socket.resume(), 'close');
});
