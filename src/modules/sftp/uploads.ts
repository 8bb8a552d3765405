import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  ftruncate,
  lstatSync,
  openSync,
  read,
  write,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { pathIn } from '../../lib/path-in.ts';
import { type Folders, hasMark, mark, unmark } from './intake/index.ts';
import { LEAST_BYTES, type Quota } from './quota.ts';
import { denied, failed } from './status.ts';

export type Upload = {
  /** Changes when the file is renamed while open. */
  name: string;
  /** Reads into the chunk from the offset; returns the number of bytes read. */
  readonly read: (chunk: Buffer, offset: number) => Promise<number>;
  readonly write: (offset: number, data: Buffer) => Promise<void>;
  /** Truncates the file or extends it with zeros: some clients allocate the full size before they write. */
  readonly resize: (size: number) => Promise<void>;
  /** Flushes the file and marks it complete; the intake may then claim it. */
  readonly finish: () => Promise<void>;
  /** Closes the file after a disconnect; it stays marked as incomplete. */
  readonly abandon: () => Promise<void>;
};

/** Uploads in progress, of all sessions. */
export type Uploads = {
  /** @throws SftpFault, or an error of the file system; nothing is changed then */
  readonly begin: (
    workspaceId: string,
    folders: Folders,
    name: string,
    how: {
      readonly readToo: boolean;
      /**
       * Each write goes to the end of the file and ignores its offset: some clients count offsets from where they
       * began to append.
       */
      readonly append: boolean;
      readonly create: boolean;
      readonly truncate: boolean;
      readonly exclusive: boolean;
    },
  ) => Promise<Upload>;
  /**
   * Serializes changes of files with these names, in request order. Clients pipeline requests, and other clients of
   * the workspace may use the same names.
   */
  readonly inTurn: <T>(workspaceId: string, names: readonly string[], work: () => Promise<T>) => Promise<T>;
  readonly find: (workspaceId: string, name: string) => Upload | undefined;
  /** Removes the marker of a deleted file that is not being written. */
  readonly removed: (workspaceId: string, folders: Folders, name: string) => void;
  /** Moves an upload in progress to the new name and removes the old marker. */
  readonly rename: (workspaceId: string, folders: Folders, from: string, to: string) => void;
};

