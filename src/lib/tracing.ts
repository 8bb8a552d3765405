/**
 * Spans of distributed traces, as the service knows them. Nothing here records: a process that is to trace is given its
 * tracing at its start (`traceWith`), any other has none, and then a span costs one comparison.
 *
 * The current tracing belongs to the process, as its event loop does: what is traced passes through every part.
 */

/**
 * What a span may carry, as a closed list: nothing that an invoice says, no number of a person or company, no address
 * that a customer chose, no secret. The names are OpenTelemetry's where it has one.
 */
export const SPAN_ATTRIBUTES = [
  'http.request.method',
  /** The path of the route's declaration, without values. */
  'http.route',
  'http.response.status_code',
  'messaging.system',
  /** The pool. */
  'messaging.destination.name',
  'messaging.operation.type',
  'messaging.message.id',
  /** How many documents or rows. */
  'messaging.batch.message_count',
  /** Which kind of service is asked. */
  'peer.service',
  'error.type',
  'einvoice.job.attempt',
  /** The size class that the work of a thread was put in. */
  'einvoice.cost',
] as const;
export type SpanAttributes = Partial<Readonly<Record<(typeof SPAN_ATTRIBUTES)[number], string | number>>>;

/** The part of who does what the span is about (OpenTelemetry's kinds). */
type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** A span that has begun. */
export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  /** The `traceparent` that continues it (W3C Trace Context). */
  readonly traceparent: string;
  readonly rename: (name: string) => void;
  readonly set: (attributes: SpanAttributes) => void;
  /** It did not do what it was for. @param type the kind of fault; never its text, which may quote */
  readonly fail: (type: string) => void;
  readonly end: () => void;
  /** Does the work with the span as the current one, also in what the work waits for. */
  readonly during: <T>(work: () => T) => T;
};

export type SpanStart = {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
  /** The `traceparent` that it continues; null, or one that is malformed: a trace of its own. The current span's unless given. */
  readonly parent?: string | null;
  /** What it is also about. */
  readonly links?: readonly string[];
  /** Milliseconds since the epoch; now unless given. */
  readonly startedAt?: number;
};

/** What records spans. */
export type Tracing = {
  readonly start: (start: SpanStart) => Span;
  /** The current span; null outside of any. */
  readonly current: () => Pick<Span, 'traceId' | 'spanId' | 'traceparent'> | null;
  /** Does the work within the trace of a `traceparent`, without a span of its own. */
  readonly within: <T>(traceparent: string, work: () => T) => T;
};

let active: Tracing | null = null;

/** The tracing of this process; null: it has none. */
export const tracing = (): Tracing | null => active;

/** Gives this process its tracing; null takes it away. */
export function traceWith(given: Tracing | null): void {
  active = given;
}

/** The `traceparent` of the current span; null without one. */
export const currentTrace = (): string | null => active?.current()?.traceparent ?? null;

/** Does the work within the trace; null: as it is. */
export const withinTrace = <T>(traceparent: string | null, work: () => T): T =>
  active === null || traceparent === null ? work() : active.within(traceparent, work);

/** The kind of a fault, as a span tells it: its code, or the name of its class. */
function faultType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code, kind } = error as { code?: unknown; kind?: unknown };
  for (const type of [code, kind]) if (typeof type === 'string') return type;
  return error.name;
}

/** Does the work in a span that ends with it; without tracing, the work alone. */
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
