import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import type { AppParts } from '../../src/http/app-parts.ts';
import { measureReadiness } from '../../src/http/operations/check-readiness.ts';
import { serveMetrics } from '../../src/http/serve-metrics.ts';
import { readExposition } from '../support/exposition.ts';
import { FAKE_QUEUE, fakeParts } from './fake-parts.ts';
import { fakeValidate } from './fake-validate.ts';

const { counts } = FAKE_QUEUE;

/** Parts whose database responds only when released. */
function slowParts() {
  let letAnswer = (_up: boolean): void => undefined;
  const answer = new Promise<boolean>((done) => {
    letAnswer = done;
  });
  let begin = (): void => undefined;
  const started = new Promise<void>((done) => {
    begin = done;
  });
  const answers = (): Promise<boolean> => {
    begin();
    return answer;
  };
  return { parts: fakeParts({ db: { answers }, queue: { ...FAKE_QUEUE, counts } }), letAnswer, started };
}

function exchange(url: string, text: string): Promise<string> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    let seen = '';
    socket.on('data', (chunk) => {
      seen += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => done(seen));
  });
}

/** A raw connection: the bytes read from it, and how it ended. */
function connectTo(url: string): { socket: Socket; read: () => string; ended: Promise<string> } {
  let text = '';
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const ended = new Promise<string>((done) => {
    socket.once('error', ({ message }) => done(message));
    socket.once('end', () => done('closed'));
  });
  return { socket, read: () => text, ended };
}

const UPLOAD = 'POST /api/validate-file HTTP/1.1\r\nHost: x\r\nContent-Type: application/xml\r\nContent-Length: ';

