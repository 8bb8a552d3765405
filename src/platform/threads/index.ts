/**
 * Work in threads of this process that can be ended: a request that loops or eats memory costs itself alone, and owners
 * are served in turn. It knows nothing of what the work is.
 */
export { giveWay, giveWayAsSession, threadId } from './lower-priority.ts';
export { openThread, THREAD_BYTES } from './open-thread.ts';
export { processorTimeOf, threadTime, watchProcessor } from './processor-timeout.ts';
export { serveRequests, threadSetup } from './serve-requests.ts';
export { ThreadStopped } from './stopped.ts';
export { type Cost, makeThreadPool, type PoolRequest, type ThreadPool } from './thread-pool.ts';
export { watchThread } from './watch-thread.ts';
