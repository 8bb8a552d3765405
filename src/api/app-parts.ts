import type { FileResult, Layer, Text } from '../issues/index.ts';
import type { Config, Log, Metrics } from '../runtime/index.ts';
import type { Validator } from '../validation/index.ts';

export type Role = 'viewer' | 'developer' | 'admin';

export type Scope = { readonly workspaceId: string; readonly actor: string };

export type Caller = Scope & { readonly role: Role | 'public' };

export type DocumentRecord = {
  readonly id: string;
  readonly status: string;
  readonly filename: string;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly external_id: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly steps: readonly string[];
  readonly summary: FileResult['summary'] | null;
  readonly counts: { readonly fatal: number; readonly warning: number; readonly info: number } | null;
  readonly error: { readonly code: string; readonly detail: Text } | null;
  readonly last_sequence: number;
  readonly created_at: string;
  readonly updated_at: string;
};

export type DocumentEvent = {
  readonly id: string;
  readonly document_id: string;
  readonly sequence: number;
  readonly type: string;
  readonly at: string;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export type ArtifactRecord = {
  readonly name: string;
  readonly media_type: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly created_at: string;
};

export type BatchRecord = {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'completed' | 'canceled';
  readonly total: number;
  readonly done: number;
  readonly valid: number;
  readonly invalid: number;
  readonly failed: number;
  readonly created_at: string;
  readonly completed_at: string | null;
};

/** One page of a list; `next` is the cursor of the page after it. */
export type Paged<T> = { readonly items: readonly T[]; readonly next: string | null };

export type DocumentFilter = {
  readonly status?: string | undefined;
  readonly externalId?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
};

/** The parts of the application that this door uses; `src/app.ts` makes them. */
export type AppParts = {
  readonly config: Pick<Config, 'host' | 'port' | 'publicDailyLimit' | 'maxXmlBytes'> & {
    /** Calls per second with one key; 0 or unset: no limit. */
    readonly keyRateLimit?: number | undefined;
    /** Origins whose pages may call from a browser, `*` for all; unset: none. */
    readonly corsOrigins?: readonly string[] | undefined;
  };
  readonly log: Log;
  readonly metrics: Metrics;
  readonly db: { readonly answers: (limit: number) => Promise<boolean> };
  readonly queue: { readonly counts: () => Promise<unknown> };
  readonly validator: Validator;
  readonly accounts: {
    readonly authenticate: (apiKey: string | null) => Promise<Caller | null>;
    /** Counts one keyless call of a client on the UTC day of the time; answers how many it is now. */
    readonly countPublicCall: (client: string, at: number) => Promise<number>;
  };
  readonly documents: {
    readonly receive: (
      scope: Scope,
      input: {
        readonly idempotencyKey: string;
        readonly filename: string;
        readonly content: Uint8Array;
        readonly externalId: string | null;
        readonly metadata: Readonly<Record<string, unknown>>;
        readonly steps: readonly string[];
      },
    ) => Promise<{ readonly document: DocumentRecord; readonly replayed: boolean }>;
    readonly get: (scope: Scope, id: string) => Promise<DocumentRecord>;
    readonly list: (scope: Scope, filter: DocumentFilter) => Promise<Paged<DocumentRecord>>;
    readonly timeline: {
      readonly readAfter: (scope: Scope, id: string, after: string | null) => Promise<readonly DocumentEvent[]>;
      /** As `readAfter`, but waits so many milliseconds for the first event. */
      readonly wait: (
        scope: Scope,
        id: string,
        after: string | null,
        milliseconds: number,
        signal: AbortSignal,
      ) => Promise<readonly DocumentEvent[]>;
    };
    readonly artifacts: {
      readonly list: (scope: Scope, id: string) => Promise<readonly ArtifactRecord[]>;
      readonly open: (
        scope: Scope,
        id: string,
        name: string,
      ) => Promise<ArtifactRecord & { readonly read: (from: number, to: number) => Promise<Uint8Array> }>;
    };
  };
  readonly batches: {
    readonly create: (
      scope: Scope,
      input: {
        readonly files: readonly { readonly filename: string; readonly bytes: Uint8Array }[];
        readonly options: {
          readonly ruleset?: string | undefined;
          readonly as_of?: string | undefined;
          readonly layers?: readonly Layer[] | undefined;
        };
      },
    ) => Promise<BatchRecord>;
    readonly get: (scope: Scope, id: string) => Promise<BatchRecord>;
    /** Resolves when the batch is complete, the time is over or the signal aborts. */
    readonly wait: (scope: Scope, id: string, milliseconds: number, signal: AbortSignal) => Promise<BatchRecord>;
    readonly results: (
      scope: Scope,
      id: string,
      page: { readonly cursor?: string | undefined; readonly limit: number },
    ) => Promise<Paged<FileResult>>;
  };
  readonly now: () => number;
  readonly newId: (prefix: 'req') => string;
};
