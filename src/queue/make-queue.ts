import type { Queue, QueueParts } from './queue.ts';

/** Makes the queue: on Redis with a Redis URL, on the database without. Prepares the backend's own tables. */
export async function makeQueue(_parts: QueueParts): Promise<Queue> {
  throw new Error('The queue is not ready');
}
