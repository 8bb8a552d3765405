import { makeFairQueue } from '../../lib/fair-queue.ts';

/** Maximum reads of a channel in progress or answered but unsent. Clients use up to 64. */
const MAX_CONCURRENT = 64;

/** Maximum queued reads. paramiko requests a whole file at once in parts of 32 KB, so this allows 1 GB. */
const MAX_WAITING = 32_768;

/** Read queue of a channel, with backpressure from the client's window. */
type Reads = {
  readonly add: (read: () => Promise<void>) => void;
  /** Continues after data arrived from the client, which may have opened its window. */
  readonly goOn: () => void;
  /** Drops queued reads when the channel closes. */
  readonly end: () => void;
};

type ReadsParts = {
  /** Number of responses that wait for the client's window. */
  readonly unsent: () => number;
  readonly onTooMany: () => void;
};

/**
 * Creates the read queue. A client may request a whole file and receive it slowly: queued reads take no memory, and
 * the connection is never paused, because window adjustments arrive in the client's own messages.
 */
export function makeReads({ unsent, onTooMany }: ReadsParts): Reads {
  let waiting = makeFairQueue<() => Promise<void>>();
  let underWay = 0;

  const goOn = (): void => {
    while (underWay + unsent() < MAX_CONCURRENT) {
      const read = waiting.shift();
      if (read === undefined) return;
      underWay += 1;
      read().finally(() => {
        underWay -= 1;
        goOn();
      });
    }
  };
  return {
    add: (read) => {
      if (waiting.size() >= MAX_WAITING) return onTooMany();
      // A single owner: each channel has its own queue.
      waiting.push('', read);
      goOn();
    },
    goOn,
    end: () => {
      waiting = makeFairQueue();
    },
  };
}
