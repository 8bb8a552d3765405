/**
 * Interface for distributed tracing. This file records no spans: a process that is configured for tracing installs
 * its implementation at start (`traceWith`); without one a span costs one comparison.
 *
 * The implementation is global to the process, because every part of the code creates spans.
 */

/**
 * Attributes that a span may have, as a closed list: no invoice content, no number of a person or company, no
 * customer URL, no secret. Uses the names of OpenTelemetry where they exist.
 */
export const SPAN_ATTRIBUTES = [
  'http.request.method',
  /** Path template of the route, without values. */
  'http.route',
  'http.response.status_code',
  'messaging.system',
  /** Worker pool. */
  'messaging.destination.name',
  'messaging.operation.type',
  'messaging.message.id',
  /** Number of documents or rows. */
  'messaging.batch.message_count',
  /** Kind of the called service. */
  'peer.service',
  'error.type',
  'einvoice.job.attempt',
  /** Size class of a validation task in a worker thread. */
  'einvoice.cost',
] as const;
export type SpanAttributes = Partial<Readonly<Record<(typeof SPAN_ATTRIBUTES)[number], string | number>>>;

/** OpenTelemetry span kinds. */
type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** A started span. */
export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  /** `traceparent` for child spans (W3C Trace Context). */
  readonly traceparent: string;
  readonly rename: (name: string) => void;
  readonly set: (attributes: SpanAttributes) => void;
  /**
   * Marks the span as failed.
   *
   * @param type kind of the error; never its message, which may quote customer data
   */
  readonly fail: (type: string) => void;
  readonly end: () => void;
  /** Runs work with this span as the current one, including its asynchronous continuations. */
  readonly during: <T>(work: () => T) => T;
};

export type SpanStart = {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
  /** `traceparent` of the parent. Null or malformed starts a new trace. Default: the current span. */
  readonly parent?: string | null;
  /** `traceparent` values of linked spans. */
  readonly links?: readonly string[];
  /** Milliseconds since the epoch. Default: now. */
  readonly startedAt?: number;
};

/** Tracing implementation. */
export type Tracing = {
  readonly start: (start: SpanStart) => Span;
  /** The current span; null outside a span. */
  readonly current: () => Pick<Span, 'traceId' | 'spanId' | 'traceparent'> | null;
  /** Runs work in the trace of a `traceparent` without creating a span. */
  readonly within: <T>(traceparent: string, work: () => T) => T;
};

let active: Tracing | null = null;

/** Tracing implementation of this process, or null. */
export const tracing = (): Tracing | null => active;

/** Installs the tracing implementation of this process; null removes it. */
export function traceWith(tracer: Tracing | null): void {
  active = tracer;
}

/** `traceparent` of the current span, or null. */
export const currentTrace = (): string | null => active?.current()?.traceparent ?? null;

/** Runs work in the trace of a `traceparent`; with null, runs it unchanged. */
export const withinTrace = <T>(traceparent: string | null, work: () => T): T =>
  active === null || traceparent === null ? work() : active.within(traceparent, work);

/** Error kind for a span: the error code or the class name. */
function faultType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code, kind } = error as { code?: unknown; kind?: unknown };
  for (const type of [code, kind]) if (typeof type === 'string') return type;
  return error.name;
}

/** Runs work in a span that ends with it; without tracing, only runs the work. */
export async function traced<T>(start: SpanStart, work: (span: Span | null) => Promise<T>): Promise<T> {
  if (active === null) return work(null);
  const span = active.start(start);
  try {
    return await span.during(() => work(span));
  } catch (error) {
    span.fail(faultType(error));
    throw error;
  } finally {
    span.end();
  }
}
