import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { giveWayAsSession } from './threads/index.ts';

/** A file of the pages' browser code. */
type WebFile = {
  readonly bytes: Buffer;
  /** The same as Brotli; null: the build has not made it. */
  readonly brotli: Buffer | null;
  readonly type: string;
  /** A strong entity tag. */
  readonly etag: string;
  /** Its name says what is in it, so that it never changes. */
  readonly isFixed: boolean;
};

/** The browser code of the pages, as the build made it. */
export type WebBundle = {
  /**
   * The file of that name; null: there is none. What has not been built yet is built for the first who asks.
   *
   * @throws Error when it cannot be built
   */
  readonly find: (name: string) => Promise<WebFile | null>;
  /** Builds what has not been built yet, before the first asks; ends when closed. @throws Error when it cannot be built */
  readonly warmUp: () => Promise<void>;
  /** Ends a build that runs. Never fails. */
  readonly close: () => Promise<void>;
};

type Options = {
  /** Where the build puts the files. */
  readonly folder: string;
  /** The program and parameters that build them; null: they are there or not. */
  readonly build: readonly string[] | null;
  /** What could not be built is not tried again for so long, in milliseconds. */
  readonly pause?: number;
};

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '.js': 'text/javascript; charset=utf-8', '.png': 'image/png' }),
);

const BROTLI = '.br';

/** Opens the folder of the browser code when the first asks for a file of it. */
export function openWebBundle({ folder, build, pause = 60_000 }: Options): WebBundle {
  let opened: Promise<ReadonlyMap<string, WebFile>> | null = null;
  const closing = new AbortController();
  const read = (name: string, names: ReadonlySet<string>): WebFile => {
    const bytes = readFileSync(join(folder, name));
    const brotli = names.has(name + BROTLI) ? readFileSync(join(folder, name + BROTLI)) : null;
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    const type = TYPES.get(extname(name)) ?? 'application/octet-stream';
    return { bytes, brotli, type, etag, isFixed: /-[0-9A-Z]{8}\.\w+$/.test(name) };
  };
  const open = async (): Promise<ReadonlyMap<string, WebFile>> => {
    if (!existsSync(folder) && build !== null) await runBehind(build, closing.signal);
    const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
    const own = [...names].filter((name) => !name.endsWith(BROTLI));
    return new Map(own.map((name) => [name, read(name, names)]));
  };
  const openOnce = (): Promise<ReadonlyMap<string, WebFile>> => {
    if (opened === null) {
      opened = open();
      // Whoever asks without end must not have it built without end.
      opened.catch(() => setTimeout(() => (opened = null), pause).unref());
    }
    return opened;
  };
  return {
    find: async (name) => (await openOnce()).get(name) ?? null,
    warmUp: async () => {
      await openOnce().catch((error: unknown) => {
        if (!closing.signal.aborted) throw error;
      });
    },
    close: async () => {
      closing.abort(new Error('the service ends'));
      await opened?.catch(() => undefined);
    },
  };
}

/**
 * Runs a Node program to its end, in a session that stands behind the rest of the machine.
 *
 * @param signal ends it, with all that it has started
 * @throws Error with what it printed, when it fails; the signal's reason
 */
async function runBehind(parameters: readonly string[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...parameters], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const { pid } = child;
  const end = (): void => {
    try {
      if (pid !== undefined) process.kill(-pid);
    } catch {
      // It has ended by itself.
    }
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const said = text(child.stderr);
    if (pid !== undefined) giveWayAsSession(pid);
    const [code] = (await once(child, 'exit')) as [number | null];
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`${parameters.at(-1)} ended with ${code}: ${(await said).trim()}`);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
