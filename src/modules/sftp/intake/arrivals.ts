import type { Giver } from './drop.ts';

/** So many files of a workspace are taken together at most. */
const MOST = 64;

/**
 * Between two groups of a workspace, in milliseconds: what arrives meanwhile goes together. One alone goes at once, and so
 * does a group that is full.
 *
 * What a group costs it costs once, so that larger ones leave the processor to whoever puts the files: an OpenSSH client
 * that waits for each answer puts some forty in this time.
 */
const GATHER_MS = 300;

type Arrival = { readonly name: string; readonly giver: Giver };

/** Gathers files that arrive one by one, by workspace and by who put them. */
type Arrivals = {
  /** A file to be taken; one that waits already is not added again. */
  readonly add: (workspaceId: string, name: string, giver: Giver) => void;
  readonly isWaiting: (workspaceId: string, name: string) => boolean;
};

type Parts = {
  /** Waits for a place to work in; resolves with what gives it back. */
  readonly enter: (workspaceId: string) => Promise<() => void>;
  /** Takes files and works on them to their end. */
  readonly take: (workspaceId: string, giver: Giver, names: readonly string[]) => Promise<void>;
  /** Is given whatever goes on by itself. */
  readonly track: (work: Promise<void>) => void;
  readonly signal: AbortSignal;
};

/** Makes a gathering with nothing in it. */
export function makeArrivals({ enter, take, track, signal }: Parts): Arrivals {
  type Line = { readonly waiting: Map<string, Arrival>; isServed: boolean; last: number; onFull: () => void };
  const lines = new Map<string, Line>();

  /** The first that wait and have the same giver. */
  const next = ({ waiting }: Line): readonly [Giver, string[]] => {
    const [first] = waiting.values();
    const names: string[] = [];
    for (const { name, giver } of waiting.values()) {
      const isOfOne = giver.actor === first!.giver.actor && giver.address === first!.giver.address;
      if (names.length === MOST || !isOfOne) break;
      names.push(name);
    }
    // From now on a further arrival of a name is another file.
    for (const name of names) waiting.delete(name);
    return [first!.giver, names];
  };

  /** Waits for company, so many milliseconds at most. */
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
