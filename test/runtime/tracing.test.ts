import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { currentTrace, type SpanStart, traced, traceWith, tracing, withinTrace } from '../../src/lib/tracing.ts';
import { makeHttpClient, makeLog } from '../../src/platform/index.ts';
import { traceJob, tracePublishing } from '../../src/platform/queue/trace-jobs.ts';
import { makeOtlpTracing } from '../../src/platform/tracing/otlp.ts';
import { startCollector } from '../support/collector.ts';
import { testLog } from '../support/database.ts';
import { startReceiver } from '../support/receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = `00-${TRACE}-00f067aa0ba902b7-01`;

const span = (name: string, more: Partial<SpanStart> = {}): SpanStart => ({ name, kind: 'internal', ...more });

afterEach(() => traceWith(null));

/** Traces the work; returns what the collector received by the end of tracing. */
async function collect(work: () => Promise<unknown>, ratio = 1) {
  const collector = await startCollector();
  const made = makeOtlpTracing({
    url: `${collector.url}/`,
    ratio,
    name: 'api host 1',
    role: 'api',
    version: '1.2.3',
    environment: 'sandbox',
    log: testLog,
  });
  traceWith(made.tracing);
  try {
    await work();
  } finally {
    traceWith(null);
    await made.close();
    await collector.stop();
  }
  return collector.spans;
}

const named = <S extends { readonly name: string }>(spans: readonly S[], name: string): S => {
  const found = spans.filter((one) => one.name === name);
  expect(found, name).toHaveLength(1);
  return found[0]!;
};

describe('without a collector', () => {
  it('work runs unchanged, and OpenTelemetry is not loaded', async () => {
    expect(await traced(span('x'), async (current) => current)).toBeNull();
    expect([currentTrace(), withinTrace(CALLER, () => currentTrace())]).toEqual([null, null]);
    const loads = /^import\s+(?!type\b)[^;]*?from\s+'[^']*(?:@opentelemetry\/|\/otlp\.ts)/m;
    const loading = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && loads.test(readFileSync(`src/${path}`, 'utf8')),
    );
    expect(loading).toEqual(['platform/tracing/otlp.ts']);
  });
});

describe('spans', () => {
  it("are nested, continue the caller's trace, and record an error by its kind only", async () => {
    const spans = await collect(async () => {
      await traced(
        span('request', { kind: 'server', parent: CALLER, attributes: { 'http.route': '/x' } }),
        async () => {
          await traced(span('inner'), () => Promise.reject(new RangeError('SK2020317068 is wrong'))).catch(
            () => undefined,
          );
        },
      );
      expect(currentTrace()).toBeNull();
    });
    const request = named(spans, 'request');
    expect(request).toMatchObject({ traceId: TRACE, parent: '00f067aa0ba902b7', role: 'api', failed: false });
    expect(request.attributes).toEqual({ 'http.route': '/x' });
    expect(named(spans, 'inner')).toMatchObject({
      traceId: TRACE,
      parent: request.spanId,
      failed: true,
      attributes: { 'error.type': 'RangeError' },
    });
    expect(JSON.stringify(spans)).not.toContain('2020317068');
  });

  it('start a new trace for a malformed caller; spans of an unrecorded trace are not sent', async () => {
    const spans = await collect(async () => {
      await traced(span('own', { parent: '00-zz-01' }), async () => undefined);
      await traced(span('silent', { parent: CALLER.replace(/01$/, '00') }), async () => {
        expect(currentTrace()).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
      });
    });
    expect(spans.map(({ name }) => name)).toEqual(['own']);
    expect(spans[0]!.parent).toBeUndefined();
  });

  it('of external callers are sampled at the same ratio as our own', async () => {
    const spans = await collect(async () => {
      await traced(span('own', { parent: null }), async () => undefined);
      await traced(span('stranger', { parent: CALLER }), async () => undefined);
    }, 0);
    expect(spans).toEqual([]);
  });

  it('are identified in log lines', async () => {
    const lines: string[] = [];
    const log = makeLog({ level: 'info', role: 'api' }, { write: (line) => void lines.push(line) });
    let id = '';
    await collect(async () => {
      log.info('outside');
      await traced(span('work', { parent: CALLER }), async (own) => {
        id = own!.spanId;
        log.child({ job_id: 'job_1' }).info('inside');
      });
    });
    const [outside, inside] = lines.map((line) => JSON.parse(line));
    expect(outside).not.toHaveProperty('trace_id');
    expect(inside).toMatchObject({ trace_id: TRACE, span_id: id, job_id: 'job_1' });
  });
});

