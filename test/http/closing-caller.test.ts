import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { oneFile } from '../../src/http/body/uploads.ts';
import { answer, jsonAnswer } from '../../src/http/responses/response.ts';
import { route } from '../../src/http/routing/route.ts';
import { openTestServer, type TestServer } from './test-server.ts';

const taker = route({
  method: 'post',
  path: '/take',
  id: 'take',
  tag: 'operations',
  summary: '',
  description: '',
  who: 'public',
  limit: 'none',
  problems: [],
  body: { kinds: oneFile, limits: () => ({ bytes: 5_000, fileBytes: 2_000, files: 1 }), description: 'A file.' },
  answers: { 200: jsonAnswer('Taken.', z.object({})) },
  handle: () => answer(200, {}),
});

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer([taker]);
});
afterAll(() => server.close());

// RFC 9112, section 9.6: closing a connection with unread bytes resets it, and the client loses the response.
it.each(['HTTP/1.1', 'HTTP/1.0'])(
  'a client that closes the connection receives the rejection of its body, %s',
  async (version) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const faults: Error[] = [];
    socket.on('error', (error) => faults.push(error));
    const piece = 'x'.repeat(64 * 1024);
    const pieces = 200;
    socket.write(
      `POST /take ${version}\r\nHost: x\r\nConnection: close\r\nContent-Type: application/xml\r\nContent-Length: ${piece.length * pieces}\r\n\r\n`,
    );
    // The response arrives before the first byte of the body is sent.
    await once(socket, 'readable');
    for (let sent = 0; sent < pieces && faults.length === 0; sent++) {
      if (!socket.write(piece))
        await Promise.race([once(socket, 'drain'), once(socket, 'error').catch(() => undefined)]);
    }
    socket.end();
    let response = '';
    for await (const chunk of socket) response += chunk;
    expect(faults).toEqual([]);
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toContain('"code":"body_too_large"');
  },
);
