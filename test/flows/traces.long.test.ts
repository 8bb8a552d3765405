import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { SPAN_ATTRIBUTES } from '../../src/lib/tracing.ts';
import { type CollectedSpan, startCollector } from '../support/collector.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { findFreePort, removeData, type Service, startService, waitUntil } from '../support/service.ts';
import { makeClient, toStory, WHOLE_STORY } from './client.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = `00-${TRACE}-00f067aa0ba902b7-01`;

const running: Service[] = [];
const receivers: Pick<Receiver, 'stop'>[] = [];
afterAll(async () => {
  for (const service of running) {
    await service.stop();
    removeData(service);
  }
  for (const receiver of receivers) await receiver.stop();
});

/** Names of a span and of its ancestors within this service. */
function pathOf(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parent);
  return [span.name, ...(parent === undefined ? [String(span.parent)] : pathOf(parent, spans))];
}

it('traces an upload from its caller to the webhook across both processes, without invoice data', async () => {
  const collector = await startCollector();
  const headers: Record<string, string | string[] | undefined>[] = [];
  const receiver = await startReceiver((request, response) => {
    headers.push(request.headers);
    request.resume();
    response.end();
  });
  receivers.push(collector, receiver);
  const service = await startService({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      // Spans are exported only at shutdown.
      OTEL_BSP_SCHEDULE_DELAY: '3600000',
      OUTBOUND_ALLOW: '127.0.0.1',
      LOG_LEVEL: 'info',
    },
  });
  running.push(service);
  const client = makeClient(() => service.url);
  const made = await client.fetch('/api/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: `${receiver.url}/hook-of-a-customer`, events: ['validation.completed'] }),
  });
  expect(made.status, await made.clone().text()).toBe(201);
  const xml = makeInvoice();
  const { id } = await client.submit(xml, { traceparent: CALLER, 'X-Filename': 'faktura-4711.xml' });
  expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
  await waitUntil(async () => headers.length > 0);
  await waitUntil(async () => service.output().includes('"route":"/api/documents"'));
  expect(collector.spans).toEqual([]);
  await service.stop();

  const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const delivery = spans.find(({ name }) => name === 'ask webhook')!;
  expect(pathOf(delivery, spans)).toEqual([
    'ask webhook',
    'process webhook.deliver',
    'publish webhook.deliver',
    'enqueue webhook.deliver',
    'process webhook.fan-out',
    'publish webhook.fan-out',
    'enqueue webhook.fan-out',
    'process document.validate',
    'publish document.validate',
    'enqueue document.validate',
    'POST /api/documents',
    '00f067aa0ba902b7',
  ]);
  const validation = spans.find(({ name }) => name === 'validation')!;
  expect(pathOf(validation, spans)).toContain('process document.validate');
  expect(headers[0]!.traceparent).toBe(`00-${TRACE}-${delivery.spanId}-01`);
  expect(new Set(spans.map(({ role }) => role))).toEqual(new Set(['api', 'workers']));

  // Every request except probes has a trace; scheduled jobs have their own.
  expect(new Set(collector.spans.map(({ name }) => name))).toContain('process upkeep.erase-expired');
  expect(collector.spans.filter(({ name }) => /readyz|healthz|metrics/.test(name))).toEqual([]);
  const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
  expect([...names].filter((name) => !(SPAN_ATTRIBUTES as readonly string[]).includes(name))).toEqual([]);
  const sent = collector.bodies.join('\n');
  for (const secret of [id, 'faktura-4711', 'hook-of-a-customer', client.headers['X-API-Key']!])
    expect(sent).not.toContain(secret);
  for (const [, value] of xml.matchAll(/<cbc:(?:ID|CompanyID|Name|RegistrationName|PayableAmount)[^>]*>([^<]{6,})</g))
    expect(sent).not.toContain(value);

  const line = service
    .output()
    .split('\n')
    .find((text) => text.includes('"route":"/api/documents"') && text.includes('"method":"POST"'))!;
  expect(JSON.parse(line)).toMatchObject({ trace_id: TRACE, span_id: expect.stringMatching(/^[0-9a-f]{16}$/) });
});

it('loses only spans when the collector is unavailable', async () => {
  const service = await startService({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
  });
  running.push(service);
  const client = makeClient(() => service.url, randomUUID());
  const { id } = await client.submit(makeInvoice());
  expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
  await expect.poll(() => service.output()).toContain('traces not sent');
  await service.stop();
  expect(await service.ended).toBe(0);
});
