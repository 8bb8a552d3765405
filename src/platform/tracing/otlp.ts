import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  DiagLogLevel,
  diag,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Span, SpanStart, Tracing } from '../../lib/tracing.ts';
import type { Log } from '../log.ts';
import { makeThrottledLog } from '../log-throttle.ts';

type Parts = {
  /** Base URL of the collector. */
  readonly url: string;
  /** Sampling ratio from 0 to 1. */
  readonly ratio: number;
  readonly name: string;
  readonly role: string;
  readonly version: string;
  readonly environment: string;
  readonly log: Log;
};

/** Maximum time to send the last spans at shutdown, in milliseconds. */
const LAST_MILLISECONDS = 2_000;

/** Timeout of one request to the collector, in milliseconds. */
const EXPORT_MILLISECONDS = 5_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

const toTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

const spanIds = (context: SpanContext) => ({
  traceId: context.traceId,
  spanId: context.spanId,
  traceparent: toTraceparent(context),
});

function contextOf(traceparent: string | null): Context {
  const parsed = traceparent === null ? null : parseTraceParent(traceparent);
  return parsed === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true });
}

const linkTo = (traceparent: string): Link[] => {
  const context = parseTraceParent(traceparent);
  return context === null ? [] : [{ context }];
};

/** Logs export failures at a limited rate, since an outage of the collector affects every batch of spans. */
function logExportErrors(log: Log): void {
  const warn = makeThrottledLog((fields, message) => log.warn(fields, message));
  const warnNotSent = (reason: string): void => warn({ reason: reason.slice(0, 300) }, 'traces not sent');
  const silent = (): void => undefined;
  diag.setLogger(
    { error: warnNotSent, warn: warnNotSent, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/**
 * Creates an exporter of spans by OTLP over HTTP, in asynchronous batches. While the collector is away, at most 2,048
 * spans are buffered and the others are dropped.
 *
 * A caller's trace is sampled by the same ratio of trace ids as our own, so that no external caller can force all of
 * its traces to be recorded; a trace that its caller does not record is not recorded here either.
 */
export function makeOtlpTracing(parts: Parts): { readonly tracing: Tracing; readonly close: () => Promise<void> } {
  const { url, ratio, name, role, version, environment, log } = parts;
  logExportErrors(log);
  const sampler = new TraceIdRatioBasedSampler(ratio);
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MILLISECONDS,
  });
  const processor = new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_MILLISECONDS });
  const provider = new BasicTracerProvider({
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [processor],
    resource: resourceFromAttributes({
      'service.name': 'e-invoice-service',
      'service.version': version,
      'service.instance.id': name,
      'deployment.environment.name': environment,
      'einvoice.role': role,
    }),
  });
  const tracer = provider.getTracer('e-invoice-service');
  const contexts = new AsyncLocalStorage<Context>();

  const start = ({ name, kind, attributes = {}, parent, links = [], startedAt }: SpanStart): Span => {
    const context = parent === undefined ? (contexts.getStore() ?? ROOT_CONTEXT) : contextOf(parent);
    const options = {
      kind: KINDS[kind],
      attributes,
      links: links.flatMap(linkTo),
      ...(startedAt !== undefined && { startTime: startedAt }),
    };
    const span: OtelSpan = tracer.startSpan(name, options, context);
    const own = trace.setSpan(context, span);
    return {
      ...spanIds(span.spanContext()),
      rename: (better) => void span.updateName(better),
      set: (more) => void span.setAttributes(more),
      fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
      end: () => span.end(),
      during: (work) => contexts.run(own, work),
    };
  };

  return {
    tracing: {
      start,
      current: () => {
        const context = contexts.getStore();
        const found = context === undefined ? undefined : trace.getSpanContext(context);
        return found === undefined ? null : spanIds(found);
      },
      within: (traceparent, work) => contexts.run(contextOf(traceparent), work),
    },
    close: async () => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((done) => {
        timer = setTimeout(done, LAST_MILLISECONDS);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
      diag.disable();
    },
  };
}
