import type { App } from '../app.ts';
import type { Caller } from '../modules/accounts/index.ts';

export type { Caller, Role } from '../modules/accounts/index.ts';

/** Parts of the application that the HTTP API uses; `src/app.ts` creates them. */
export type AppParts = Pick<
  App,
  | 'log'
  | 'metrics'
  | 'validator'
  | 'engine'
  | 'validationPool'
  | 'processMetrics'
  | 'readiness'
  | 'renderers'
  | 'printer'
  | 'reference'
  | 'thirdParty'
  | 'pdfReader'
  | 'catalog'
  | 'evidence'
  | 'transparency'
  | 'vat'
  | 'vatBatches'
  | 'peppol'
  | 'radars'
  | 'partners'
  | 'preflight'
  | 'preflightResponse'
  | 'webhooks'
  | 'documents'
  | 'batches'
  | 'now'
  | 'newId'
  | 'retryFailedJob'
  | 'web'
> & {
  readonly config: Pick<
    App['config'],
    | 'environment'
    | 'host'
    | 'port'
    | 'metrics'
    | 'publicDailyLimit'
    | 'keyRateLimit'
    | 'cii'
    | 'maxXmlBytes'
    | 'maxPdfBytes'
    | 'maxBatchFiles'
    | 'maxBatchBytes'
    | 'maxQueuedFiles'
    | 'maxQueuedBytes'
    | 'dataDir'
    | 'pressure'
    | 'proxies'
    | 'publicUrl'
    | 'hosts'
    | 'tls'
    | 'dataLocation'
    | 'viesUrl'
    | 'corsOrigins'
  >;
  readonly db: Pick<App['db'], 'answers'>;
  readonly queue: Pick<App['queue'], 'counts' | 'openJobs' | 'backlog' | 'failed'>;
  readonly accounts: Pick<
    App['accounts'],
    | 'authenticate'
    | 'makeSandboxKey'
    | 'watchKey'
    | 'takePublicCall'
    | 'giveBackPublicCalls'
    | 'takeKeyCall'
    | 'keys'
    | 'keyRequests'
    | 'workspaces'
    | 'sftp'
    | 'audit'
    | 'meter'
    | 'usage'
    | 'plans'
    | 'checkIncludes'
  >;
};

/** Caller of a request without authentication: it has no workspace. */
export const ANONYMOUS: Caller = { workspaceId: '', actor: 'anyone', role: 'public', environment: 'production' };