describe('shutdown of the API', () => {
  it('finishes running calls, rejects new ones, reports it to probes, and closes idle connections', async () => {
    const { parts, letAnswer, started } = slowParts();
    const api = await startApi(parts);
    const unused = connectTo(api.url);
    const client = connectTo(api.url);
    client.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(client.read).toContain('"alive"');
    const running = fetch(`${api.url}/readyz`);
    await started;
    const closed = api.close();
    const refused = await fetch(`${api.url}/api/rulesets`);
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'stopping' }]);
    expect([refused.headers.get('connection'), refused.headers.get('retry-after')]).toEqual(['close', '5']);
    client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await client.ended).toBe('closed');
    expect(client.read()).toMatch(/HTTP\/1.1 503 .*\r\nConnection: close\r\n.*"code":"stopping"/s);
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${api.url}/metrics`)).status).toBe(200);
    letAnswer(true);
    const answered = await running;
    expect([answered.status, answered.headers.get('connection'), await answered.json()]).toEqual([
      503,
      'close',
      {
        status: 'not_ready',
        database: 'up',
        queue: 'up',
        stopping: true,
        checks: ['database', 'queue'].map((id) => ({ id, ok: true, required: id === 'database', detail: null })),
      },
    ]);
    await closed;
    expect(await unused.ended).toBe('closed');
    await expect(fetch(`${api.url}/healthz`)).rejects.toThrow();
    await api.close();
  });

  it('reports calls that do not finish within the grace period as not completed', async () => {
    const { parts, started } = slowParts();
    const lines: string[] = [];
    const api = await startApi({ ...parts, log: fakeParts({}, lines).log }, { grace: 100 });
    const running = fetch(`${api.url}/readyz`);
    const upload = connectTo(api.url);
    upload.socket.write(`${UPLOAD}1000\r\n\r\n<a>`);
    await started;
    await expect.poll(parts.metrics.render).toMatch(/http_requests_open(\{.*\})? 2/);
    await api.close();
    const answered = await running;
    expect([answered.status, await answered.json()]).toMatchObject([503, { code: 'stopping' }]);
    await upload.ended;
    expect(upload.read()).toMatch(/^HTTP\/1.1 503 .*"code":"stopping".*\}$/s);
    expect(lines.join('')).not.toContain('"level":50');
  });

  it('answers a running upload, and delivers the rejection of one completely', async () => {
    const parts = fakeParts({ validator: { packs: [], validate: fakeValidate } });
    const api = await startApi(parts);
    const accepted = connectTo(api.url);
    accepted.socket.write(`${UPLOAD}8\r\n\r\n<a>`);
    await expect.poll(parts.metrics.render).toMatch(/http_requests_open(\{.*\})? 1/);
    const closed = api.close();
    const refused = connectTo(api.url);
    refused.socket.write(`${UPLOAD}1000000\r\n\r\n${'x'.repeat(500_000)}`);
    await expect.poll(refused.read).toMatch(/^HTTP\/1.1 503 .*"code":"stopping".*\}$/s);
    refused.socket.write('x'.repeat(500_000));
    expect(await refused.ended).toBe('closed');
    accepted.socket.write('x</a>');
    expect(await accepted.ended).toBe('closed');
    expect(accepted.read()).toMatch(/^HTTP\/1.1 200 .*\r\nConnection: close\r\n.*"filename":/s);
    await closed;
  });

  it('answers each of several pipelined requests', async () => {
    const { parts, letAnswer, started } = slowParts();
    const api = await startApi(parts);
    const client = connectTo(api.url);
    client.socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2));
    await started;
    await expect.poll(parts.metrics.render).toMatch(/http_requests_open(\{.*\})? 2/);
    const closed = api.close();
    letAnswer(true);
    expect(await client.ended).toBe('closed');
    expect(client.read().match(/"stopping":true/g)).toHaveLength(2);
    await closed;
  });

  it('answers new connections with 503 until the drain period is over', async () => {
    let endDrain = (): void => undefined;
    const drained = new Promise<void>((done) => {
      endDrain = done;
    });
    const api = await startApi(fakeParts({ db: { answers: async () => true } }), { drain: () => drained });
    let hasClosed = false;
    const closed = api.close().then(() => {
      hasClosed = true;
    });
    // No call is running: without the drain period the listener would close at once.
    for (const path of ['/api/rulesets', '/readyz', '/api/rulesets', '/nowhere']) {
      const answered = await exchange(api.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(answered).toMatch(/^HTTP\/1.1 503 .*\r\nConnection: close\r\n/s);
      expect(answered).toMatch(/\r\nRetry-After: \d+\r\n.*"(code":"stopping"|stopping":true)/s);
    }
    expect(hasClosed).toBe(false);
    endDrain();
    await closed;
    await expect(fetch(`${api.url}/readyz`)).rejects.toThrow();
  });

  it('answers requests that arrive on an open connection soon after the last call', async () => {
    const api = await startApi(fakeParts(), { quiet: 60_000 });
    const client = connectTo(api.url);
    await new Promise((done) => client.socket.once('connect', done));
    client.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(client.read).toContain('"alive"');
    const closed = api.close();
    await expect.poll(() => fetch(`${api.url}/healthz`).catch(() => 'refused')).toBe('refused');
    client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await client.ended).toBe('closed');
    expect(client.read()).toContain('"code":"stopping"');
    await closed;
  });
});

describe('readiness', () => {
  const checkReadiness = async (answers: boolean, counts: AppParts['queue']['counts']): Promise<[number, unknown]> => {
    const api = await startApi(fakeParts({ db: { answers: async () => answers }, queue: { ...FAKE_QUEUE, counts } }), {
      checkAnswers: 'throw',
    });
    const response = await fetch(`${api.url}/readyz`);
    const body = await response.json();
    await api.close();
    return [response.status, body];
  };

  it('requires the database; without the queue the API is degraded and still ready', async () => {
    const fine = (id: string) => ({ id, ok: true, required: id === 'database', detail: null });
    const down = (id: string) => ({ ...fine(id), ok: false, detail: 'The check timed out' });
    const checks = [fine('database'), fine('queue')];
    const up = { status: 'ready', database: 'up', queue: 'up', stopping: false, checks };
    expect(await checkReadiness(true, counts)).toEqual([200, up]);
    expect(await checkReadiness(false, counts)).toEqual([
      503,
      { ...up, status: 'not_ready', database: 'down', checks: [down('database'), fine('queue')] },
    ]);
    const failing = async (): Promise<never> => {
      throw new Error('no queue');
    };
    expect(await checkReadiness(true, failing)).toEqual([
      200,
      { ...up, status: 'degraded', queue: 'down', checks: [fine('database'), down('queue')] },
    ]);
  });

  it('of workers requires the queue', async () => {
    const failing = async (): Promise<never> => {
      throw new Error('no queue');
    };
    const parts = fakeParts({ db: { answers: async () => true }, queue: { ...FAKE_QUEUE, counts: failing } });
    const stopping = new AbortController().signal;
    for (const [isQueueRequired, status] of [
      [true, 503],
      [false, 200],
    ] as const) {
      const server = await serveMetrics({ ...parts, isQueueRequired, stopping }, { host: '127.0.0.1', port: 0 });
      const response = await fetch(`${server.url}/readyz`);
      expect([response.status, await response.json()]).toMatchObject([status, { queue: 'down' }]);
      await server.close();
    }
  });

  it('is measured for each check', async () => {
    const informational = { id: 'chromium_cache', ok: false, required: false, detail: 'It cannot be written' };
    const parts = fakeParts({
      db: { answers: async () => true },
      readiness: { check: async () => [informational] },
    });
    measureReadiness(parts, { isQueueRequired: true });
    const found = readExposition(await parts.metrics.render()).get('readiness_check');
    expect(found?.type).toBe('gauge');
    const text = await parts.metrics.render();
    for (const [check, required, value] of [
      ['database', true, 1],
      ['queue', true, 1],
      ['chromium_cache', false, 0],
    ])
      expect(text).toMatch(new RegExp(`readiness_check\\{check="${check}",required="${required}".*\\} ${value}`));
  });

  it('fails while a folder is not writable, with the reason', async () => {
    const failing = {
      id: 'uploads',
      ok: false,
      required: true,
      detail: 'The folder uploads in DATA_DIR cannot be written (EROFS)',
    };
    const api = await startApi(
      fakeParts({ db: { answers: async () => true }, readiness: { check: async () => [failing] } }),
      { checkAnswers: 'throw' },
    );
    const response = await fetch(`${api.url}/readyz`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await response.json()).toMatchObject({ status: 'not_ready', database: 'up', checks: [{}, {}, failing] });
    await api.close();
  });

  it('metrics are served only at their own address, if there is one', async () => {
    const parts = fakeParts({ db: { answers: async () => true } });
    const metrics = { host: '127.0.0.1', port: 0 };
    const api = await startApi({ ...parts, config: { ...parts.config, metrics } }, { checkAnswers: 'throw' });
    const stopping = new AbortController();
    const server = await serveMetrics({ ...parts, isQueueRequired: false, stopping: stopping.signal }, metrics);
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
    const scraped = await fetch(`${server.url}/metrics`);
    expect([scraped.status, scraped.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(readExposition(await scraped.text()).get('http_request_duration_seconds')?.type).toBe('histogram');
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'alive' });
    const ready = await (await fetch(`${api.url}/readyz`)).json();
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual(ready);
    stopping.abort();
    const stopped = await fetch(`${server.url}/readyz`);
    expect([stopped.status, await stopped.json()]).toMatchObject([503, { status: 'not_ready', stopping: true }]);
    for (const path of ['/', '/metrics/', '/api/openapi.json'])
      expect((await fetch(server.url + path)).status, path).toBe(404);
    expect((await fetch(`${server.url}/metrics`, { method: 'POST' })).status).toBe(404);
    await server.close();
    await expect(fetch(`${server.url}/metrics`)).rejects.toThrow();
    await api.close();
  });

  it('serves metrics in the Prometheus format', async () => {
    const api = await startApi(fakeParts(), { checkAnswers: 'throw' });
    const response = await fetch(`${api.url}/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toContain('# TYPE http_request_duration_seconds histogram');
    await api.close();
  });
});

