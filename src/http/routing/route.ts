import type { z } from 'zod';
import type { AuditAction, Product } from '../../modules/accounts/index.ts';
import type { ProblemCode } from '../../platform/errors/index.ts';
import type { Log } from '../../platform/index.ts';
import type { AppParts, Caller, Role } from '../app-parts.ts';
import type { BodyKind, BodyLimits } from '../body/body-kind.ts';
import { WATCHED_PATHS } from '../middleware/while-stopping.ts';
import type { Language } from '../responses/language.ts';
import type { Answer, AnswerOf, Answers } from '../responses/response.ts';
import type { Load } from './load-shedding.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** `anyone`: keys are ignored. `public`: with or without a key, but a key must be valid. */
export type Who = 'anyone' | 'public' | Role;

/**
 * Rate limit of a route. `public-daily`: calls without a key count per client and day. `per-key` and `public-daily`:
 * calls with a key count per key and second.
 */
export type CallLimit = 'public-daily' | 'per-key' | 'none';

/** Context of a handler, in addition to its input. */
export type RouteContext = {
  readonly app: AppParts;
  readonly caller: Caller;
  readonly requestId: string;
  readonly language: Language;
  /** Negotiated media type of the successful response. */
  readonly mediaType: string;
  readonly log: Log;
  /** Client address for rate limits. */
  readonly client: string;
  /** Owner for fair scheduling: the workspace; without a key the client address. */
  readonly owner: string;
  /** True when the client has disconnected, so that further work is wasted. */
  readonly hasLeft: () => boolean;
  /** Aborts when the client disconnects; stops work. */
  readonly left: () => AbortSignal;
  /**
   * Aborts when the client disconnects, its key ends or the service stops; ends waits and streams, not work. The
   * reason is Problem `key_unknown` when the key ended.
   */
  readonly ending: () => AbortSignal;
  /**
   * Counts the response as long-lived; call it before a stream or a long poll begins.
   *
   * @throws Problem `too_many_open_requests`, `open_requests_full`
   */
  readonly keepOpen: () => void;
  /** Moves the work of an inline route to the queue. Throws Problem `backlog_full`. */
  readonly toQueue: () => Promise<void>;
  /**
   * Counts further files in addition to the one that every request counts as.
   *
   * @throws Problem `public_soft_limit_reached` when the limit does not suffice; then no file is counted
   */
  readonly countMore: (files: number) => Promise<void>;
  /** Undoes the counting of a request that repeats an earlier one. */
  readonly giveBack: () => Promise<void>;
  /**
   * Calls another route for the same caller, with that route's role, limits, audit and usage.
   *
   * @param input input of the other route; it is not validated again
   * @throws errors of the other route
   */
  readonly call: (other: Route, input: RouteWork) => Promise<Answer>;
};

/** Input of a route with erased types. */
export type RouteWork = {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
};

export type RouteBody<T> = {
  readonly kinds: readonly BodyKind<T>[];
  readonly limits: (config: AppParts['config']) => BodyLimits;
  readonly description: string;
};

type Fields = z.ZodObject | undefined;
type FieldsOf<F> = F extends z.ZodObject ? z.output<F> : Record<string, never>;

type RouteInput<P, Q, H, B> = {
  readonly params: FieldsOf<P>;
  readonly query: FieldsOf<Q>;
  readonly headers: FieldsOf<H>;
  readonly body: B;
};

/** Tag of a route in the contract. */
export type Tag =
  | 'validation'
  | 'preview'
  | 'render'
  | 'evidence'
  | 'documents'
  | 'batches'
  | 'vat'
  | 'peppol'
  | 'partners'
  | 'sftp'
  | 'webhooks'
  | 'accounts'
  | 'catalog'
  | 'assistants'
  | 'operations';

/** Declaration of a route, from which the router, the checks and the contract are created. */
type RouteDeclaration<P extends Fields, Q extends Fields, H extends Fields, B, A extends Answers> = {
  readonly method: Method;
  /** In OpenAPI syntax: `/api/documents/{id}`. */
  readonly path: string;
  /** OpenAPI operation id. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly who: Who;
  readonly limit: CallLimit;
  /** Resource that its work needs; default: negligible. */
  readonly load?: Load;
  /** Minimum role of a key on a route that is also public. Default: any role. */
  readonly keyRole?: Role;
  /**
   * Action in the audit trail: every call with a key is recorded before its response, whatever the outcome. Required
   * for every route that changes data. The resource is the `id` of the path, or of the response.
   */
  readonly audit?: AuditAction;
  /** Product that a successful call counts as in the usage of the workspace; default: not counted. */
  readonly product?: Product;
  /** Routes that it calls, each with its own role, limits, audit and usage. */
  readonly through?: readonly Route[];
  readonly params?: P;
  readonly query?: Q;
  /** Names as documented; matched case-insensitively. */
  readonly headers?: H;
  readonly body?: RouteBody<B>;
  readonly answers: A;
  /** Specific problems of the route; `problemsOf` adds those that follow from the declaration. */
  readonly problems: readonly ProblemCode[];
  handle(input: RouteInput<P, Q, H, B>, context: RouteContext): Promise<AnswerOf<A>> | AnswerOf<A>;
};

/** A declaration with erased types, for the router and the contract. */
export type Route = Omit<RouteDeclaration<Fields, Fields, Fields, unknown, Answers>, 'handle'> & {
  handle(input: RouteWork, context: RouteContext): Promise<Answer> | Answer;
};

/** Declares a route with input and response types from its schemas. */
export function route<P extends Fields, Q extends Fields, H extends Fields, B, const A extends Answers>(
  declaration: RouteDeclaration<P, Q, H, B, A>,
): Route {
  return declaration as unknown as Route;
}

/** All problems of a route: its own, and those that follow from its declaration. */
export function problemsOf(route: Route): ProblemCode[] {
  const codes = new Set<ProblemCode>(route.problems);
  codes.add('parameter_unknown');
  if (route.params || route.query || route.headers) codes.add('invalid_request');
  if (route.params) codes.add('not_found');
  if (route.who !== 'anyone') codes.add('key_unknown').add('key_of_production');
  if (route.who !== 'anyone' && route.who !== 'public') codes.add('key_missing').add('role_too_small');
  if (route.keyRole !== undefined) codes.add('role_too_small');
  if (route.limit !== 'none') codes.add('rate_limit_reached');
  if (route.limit === 'public-daily') codes.add('public_soft_limit_reached');
  if (route.load) codes.add('overloaded').add('backlog_full');
  if (route.body || 'wait' in (route.query?.shape ?? {})) codes.add('too_many_open_requests').add('open_requests_full');
  codes.add('not_acceptable').add('internal').add('unavailable');
  if (!WATCHED_PATHS.has(route.path)) codes.add('stopping');
  if (route.body) {
    codes.add('malformed_body').add('body_too_large').add('media_type_unsupported').add('content_encoding_unsupported');
    codes.add('transfer_coding_unsupported');
    const mediaTypes = route.body.kinds.flatMap((kind) => kind.mediaTypes);
    codes.add('body_suspicious').add('memory_full').add('request_timeout');
    if (mediaTypes.includes('application/json')) {
      codes
        .add('malformed_json')
        .add('json_too_deep')
        .add('body_too_complex')
        .add('invalid_request')
        .add('field_unknown');
    }
    if (mediaTypes.includes('multipart/form-data')) {
      codes.add('no_file').add('too_many_files').add('too_many_parts').add('file_too_large');
    }
    if (mediaTypes.includes('application/x-ndjson')) codes.add('too_many_lines');
  }
  return [...codes];
}
