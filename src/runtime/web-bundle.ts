import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';

/** A file of the pages' browser code. */
type WebFile = {
  readonly bytes: Buffer;
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
};

type Options = {
  /** Where the build puts the files. */
  readonly folder: string;
  /** The program and parameters that build them; null: they are there or not. */
  readonly build: readonly string[] | null;
  /** What could not be built is not tried again for so long, in milliseconds. */
  readonly pause?: number;
};

const TYPES: ReadonlyMap<string, string> = new Map(Object.entries({ '.js': 'text/javascript; charset=utf-8' }));

/** Opens the folder of the browser code when the first asks for a file of it. */
export function openWebBundle({ folder, build, pause = 60_000 }: Options): WebBundle {
  let opened: Promise<ReadonlyMap<string, WebFile>> | null = null;
  const read = (name: string): WebFile => {
    const bytes = readFileSync(join(folder, name));
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    const type = TYPES.get(extname(name)) ?? 'application/octet-stream';
    return { bytes, type, etag, isFixed: /-[0-9A-Z]{8}\.\w+$/.test(name) };
  };
  const open = async (): Promise<ReadonlyMap<string, WebFile>> => {
    if (!existsSync(folder) && build !== null) await promisify(execFile)(process.execPath, [...build]);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return new Map(names.map((name) => [name, read(name)]));
  };
  return {
    find: async (name) => {
      if (opened === null) {
        opened = open();
        // Whoever asks without end must not have it built without end.
        opened.catch(() => setTimeout(() => (opened = null), pause).unref());
      }
      return (await opened).get(name) ?? null;
    },
  };
}