describe('invalid HTTP', () => {
  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n', 400, 'malformed_http'],
    [
      'headers that never end',
      `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', 400, 'malformed_http'],
    ['the same host twice', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 400, 'malformed_http'],
    ['an invalid host', 'GET / HTTP/1.1\r\nHost: x"><y\r\n\r\n', 400, 'malformed_http'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'malformed_http'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'malformed_http',
    ],
  ])('%s gets an error response and the connection is closed', async (_, text, status, code) => {
    const api = await startApi(fakeParts());
    const answered = await exchange(api.url, text);
    expect(answered).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const id = /\r\nX-Request-Id: (req_\S+)\r\n/.exec(answered)?.[1];
    expect(id).toBeDefined();
    expect(JSON.parse(answered.slice(answered.indexOf('{')))).toMatchObject({ code, status, request_id: id });
    await api.close();
  });
});

it('names percent-encoding for a request target with characters outside ASCII', async () => {
  const api = await startApi(fakeParts());
  const answered = await exchange(api.url, 'GET /api/error-catalog?q=dátum HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(answered).toMatch(/^HTTP\/1.1 400 .*"code":"malformed_http".*/s);
  expect(answered).toContain('d%C3%A1tum');
  await api.close();
});

it('HTTP/1.0 requests need no Host, and unknown expectations are ignored', async () => {
  const api = await startApi(fakeParts());
  expect(await exchange(api.url, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  const expecting = 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: the-best\r\nConnection: close\r\n\r\n';
  expect(await exchange(api.url, expecting)).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nX-Request-Id: req_/);
  await api.close();
});

it('headers that are too large get an error response also on a reused connection', async () => {
  const api = await startApi(fakeParts());
  const { socket, read, ended } = connectTo(api.url);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(read).toContain('"status"');
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`);
  await ended;
  expect(read().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 431']);
  await api.close();
});

describe('the contract', () => {
  it('is served, and not sent again while unchanged', async () => {
    const api = await startApi(fakeParts(), { checkAnswers: 'throw' });
    const first = await fetch(`${api.url}/api/openapi.json`);
    expect(await first.json()).toMatchObject({ openapi: '3.1.0' });
    // The compressed form has a weak tag; the strong tag of the same text matches too (RFC 9110, section 13.1.2).
    const weak = first.headers.get('etag')!;
    expect(weak).toMatch(/^W\//);
    for (const tag of [weak, weak.slice('W/'.length)]) {
      const again = await fetch(`${api.url}/api/openapi.json`, { headers: { 'If-None-Match': `"x", ${tag}` } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    await api.close();
  });
});
