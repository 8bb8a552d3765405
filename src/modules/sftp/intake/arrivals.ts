import type { Giver } from './drop.ts';

/** Maximum number of files of a workspace that are claimed together. */
const MOST = 64;

/**
 * Batch window per workspace, in milliseconds: files that arrive within it are claimed together. The first file after
 * a pause and a full group start at once.
 *
 * A group has a fixed cost, so larger groups leave more CPU for uploads: an OpenSSH client that waits for each
 * response uploads about 40 files in this time.
 */
const GATHER_MS = 300;

type Arrival = { readonly name: string; readonly giver: Giver };

/** Batches files that arrive one by one, per workspace and uploader. */
type Arrivals = {
  /** Adds a file. A file that is already waiting is not added twice. */
  readonly add: (workspaceId: string, name: string, giver: Giver) => void;
  readonly isWaiting: (workspaceId: string, name: string) => boolean;
};

type Parts = {
  /** Waits for a processing slot; resolves with the function that releases it. */
  readonly enter: (workspaceId: string) => Promise<() => void>;
  readonly take: (workspaceId: string, giver: Giver, names: readonly string[]) => Promise<void>;
  readonly track: (work: Promise<void>) => void;
  readonly signal: AbortSignal;
};

export function makeArrivals({ enter, take, track, signal }: Parts): Arrivals {
  type Line = { readonly waiting: Map<string, Arrival>; isServed: boolean; last: number; onFull: () => void };
  const lines = new Map<string, Line>();

  /** Removes and returns the first waiting files of the same uploader. */
  const next = ({ waiting }: Line): readonly [Giver, string[]] => {
    const [first] = waiting.values();
    const names: string[] = [];
    for (const { name, giver } of waiting.values()) {
      const isOfOne = giver.actor === first!.giver.actor && giver.address === first!.giver.address;
      if (names.length === MOST || !isOfOne) break;
      names.push(name);
    }
    // From here on, a new arrival of the same name is a different file.
    for (const name of names) waiting.delete(name);
    return [first!.giver, names];
  };

  /** Waits until the group is full, for at most the given time. */
  const gather = (line: Line, milliseconds: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        line.onFull = () => undefined;
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end);
      line.onFull = end;
      if (signal.aborted || line.waiting.size >= MOST) end();
    });

  const serve = async (workspaceId: string, line: Line): Promise<void> => {
    try {
      while (line.waiting.size > 0) {
        const rest = line.last + GATHER_MS - performance.now();
        if (rest > 0) await gather(line, rest);
        const leave = await enter(workspaceId);
        line.last = performance.now();
        const [giver, names] = next(line);
        track(take(workspaceId, giver, names).finally(leave));
      }
    } finally {
      line.isServed = false;
    }
  };

  return {
    add: (workspaceId, name, giver) => {
      const line = lines.get(workspaceId) ?? {
        waiting: new Map(),
        isServed: false,
        last: Number.NEGATIVE_INFINITY,
        onFull: () => undefined,
      };
      lines.set(workspaceId, line);
      if (line.waiting.has(name)) return;
      line.waiting.set(name, { name, giver });
      if (line.waiting.size >= MOST) line.onFull();
      if (line.isServed) return;
      line.isServed = true;
      track(serve(workspaceId, line));
    },
    isWaiting: (workspaceId, name) => lines.get(workspaceId)?.waiting.has(name) ?? false,
  };
}
