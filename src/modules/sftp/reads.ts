import { makeFairQueue } from '../../lib/fair-queue.ts';

/** So many reads of a channel are under way or answered and not sent at once; clients have 64 of them. */
const MAX_CONCURRENT = 64;

/** So many wait behind them: paramiko asks for a whole file at once, in parts of 32 KB, so that this is 1 GB of it. */
const MAX_WAITING = 32_768;

/** The reads of a channel, of which some wait for the client to take what others gave. */
type Reads = {
  /** Has one done in its turn. */
  readonly add: (read: () => Promise<void>) => void;
  /** Something came from the client: its window may have let answers out. */
  readonly goOn: () => void;
  /** The channel is gone: those that wait are not done any more. */
  readonly end: () => void;
};

type ReadsParts = {
  /** How many answers wait for the client's window. */
  readonly unsent: () => number;
  /** The client asks for more than is kept for it. */
  readonly onTooMany: () => void;
};

/**
 * Makes the turn of reads. A client may ask for all of a file and take it slowly: what is not read yet takes no memory, and
 * the connection is read from all the time, as the window comes with what the client sends.
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
      // One owner: the channel.
      waiting.push('', read);
      goOn();
    },
    goOn,
    end: () => {
      waiting = makeFairQueue();
    },
  };
}
