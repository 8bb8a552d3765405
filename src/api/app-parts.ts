import type { FileResult, Layer } from '../issues/index.ts';
import type { Config, Log, Metrics } from '../runtime/index.ts';
import type { Validator } from '../validation/index.ts';

/** What the API needs of the accounts. */
export type Caller = {
  readonly workspaceId: string;
  readonly actor: string;
  readonly role: Role | 'public';
};

export type Scope = Pick<Caller, 'workspaceId' | 'actor'>;

export type Batch = {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'completed' | 'canceled';
  readonly total: number;
};

export type Role = 'viewer' | 'developer' | 'admin';

/** The parts of the application that this door uses; `src/app.ts` makes them. */
export type AppParts = {
  readonly config: Pick<Config, 'host' | 'port' | 'publicDailyLimit' | 'maxXmlBytes'>;
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
    ) => Promise<Batch>;
    readonly get: (scope: Scope, id: string) => Promise<Batch>;
    readonly wait: (scope: Scope, id: string, milliseconds: number, signal: AbortSignal) => Promise<Batch>;
    readonly results: (
      scope: Scope,
      id: string,
      page: { readonly cursor: string | null; readonly limit: number },
    ) => Promise<{ readonly results: readonly FileResult[]; readonly next: string | null }>;
  };
  readonly now: () => number;
  readonly newId: (prefix: 'req') => string;
};
