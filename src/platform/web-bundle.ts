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
  /** Brotli-compressed content; null: the build did not create it. */
  readonly brotli: Buffer | null;
  readonly type: string;
  /** Strong entity tag. */
  readonly etag: string;
  /** True when the file name contains a content hash, so that it is cacheable forever. */
  readonly isFixed: boolean;
};

/** Built browser code of the pages. */
export type WebBundle = {
  /**
   * Finds a file by name; null when it does not exist. Starts the build on first use if the file has not been built.
   *
   * @throws Error when the build fails
   */
  readonly find: (name: string) => Promise<WebFile | null>;
  /** Builds in advance when needed; ends when closed. @throws Error when the build fails */
  readonly warmUp: () => Promise<void>;
  /** Aborts a running build. Never fails. */
  readonly close: () => Promise<void>;
};

type Options = {
  /** Output folder of the build. */
  readonly folder: string;
  /** Build command and its parameters; null: no build on demand. */
  readonly build: readonly string[] | null;
  /** Delay before a failed build is retried, in milliseconds. */
  readonly pause?: number;
};

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '.js': 'text/javascript; charset=utf-8', '.png': 'image/png' }),
);

const BROTLI = '.br';

/** Opens the folder of the browser code on the first request. */
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
      // Repeated requests must not trigger repeated builds.
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
 * Runs a Node program in a session of low priority.
 *
 * @param signal ends it and its child processes
 * @throws Error with its output when it fails; the signal's reason
 */
async function runBehind(parameters: readonly string[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...parameters], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const { pid } = child;
  const end = (): void => {
    try {
      if (pid !== undefined) process.kill(-pid);
    } catch {
      // The process has already exited.
    }
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const errorOutput = text(child.stderr);
    if (pid !== undefined) giveWayAsSession(pid);
    const [code] = (await once(child, 'exit')) as [number | null];
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`${parameters.at(-1)} ended with ${code}: ${(await errorOutput).trim()}`);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