describe('outgoing calls', () => {
  it('send the trace context to partners and webhook receivers, not to registries', async () => {
    const headers: (string | undefined)[] = [];
    const server = await startReceiver((request, response) => {
      headers.push(request.headers.traceparent as string | undefined);
      response.writeHead(404).end();
    });
    const options = { allow: ['127.0.0.1'] };
    const partner = makeHttpClient({ ...options, peer: 'partner', exportsTraces: true });
    const register = makeHttpClient({ ...options, peer: 'vat register' });
    const spans = await collect(async () => {
      await traced(span('job', { parent: CALLER }), async () => {
        await partner.request({ url: `${server.url}/SK2020317068?secret=1`, method: 'POST' });
        await register.request({ url: `${server.url}/SK2020317068` });
      });
      await server.stop();
      await partner.request({ url: server.url }).catch(() => undefined);
    });
    await Promise.all([partner.close(), register.close()]);
    const [partnerCall, gone] = spans.filter(({ name }) => name === 'ask partner');
    expect(headers).toEqual([`00-${TRACE}-${partnerCall!.spanId}-01`, undefined]);
    expect(partnerCall).toMatchObject({ traceId: TRACE, parent: named(spans, 'job').spanId });
    expect(partnerCall!.attributes).toEqual({
      'http.request.method': 'POST',
      'peer.service': 'partner',
      'http.response.status_code': 404,
    });
    expect(gone).toMatchObject({ failed: true, attributes: { 'error.type': expect.any(String) } });
    expect(JSON.stringify(spans)).not.toMatch(/2020317068|secret|127\.0\.0\.1/);
  });
});

describe('jobs', () => {
  it('continue the trace of their caller; a combined job appears in the trace of each caller', async () => {
    const other = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const job = { id: 'job_1', name: 'document.render', attempt: 2, attempts: 5 } as const;
    const payload = { workspace_id: 'ws_1', document_id: 'doc_1' };
    const spans = await collect(async () => {
      let traces: readonly string[] = [];
      const outgoing = { id: job.id, job: job.name, payload, traces: [CALLER, other] };
      await tracePublishing([outgoing, { ...outgoing, id: 'job_2', traces: [] }], async ([first]) => {
        traces = first!.traces!;
      });
      await traceJob({ ...job, payload }, traces, async () => {
        expect(tracing()!.current()!.traceId).toBe(TRACE);
      });
      await traceJob({ ...job, id: 'job_2', payload }, [], async () => undefined);
    });
    const published = named(spans, 'publish document.render');
    expect(published).toMatchObject({ traceId: TRACE, parent: '00f067aa0ba902b7', links: ['b'.repeat(16)] });
    const done = spans.filter(({ name }) => name === 'process document.render');
    const own = done.find(({ traceId }) => traceId === TRACE)!;
    expect(own).toMatchObject({ parent: published.spanId, links: ['b'.repeat(16)] });
    expect(own.attributes).toEqual({
      'messaging.system': 'bullmq',
      'messaging.destination.name': 'browser',
      'messaging.operation.type': 'process',
      'messaging.message.id': 'job_1',
      'einvoice.job.attempt': 2,
    });
    expect(done.find(({ traceId }) => traceId === 'a'.repeat(32))).toMatchObject({
      parent: 'b'.repeat(16),
      links: [own.spanId],
    });
    expect(done.find(({ attributes }) => attributes['messaging.message.id'] === 'job_2')!.parent).toBeUndefined();
  });
});
