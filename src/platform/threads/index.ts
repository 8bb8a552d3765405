/**
 * Terminable work in threads: a request that loops or exhausts memory affects only itself, and owners are served
 * fairly. Independent of the kind of work.
 */
export { giveWay, giveWayAsSession, threadId } from './lower-priority.ts';
export { openThread, THREAD_BYTES } from './open-thread.ts';
export { processorTimeOf, threadTime, watchProcessor } from './processor-timeout.ts';
export { serveRequests, threadSetup } from './serve-requests.ts';
export { ThreadStopped } from './stopped.ts';
export { type Cost, makeThreadPool, type PoolRequest, type ThreadPool } from './thread-pool.ts';
export { watchThread } from './watch-thread.ts';
