import type Koa from 'koa';
import type { Language } from '../responses/language.ts';

/** What the middlewares tell each other about one request. */
export type RequestState = {
  requestId: string;
  /** The trace that the request belongs to: the caller's (W3C Trace Context), or one of its own where it is traced; null: none. */
  traceId: string | null;
  /** Its span in that trace; null where nothing is traced. */
  spanId: string | null;
  language: Language;
  /** The path of the route's declaration; null while no route is found. */
  route: string | null;
  /** Who called, as far as it is known. */
  actor: string | null;
};

export type RequestContext = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;
