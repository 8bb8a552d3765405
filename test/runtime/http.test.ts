import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type HttpClientOptions, type HttpFault, makeHttpClient } from '../../src/platform/index.ts';
import { makeCertificate } from '../support/certificate.ts';
import { startRawReceiver, startReceiver, startTlsReceiver } from '../support/receiver.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

function clientOf(options: HttpClientOptions = {}) {
  const client = makeHttpClient({ allow: ['127.0.0.1', 'localhost'], timeLimit: 300_000, ...options });
  stops.push(client.close);
  return client;
}

async function receiver(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const made = await startReceiver(answer);
  stops.push(made.stop);
  return made;
}

async function raw(speak: (socket: Socket) => void) {
  const made = await startRawReceiver(speak);
  stops.push(made.stop);
  return made.url;
}

const faultOf = async (response: Promise<unknown>): Promise<HttpFault> => {
  const error = await response.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ name: 'HttpFault' });
  return error;
};

describe('request', () => {
  it('sends method, headers and body, and returns the whole response whatever its status', async () => {
    const { url } = await receiver(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      response.writeHead(418, { 'content-type': 'text/plain', 'x-two': ['a', 'b'] });
      response.end(`${request.method} ${request.url} ${request.headers['x-one']} ${body}`);
    });
    const answer = await clientOf().request({
      url: `${url}/path?q=1`,
      method: 'POST',
      headers: { 'X-One': '1' },
      body: 'žltý',
    });
    expect(answer).toMatchObject({ status: 418, complete: true, url: `${url}/path?q=1` });
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain', 'x-two': 'a, b' });
    expect(answer.body.toString()).toBe('POST /path?q=1 1 žltý');
  });

  it('reuses connections within a client, and shares none between clients', async () => {
    const { url, connections } = await receiver((_, response) => response.end('ok'));
    const one = clientOf();
    for (let count = 0; count < 20; count++) await one.request({ url });
    // undici opens a second connection when a request starts at the very end of a response.
    const open = connections();
    expect(open).toBeLessThanOrEqual(2);
    await clientOf().request({ url });
    expect(connections()).toBe(open + 1);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('decodes a body in %s', async (coding, compress) => {
    const { url } = await receiver((_, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(compress(Buffer.from('faktúra')));
    });
    expect((await clientOf().request({ url })).body.toString()).toBe('faktúra');
  });

  it("aborts with the caller's signal, and throws its reason", async () => {
    const { url } = await receiver(() => undefined);
    const abort = new AbortController();
    const reason = new Error('the caller has gone');
    const response = clientOf().request({ url, signal: abort.signal });
    setTimeout(() => abort.abort(reason), 20);
    await expect(response).rejects.toBe(reason);
    await expect(clientOf().request({ url, signal: abort.signal })).rejects.toBe(reason);
  });
});

describe('limits', () => {
  it('time: a server that never responds', async () => {
    const { url } = await receiver(() => undefined);
    expect((await faultOf(clientOf().request({ url, timeLimit: 50 }))).kind).toBe('timeout');
  });

  it('time: a server that responds slowly (slow loris), in headers and body', async () => {
    const drip = (start: string) => (socket: Socket) => {
      socket.write(start);
      const timer = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(timer));
    };
    for (const start of ['HTTP/1.1 200 OK\r\nX-A: ', 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n']) {
      const fault = await faultOf(clientOf().request({ url: await raw(drip(start)), timeLimit: 150 }));
      expect(fault.kind).toBe('timeout');
    }
  });

  it('time: includes waiting for a free connection', async () => {
    const { url } = await receiver((_, response) => void setTimeout(() => response.end(), 300));
    const client = clientOf({ connections: 1 });
    const first = client.request({ url });
    expect((await faultOf(client.request({ url, timeLimit: 50 }))).kind).toBe('timeout');
    expect((await first).status).toBe(200);
  });

  it('size: by Content-Length, by received bytes, and by decompressed bytes', async () => {
    const big = Buffer.alloc(100_000, 65);
    const { url } = await receiver((request, response) => {
      if (request.url === '/length') response.end(big);
      if (request.url === '/chunks') for (let count = 0; count < 10; count++) response.write(big);
      if (request.url === '/bomb') response.setHeader('content-encoding', 'gzip').end(gzipSync(big));
    });
    for (const path of ['/length', '/chunks', '/bomb']) {
      const fault = await faultOf(clientOf().request({ url: `${url}${path}`, maxBytes: 50_000 }));
      expect(fault.kind).toBe('too_large');
    }
  });

  it('size: a truncated body is reported as incomplete, and one that fits exactly as complete', async () => {
    const { url } = await receiver((_, response) => {
      response.write('0123456789');
      response.end();
    });
    const client = clientOf();
    const cut = await client.request({ url, maxBytes: 4, larger: 'cut' });
    expect([cut.body.toString(), cut.complete]).toEqual(['0123', false]);
    const whole = await client.request({ url, maxBytes: 10, larger: 'cut' });
    expect([whole.body.toString(), whole.complete]).toEqual(['0123456789', true]);
    expect((await client.request({ url })).status).toBe(200);
  });
});

describe('errors', () => {
  it('connection refused, and connection reset', async () => {
    const gone = await startReceiver(() => undefined);
    await gone.stop();
    expect(await faultOf(clientOf().request({ url: gone.url }))).toMatchObject({
      kind: 'connection',
      code: 'ECONNREFUSED',
    });
    const url = await raw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect((await faultOf(clientOf().request({ url }))).kind).toBe('connection');
  });

  it('a truncated body, by its length and in chunks', async () => {
    for (const start of ['Content-Length: 100\r\n\r\nhalf', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n']) {
      const url = await raw((socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${start}`)));
      expect((await faultOf(clientOf().request({ url }))).kind).toBe('connection');
    }
  });

  it('a response that is not HTTP, and one that does not match its Content-Encoding', async () => {
    const url = await raw((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2\r\n')));
    expect((await faultOf(clientOf().request({ url }))).kind).toBe('protocol');
    for (const [coding, body] of [
      ['gzip', 'plain'],
      ['gzip', gzipSync('cut short').subarray(0, 15)],
      ['rot13', 'x'],
    ] as const) {
      const server = await receiver((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(body));
      expect((await faultOf(clientOf().request({ url: server.url }))).kind).toBe('protocol');
    }
  });

  it('contain the host and never the path, which may contain a secret', async () => {
    const { url } = await receiver(() => undefined);
    const fault = await faultOf(clientOf().request({ url: `${url}/token/s3cret`, timeLimit: 20 }));
    expect(fault.host).toBe('127.0.0.1');
    expect(fault.message).not.toContain('s3cret');
  });

  it('leave no connection open after a timeout', async () => {
    let closed = 0;
    const url = await raw((socket) => socket.on('close', () => closed++));
    await faultOf(clientOf().request({ url, timeLimit: 30 }));
    while (closed === 0) await wait(5);
    expect(closed).toBe(1);
  });
});

describe('redirects', () => {
  const chain = () =>
    receiver((request, response) => {
      const [, status, left] = /^\/(\d+)\/(\d+)/.exec(request.url!)!;
      if (left === '0') {
        const { authorization = '-', 'content-type': type = '-' } = request.headers;
        response.end(`${request.method} ${authorization} ${type}`);
      } else {
        response.writeHead(Number(status), { location: `/${status}/${Number(left) - 1}` }).end();
      }
    });
  const headers = { authorization: 'Bearer x', 'content-type': 'text/plain' };

  it('are returned as responses by default', async () => {
    const { url } = await chain();
    const answer = await clientOf().request({ url: `${url}/302/1` });
    expect([answer.status, answer.headers.location]).toEqual([302, '/302/0']);
  });

  it('preserve method and body with 307 and 308, and become GET with others (RFC 9110, 15.4)', async () => {
    const { url } = await chain();
    const requestStatus = async (status: number) =>
      (
        await clientOf().request({ url: `${url}/${status}/2`, method: 'POST', headers, body: 'b', redirects: 2 })
      ).body.toString();
    expect(await requestStatus(307)).toBe('POST Bearer x text/plain');
    expect(await requestStatus(308)).toBe('POST Bearer x text/plain');
    expect(await requestStatus(303)).toBe('GET Bearer x -');
    expect(await requestStatus(302)).toBe('GET Bearer x -');
  });

  it('are limited in number', async () => {
    const { url } = await chain();
    expect((await faultOf(clientOf().request({ url: `${url}/302/3`, redirects: 2 }))).kind).toBe('redirect');
  });

  it('send no secrets to another origin', async () => {
    const target = await chain();
    const { url } = await receiver((_, response) => response.writeHead(307, { location: `${target.url}/200/0` }).end());
    const answer = await clientOf().request({ url, headers, redirects: 1 });
    expect(answer.body.toString()).toBe('GET - text/plain');
    expect(answer.url).toBe(`${target.url}/200/0`);
  });
});

describe('TLS', () => {
  const authority = makeCertificate('Test authority');
  const server = makeCertificate('server', { hosts: ['localhost', '127.0.0.1'], issuer: authority });

  it('rejects a self-signed certificate, one for another host, and one of an unknown authority', async () => {
    const own = makeCertificate('localhost', { hosts: ['localhost', '127.0.0.1'] });
    const other = makeCertificate('other.example', { hosts: ['other.example'], issuer: authority });
    for (const certificate of [own, other, server]) {
      const tls = await startTlsReceiver(certificate, (_, response) => response.end());
      stops.push(tls.stop);
      const ca = certificate === other ? authority.cert : undefined;
      const fault = await faultOf(clientOf(ca === undefined ? {} : { tls: { ca } }).request({ url: tls.url }));
      expect(fault.kind).toBe('tls');
    }
  });

  it('accepts the configured authority, by host name and by address', async () => {
    const tls = await startTlsReceiver(server, (_, response) => response.end('ok'));
    stops.push(tls.stop);
    const client = clientOf({ tls: { ca: authority.cert } });
    expect((await client.request({ url: tls.url })).body.toString()).toBe('ok');
    expect((await client.request({ url: `https://localhost:${tls.port}/` })).body.toString()).toBe('ok');
  });

  it('sends its client certificate when requested (mutual TLS)', async () => {
    const options = { ...server, ca: authority.cert, requestCert: true };
    const tls = await startTlsReceiver(options, (_, response) => response.end('ok'));
    stops.push(tls.stop);
    const { cert, key } = makeCertificate('client', { issuer: authority });
    const trusted = clientOf({ tls: { ca: authority.cert, cert, key } });
    expect((await trusted.request({ url: tls.url })).body.toString()).toBe('ok');
    // A Node server rejects a client by closing the connection.
    await faultOf(clientOf({ tls: { ca: authority.cert } }).request({ url: tls.url }));
  });

  it('rejects a redirect from https to http, and a server without TLS', async () => {
    const tls = await startTlsReceiver(server, (_, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
    );
    stops.push(tls.stop);
    const client = clientOf({ tls: { ca: authority.cert } });
    expect((await faultOf(client.request({ url: tls.url, redirects: 3 }))).kind).toBe('redirect');
    const plain = await receiver((_, response) => response.end());
    expect((await faultOf(client.request({ url: plain.url.replace('http:', 'https:') }))).kind).toBe('tls');
  });
});
