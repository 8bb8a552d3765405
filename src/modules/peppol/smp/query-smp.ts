import { type Breaker, makeBreaker } from '../../../lib/breaker.ts';
import { makeSemaphore, type Semaphore } from '../../../lib/semaphore.ts';
import { type HttpAnswer, type HttpClient, HttpFault, type HttpFaultKind } from '../../../platform/index.ts';
import { LookupFault } from '../lookup-fault.ts';
import type { Reason } from '../reasons.data.ts';

/** HTTP client for SMPs, with a concurrency limit and a circuit breaker per host. */
export type AskSmp = {
  /**
   * Returns the response body, or null when the SMP has no resource under that URL.
   *
   * @throws LookupFault when the result is unknown; the signal's reason
   */
  readonly ask: (url: string, signal: AbortSignal) => Promise<Buffer | null>;
};

type AskSmpParts = {
  readonly http: HttpClient;
  /** For tests: allow SMPs without TLS. */
  readonly allowInsecure: boolean;
  /** Milliseconds, monotonic. */
  readonly clock: () => number;
};

const EXCHANGE_MS = 6_000;
const MAX_BYTES = 1024 * 1024;
/** Concurrent requests per SMP host and process: one SMP may serve many participants of a batch lookup. */
const PER_SMP = 16;
const FAILURES_THAT_OPEN = 5;
const OPEN_MS = 10_000;
/** Maximum hosts remembered, least recently used evicted first: hosts come from untrusted DNS records. */
const MAX_LANES = 1_000;

const REASONS_OF: Readonly<Record<HttpFaultKind, Reason>> = {
  url: 'smp_unexpected',
  refused_address: 'smp_address_refused',
  dns_not_found: 'smp_host_unknown',
  dns_failed: 'smp_unreachable',
  connect_timeout: 'smp_timeout',
  timeout: 'smp_timeout',
  connection: 'smp_unreachable',
  tls: 'smp_tls',
  too_large: 'smp_too_large',
  protocol: 'smp_not_http',
  redirect: 'smp_redirected',
};

/** Reasons that indicate an outage of the SMP, independent of the participant. */
const OUTAGES: ReadonlySet<Reason> = new Set([
  'smp_unreachable',
  'smp_timeout',
  'smp_tls',
  'smp_error',
  'smp_not_http',
]);

type OriginLimits = { readonly semaphore: Semaphore; readonly breaker: Breaker };

export function makeAskSmp({ http, allowInsecure, clock }: AskSmpParts): AskSmp {
  const limitsByOrigin = new Map<string, OriginLimits>();
  const rateLimitOf = (origin: string): OriginLimits => {
    const limits = limitsByOrigin.get(origin) ?? {
      semaphore: makeSemaphore(PER_SMP),
      breaker: makeBreaker({ failures: FAILURES_THAT_OPEN, pause: OPEN_MS, now: clock }),
    };
    limitsByOrigin.delete(origin);
    limitsByOrigin.set(origin, limits);
    const oldest = limitsByOrigin.keys().next().value;
    if (limitsByOrigin.size > MAX_LANES && oldest !== undefined) limitsByOrigin.delete(oldest);
    return limits;
  };

  const exchange = async (url: string, signal: AbortSignal): Promise<Buffer | null> => {
    const headers = { accept: 'application/xml, text/xml;q=0.9, */*;q=0.1' };
    const answer = await http
      .request({ url, headers, signal, timeLimit: EXCHANGE_MS, maxBytes: MAX_BYTES, redirects: 1 })
      .catch((error: unknown) => {
        throw error instanceof HttpFault ? new LookupFault(REASONS_OF[error.kind], null, error) : error;
      });
    return bodyOf(answer);
  };

  return {
    ask: async (url, signal) => {
      const scheme = URL.canParse(url) ? new URL(url).protocol : '';
      if (scheme !== 'https:' && !(allowInsecure && scheme === 'http:')) throw new LookupFault('smp_insecure');
      const { semaphore, breaker } = rateLimitOf(new URL(url).origin);
      const leave = await semaphore.enter(signal);
      try {
        if (!breaker.mayTry()) throw new LookupFault('smp_paused');
        try {
          const body = await exchange(url, signal);
          breaker.succeeded();
          return body;
        } catch (error) {
          if (!(error instanceof LookupFault)) breaker.forgotten();
          else if (OUTAGES.has(error.reason)) breaker.failed();
          else breaker.succeeded();
          throw error;
        }
      } finally {
        leave();
      }
    },
  };
}

function bodyOf({ status, body }: HttpAnswer): Buffer | null {
  if (status === 200) return body;
  if (status === 404) return null;
  if (status === 429) throw new LookupFault('smp_busy', status);
  if (status >= 300 && status < 400) throw new LookupFault('smp_redirected', status);
  throw new LookupFault('smp_error', status);
}
