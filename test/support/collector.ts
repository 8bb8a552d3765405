import { startReceiver } from './receiver.ts';

type Value = { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };
type Attribute = { readonly key: string; readonly value: Value };
type Exported = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly kind: number;
        readonly attributes: readonly Attribute[];
        readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
        readonly status: { readonly code?: number };
      }[];
    }[];
  }[];
};

/** Received span, with the role of the process that sent it. */
export type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly role: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Ids of linked spans. */
  readonly links: readonly string[];
  readonly failed: boolean;
};

const read = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Trace collector for OTLP as JSON over HTTP, at the standard path. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const receiver = await startReceiver(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
    bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as Exported).resourceSpans) {
      const role = String(read(resource.attributes)['einvoice.role']);
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          traceId: span.traceId,
          spanId: span.spanId,
          parent: span.parentSpanId,
          name: span.name,
          role,
          attributes: read(span.attributes),
          links: (span.links ?? []).map(({ spanId }) => spanId),
          failed: span.status.code === 2,
        });
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  return { url: receiver.url, spans, bodies, stop: receiver.stop };
}
