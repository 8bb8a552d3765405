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

/** A file of an inbox that a client writes. */
export type Upload = {
  /** Changes when it is renamed while it is open. */
  name: string;
  /** Fills the chunk from the offset on; answers with how many bytes there were. */
  readonly read: (chunk: Buffer, offset: number) => Promise<number>;
  readonly write: (offset: number, data: Buffer) => Promise<void>;
  /** Cuts it, or makes it longer by zeros: some clients ask for all of the room before they write. */
  readonly resize: (size: number) => Promise<void>;
  /** All of it is there and on the disk: from now on it may be taken. */
  readonly finish: () => Promise<void>;
  /** The client went away: what is there stays, known as half a file. */
  readonly abandon: () => Promise<void>;
};

/** The files that are written now, of all sessions. */
export type Uploads = {
  /** @throws SftpFault, or an error of the file system: nothing is changed then */
  readonly begin: (
    workspaceId: string,
    folders: Folders,
    name: string,
    how: {
      readonly readToo: boolean;
      /** Each write goes to the end, whatever offset comes with it: some clients count from where they began to add. */
      readonly append: boolean;
      readonly create: boolean;
      readonly truncate: boolean;
      readonly exclusive: boolean;
    },
  ) => Promise<Upload>;
  /**
   * Does what changes the files of these names, one after the other as it is asked for: a client need not wait for one
   * answer before its next request, and others of the workspace may name the same file.
   */
  readonly inTurn: <T>(workspaceId: string, names: readonly string[], work: () => Promise<T>) => Promise<T>;
  readonly find: (workspaceId: string, name: string) => Upload | undefined;
  /** A file that nobody writes was removed, and its mark of half a file with it. */
  readonly removed: (workspaceId: string, folders: Folders, name: string) => void;
  /** The file has another name now, its mark of half a file too. */
  readonly rename: (workspaceId: string, folders: Folders, from: string, to: string) => void;
};

const { O_RDWR, O_WRONLY, O_CREAT, O_TRUNC, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * The first bytes of a file are written at once: so few are sooner written than handed to a thread, and a client waits for
 * each answer. More than that may wait for the disk, and others wait with it.
 */
const AT_ONCE_BYTES = 128 * 1024;

const [readThere, writeThere] = [promisify(read), promisify(write)];
const [resizeThere, flush] = [promisify(ftruncate), promisify(fdatasync)];

const full = () => failed('quota: the inbox is full');

/** @param mostBytes of one file */
export function makeUploads({ quota, mostBytes }: { quota: Quota; mostBytes: number }): Uploads {
  const writing = new Map<string, Upload>();
  /** The last work on a name. */
  const turns = new Map<string, Promise<unknown>>();
  const keyOf = (workspaceId: string, name: string): string => `${workspaceId}/${name}`;

  return {
    begin: async (workspaceId, folders, name, { readToo, append, create, truncate, exclusive }) => {
      if (writing.has(keyOf(workspaceId, name))) throw failed('The file is being written already');
      // Taken before anything is waited for, so that the second of two finds it.
      writing.set(keyOf(workspaceId, name), null as never);
      let file: number | null = null;
      const wasHalf = hasMark(folders, name);
      try {
        await quota.count(workspaceId, folders.inbox);
        const path = pathIn(folders.inbox, name);
        const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined;
        if (isNew && create) await makeRoom(workspaceId, folders, () => quota.take(workspaceId, LEAST_BYTES));
        // Before the file is there: whatever ends the process, a file without a mark is a whole one.
        mark(folders, name);
        const flags =
          (readToo ? O_RDWR : O_WRONLY) |
          (create ? O_CREAT : 0) |
          (truncate ? O_TRUNC : 0) |
          (create && exclusive ? O_EXCL : 0);
        file = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o660);
        const stats = fstatSync(file);
        if (!stats.isFile()) throw denied();
        const upload = makeUpload(workspaceId, folders, name, file, { begun: stats.size, append });
        writing.set(keyOf(workspaceId, name), upload);
        return upload;
      } catch (error) {
        writing.delete(keyOf(workspaceId, name));
        if (file !== null) closeSync(file);
        // Nothing was written: what is there is as whole as it was.
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

  /** Takes a place in the inbox, at once where there is one. @throws SftpFault where there is none, though it was counted anew */
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
    { begun, append }: { readonly begun: number; readonly append: boolean },
  ): Upload {
    let size = begun;
    let fault = false;
    /** The last work on the file that is not done; null: at once. */
    let last: Promise<unknown> | null = null;
    /**
     * Works on the file in the order of requests: it becomes what it would by one request after the other (7 of the draft), and
     * is answered in that order, since paramiko drops an answer that comes before the one it waits for. All of it is done before
     * the file is closed: its number may be that of another file then.
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
    /** Whether the file may have so many bytes; counts them. By its end, not by what is written: one byte far away makes a file as long. */
    const takeUntil = (end: number): boolean => {
      if (!Number.isSafeInteger(end) || end > mostBytes) throw failed(`quota: a file has at most ${mostBytes} bytes`);
      if (!quota.take(workspaceId, Math.max(0, end - Math.max(size, LEAST_BYTES)))) return false;
      size = Math.max(size, end);
      return true;
    };
    const writeWithin = async (offset: number, data: Buffer): Promise<void> => {
      let start = offset;
      // All in one step: other files of the workspace are written meanwhile.
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
          // A client that goes on after a write was refused has no whole file.
          if (fault) throw failed('Not all of the file was written');
          await flush(file);
          isGone = fstatSync(file).nlink === 0;
        } finally {
          await forget();
          closeSync(file);
        }
        unmark(folders, upload.name);
        // An operator, or the end of its workspace, may have taken it away.
        if (isGone) throw failed('The file was removed meanwhile');
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
