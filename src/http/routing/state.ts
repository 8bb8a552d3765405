import type Koa from 'koa';
import type { Language } from '../responses/language.ts';

/** Request state shared by the middlewares. */
export type RequestState = {
  requestId: string;
  /** Trace id: the client's (W3C Trace Context), or a new one if the request is traced; else null. */
  traceId: string | null;
  /** Span id; null without tracing. */
  spanId: string | null;
  language: Language;
  /** Declared path of the route; null before routing. */
  route: string | null;
  /** The caller, once known. */
  actor: string | null;
};

export type RequestContext = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;