const { O_RDWR, O_WRONLY, O_CREAT, O_TRUNC, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * The beginning of a file is written synchronously: for small writes this is faster than the thread pool, and clients
 * wait for each response. Larger writes may block on the disk and would delay other clients.
 */
const AT_ONCE_BYTES = 128 * 1024;

const [readThere, writeThere] = [promisify(read), promisify(write)];
const [resizeThere, flush] = [promisify(ftruncate), promisify(fdatasync)];

const full = () => failed('quota: the inbox is full');

/** @param mostBytes maximum size of one file */
export function makeUploads({ quota, mostBytes }: { quota: Quota; mostBytes: number }): Uploads {
  const writing = new Map<string, Upload>();
  const turns = new Map<string, Promise<unknown>>();
  const keyOf = (workspaceId: string, name: string): string => `${workspaceId}/${name}`;

  return {
    begin: async (workspaceId, folders, name, { readToo, append, create, truncate, exclusive }) => {
      if (writing.has(keyOf(workspaceId, name))) throw failed('The file is being written already');
      // Reserve the name before the first await, so that a concurrent open fails.
      writing.set(keyOf(workspaceId, name), null as never);
      let file: number | null = null;
      const wasHalf = hasMark(folders, name);
      try {
        await quota.count(workspaceId, folders.inbox);
        const path = pathIn(folders.inbox, name);
        const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined;
        if (isNew && create) await makeRoom(workspaceId, folders, () => quota.take(workspaceId, LEAST_BYTES));
        // Create the marker first: after a crash a file without a marker counts as complete.
        mark(folders, name);
        const flags =
          (readToo ? O_RDWR : O_WRONLY) |
          (create ? O_CREAT : 0) |
          (truncate ? O_TRUNC : 0) |
          (create && exclusive ? O_EXCL : 0);
        file = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o660);
        const stats = fstatSync(file);
        if (!stats.isFile()) throw denied();
        const upload = makeUpload(workspaceId, folders, name, file, { existingBytes: stats.size, append });
        writing.set(keyOf(workspaceId, name), upload);
        return upload;
      } catch (error) {
        writing.delete(keyOf(workspaceId, name));
        if (file !== null) closeSync(file);
        // Nothing was written: the existing file is as complete as before.
        if (file === null && !wasHalf) unmark(folders, name);
        throw error;
      }
    },
    inTurn: async (workspaceId, names, work) => {
      const keys = names.map((name) => keyOf(workspaceId, name));
      const mine = Promise.all(keys.map((key) => turns.get(key))).then(work);
      const settled = mine.catch(() => undefined);
      for (const key of keys) turns.set(key, settled);
      try {
        return await mine;
      } finally {
        for (const key of keys) if (turns.get(key) === settled) turns.delete(key);
      }
    },
    find: (workspaceId, name) => writing.get(keyOf(workspaceId, name)) ?? undefined,
    rename: (workspaceId, folders, from, to) => {
      const upload = writing.get(keyOf(workspaceId, from));
      if (upload !== undefined) {
        writing.delete(keyOf(workspaceId, from));
        upload.name = to;
        writing.set(keyOf(workspaceId, to), upload);
      }
      unmark(folders, from);
    },
    removed: (workspaceId, folders, name) => {
      unmark(folders, name);
      quota.removed(workspaceId);
    },
  };

  /**
   * Reserves quota; recounts the inbox once if the reservation fails. @throws SftpFault when the quota is exceeded
   */
  async function makeRoom(workspaceId: string, { inbox }: Folders, take: () => boolean): Promise<void> {
    if (take()) return;
    await quota.count(workspaceId, inbox, true);
    if (!take()) throw full();
  }

  function makeUpload(
    workspaceId: string,
    folders: Folders,
    first: string,
    file: number,
    { existingBytes, append }: { readonly existingBytes: number; readonly append: boolean },
  ): Upload {
    let size = existingBytes;
    let fault = false;
    /** Null when idle. */
    let last: Promise<unknown> | null = null;
    /**
     * Runs operations in request order, so that the file ends up as with sequential requests (section 7 of the
     * draft). Responses keep that order too, because paramiko drops a response that arrives before the one it waits
     * for. All operations finish before the file is closed: the descriptor may belong to another file afterwards.
     */
    const inOrder = async <T>(work: () => Promise<T>, isChange: boolean): Promise<T> => {
      const mine = last === null ? work() : last.then(work);
      const settled = mine.then(
        () => undefined,
        () => {
          fault ||= isChange;
        },
      );
      last = settled;
      try {
        return await mine;
      } finally {
        if (last === settled) last = null;
      }
    };
    const forget = async (): Promise<void> => {
      await last;
      writing.delete(keyOf(workspaceId, upload.name));
    };
    /**
     * Reserves quota for a file that ends at `end`. The end counts, not the bytes written: one byte at a large offset
     * makes a file that long.
     */
    const takeUntil = (end: number): boolean => {
      if (!Number.isSafeInteger(end) || end > mostBytes) throw failed(`quota: a file has at most ${mostBytes} bytes`);
      if (!quota.take(workspaceId, Math.max(0, end - Math.max(size, LEAST_BYTES)))) return false;
      size = Math.max(size, end);
      return true;
    };
    const writeWithin = async (offset: number, data: Buffer): Promise<void> => {
      let start = offset;
      // In one synchronous step, because other files of the workspace are written concurrently.
      const take = (): boolean => {
        if (append) start = size;
        return takeUntil(start + data.length);
      };
      if (!take()) await makeRoom(workspaceId, folders, take);
      await writeAll(file, data, start);
    };
    const upload: Upload = {
      name: first,
      read: (chunk, offset) =>
        inOrder(async () => (await readThere(file, chunk, 0, chunk.length, offset)).bytesRead, false),
      write: (offset, data) => inOrder(() => writeWithin(offset, data), true),
      resize: (to) =>
        inOrder(async () => {
          if (to === size) return;
          if (to > size) await makeRoom(workspaceId, folders, () => takeUntil(to));
          await resizeThere(file, to);
          if (to < size) quota.removed(workspaceId);
          size = to;
        }, true),
      finish: async () => {
        await last;
        let isGone = false;
        try {
          // A client that continued after a rejected write has an incomplete file.
          if (fault) throw failed('Not all of the file was written');
          await flush(file);
          isGone = fstatSync(file).nlink === 0;
        } finally {
          await forget();
          closeSync(file);
        }
        unmark(folders, upload.name);
        // An operator, or the deletion of the workspace, may have removed the file.
        if (isGone) throw failed('The file was removed');
      },
      abandon: async () => {
        await forget();
        closeSync(file);
      },
    };
    return upload;
  }
}

async function writeAll(file: number, data: Buffer, offset: number): Promise<void> {
  const isFirst = offset + data.length <= AT_ONCE_BYTES;
  for (let at = 0; at < data.length; ) {
    const rest = [data, at, data.length - at, offset + at] as const;
    at += isFirst ? writeSync(file, ...rest) : (await writeThere(file, ...rest)).bytesWritten;
  }
}
