/**
 * Infrastructure of every process: configuration, logs, metrics, shutdown, embedded PostgreSQL. Contains no domain
 * logic and imports no other module.
 */

export { decrypt, encrypt } from './aes-gcm.ts';
export type { S3Config } from './artifact-store-config.ts';
export { checkedBy, decodeSums, findChecksum, removeChecksum, sideNamesOf } from './checksum-file.ts';
export {
  type Config,
  ConfigProblems,
  describeOwnConfiguration,
  environmentWith,
  isStartedByNpm,
  readConfig,
} from './config.ts';
export {
  type ContainerMemory,
  fitToMemory,
  MIN_MEMORY_BYTES,
  makeContainerMemory,
  type UsableMemory,
  usableMemory,
} from './container-memory.ts';
export { DataFolderInUse } from './embedded/data-lock.ts';
export { findRemaining, recordProcess } from './embedded/kept-processes.ts';
export { type EmbeddedPostgres, makeDataDir, type PostgresOptions, startPostgres } from './embedded/postgres.ts';
export { findRunningPostgres } from './embedded/running.ts';
export { fileVariableOf, SECRETS, VARIABLES } from './environment.ts';
export { type Explanation, explainFailure } from './explain-failure.ts';
export { isPublicAddress } from './http/address-guard.ts';
export type { TlsOptions } from './http/connect.ts';
export { HttpFault, type HttpFaultKind } from './http/fault.ts';
export {
  type DnsOptions,
  makeDnsResolve,
  type Resolve,
  type ResolvedAddress,
  resolveBySystem,
} from './http/resolve.ts';
export { type HttpAnswer, type HttpClient, type HttpClientOptions, type HttpRequest, makeHttpClient } from './http.ts';
export { INSTALLATION_KEY, installationKey } from './installation-key.ts';
export { isTransientError } from './is-transient-error.ts';
export { type Log, makeLog, withoutPassword } from './log.ts';
export { logWarnings } from './log-node-warnings.ts';
export { makeThrottledLog, type ThrottledLog } from './log-throttle.ts';
export { makeFolder } from './make-folder.ts';
export { diskSpace, measureDisk } from './measure-disk.ts';
export { type Counter, type Gauge, type Histogram, type Metrics, makeMetrics } from './metrics.ts';
export { OperatorFault } from './operator-error.ts';
export { drawRandom } from './random-pool.ts';
export {
  type CheckResult,
  checkEvidenceSecret,
  checkFolder,
  makeReadiness,
  makeStartCheck,
  type Readiness,
  type ReadinessCheck,
} from './readiness.ts';
export { findRoot } from './root.ts';
export { type ConfiguredCipher, makeSecretCipher, type SecretCipher } from './secret-cipher.ts';
export { readSecretFiles } from './secret-files.ts';
export { makeShutdown, type Shutdown } from './shutdown.ts';
export type { SealerConfig, TimeAuthorityConfig } from './signing-config.ts';
export {
  keepRunning,
  MANY_FLUSHES,
  type ReadyMessage,
  reportReady,
  reportWarm,
  SMALL_HEAP,
  type StoredProcess,
  validationNodeOptions,
} from './supervisor.ts';
export {
  type Cost,
  giveWay,
  giveWayAsSession,
  makeThreadPool,
  openThread,
  type PoolRequest,
  serveRequests,
  THREAD_BYTES,
  type ThreadPool,
  ThreadStopped,
  threadSetup,
  threadTime,
} from './threads/index.ts';
export { checkTlsPair } from './tls-pair.ts';
export { type RunningTracing, startTracing } from './tracing/start-tracing.ts';
export { waitForPort } from './wait-for-port.ts';
export { openWebBundle, type WebBundle } from './web-bundle.ts';
export { writeConfiguration } from './write-configuration.ts';
