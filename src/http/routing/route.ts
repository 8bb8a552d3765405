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

/** `anyone`: no key is looked at. `public`: with or without a key, but a key that is sent must be valid. */
export type Who = 'anyone' | 'public' | Role;

/**
 * Which limits of calls a route falls under. `public-daily`: keyless calls count by client and day; `per-key` and
 * `public-daily`: calls with a key count by key and second.
 */
export type CallLimit = 'public-daily' | 'per-key' | 'none';

/** What every handler is given besides its input. */
export type RouteContext = {
  readonly app: AppParts;
  readonly caller: Caller;
  readonly requestId: string;
  readonly language: Language;
  /** The media type that the caller likes best among those of the successful answers. */
  readonly mediaType: string;
  readonly log: Log;
  /** The client's address, as calls are counted by it. */
  readonly client: string;
  /** Who the work is for where callers are served in turn: the workspace, without a key the client's address. */
  readonly owner: string;
  /** True once the caller's connection is gone: work for it is wasted. */
  readonly hasLeft: () => boolean;
  /** Aborts when the caller leaves: work for it ends with it. */
  readonly left: () => AbortSignal;
  /**
   * Aborts when the caller leaves, its key ends or the service stops: waits and streams end with it, work does not. Its
   * reason is Problem `key_unknown` when the key ended.
   */
  readonly ending: () => AbortSignal;
  /**
   * Counts the response as one that the caller keeps open: called before a stream or a long poll begins.
   *
   * @throws Problem `too_many_open_requests`, `open_requests_full`
   */
  readonly keepOpen: () => void;
  /** Hands work of an inline route over to the queue instead. Throws Problem `backlog_full`. */
  readonly toQueue: () => Promise<void>;
  /**
   * Counts so many files more than the one that every request counts as.
   *
   * @throws Problem `public_soft_limit_reached` when so many are not left, with none of them counted
   */
  readonly countMore: (files: number) => Promise<void>;
  /** The request repeats an earlier one: what it was counted as is given back. */
  readonly giveBack: () => Promise<void>;
  /**
   * Does the work of another route for the same caller, under that route's role, limits and accounts.
   *
   * @param input what the other route would have read: it is not checked again
   * @throws what the other route throws
   */
  readonly call: (other: Route, input: RouteWork) => Promise<Answer>;
};

/** The input of a route whose types are forgotten. */
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

/** What a route is about, in the contract. */
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

/** The one declaration of a route: the router, the checks and the contract are all made from it. */
type RouteDeclaration<P extends Fields, Q extends Fields, H extends Fields, B, A extends Answers> = {
  readonly method: Method;
  /** In the form of OpenAPI: `/api/documents/{id}`. */
  readonly path: string;
  /** The operation id. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly who: Who;
  readonly limit: CallLimit;
  /** What its work weighs on; unset: next to nothing. */
  readonly load?: Load;
  /**
   * The smallest role of a key on a route that is also open without one. Without it any key will do.
   */
  readonly keyRole?: Role;
  /**
   * What a call of it does, for the audit trail: every call with a key leaves a line there, whatever comes of it, before
   * it is answered. Every route that changes something has one. Its resource is the `id` of the path, else of the answer.
   */
  readonly audit?: AuditAction;
  /** What a successful call of it counts as in the usage of the workspace; nothing without it. */
  readonly product?: Product;
  /** The routes whose work it does, each under that route's own role, limits and accounts. */
  readonly through?: readonly Route[];
  readonly params?: P;
  readonly query?: Q;
  /** Names as documented; they are matched whatever their case. */
  readonly headers?: H;
  readonly body?: RouteBody<B>;
  readonly answers: A;
  /** Those of the route itself; what follows from the declaration is added by `problemsOf`. */
  readonly problems: readonly ProblemCode[];
  handle(input: RouteInput<P, Q, H, B>, context: RouteContext): Promise<AnswerOf<A>> | AnswerOf<A>;
};

/** A declaration with its types forgotten, as the router and the contract use it. */
export type Route = Omit<RouteDeclaration<Fields, Fields, Fields, unknown, Answers>, 'handle'> & {
  handle(input: RouteWork, context: RouteContext): Promise<Answer> | Answer;
};

/** Declares a route; the types of its input and answers are those of its schemas. */
export function route<P extends Fields, Q extends Fields, H extends Fields, B, const A extends Answers>(
  declaration: RouteDeclaration<P, Q, H, B, A>,
): Route {
  return declaration as unknown as Route;
}

/** Every problem that the route may give: its own, and those that its declaration brings along. */
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
