import { constants, linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { type FileHandle, open, rmdir, unlink } from 'node:fs/promises';
import type { Attributes, FileEntry } from 'ssh2';
import { pathIn } from '../../lib/path-in.ts';
import { listPlace, pathOf, statPlace, toAttributes } from './entries.ts';
import { type Folders, hasMark, isFilename, isTemporary, mark, unmark } from './intake/index.ts';
import { type JailPath, nameInInbox, normalise, resolvePath } from './jail.ts';
import { denied, failed, missing, OPEN_MODE, SftpFault, STATUS_CODE, toFault } from './status.ts';
import type { Upload, Uploads } from './uploads.ts';

const MAX_HANDLES = 64;

/** Maximum bytes returned by one read, regardless of the requested length. */
export const MAX_READ = 256 * 1024;

const ENTRIES_AT_ONCE = 100;

/** Number of uploaded files whose attributes are remembered after they are claimed. */
const MAX_INSERTED = 256;

type Handle =
  | { readonly kind: 'upload'; readonly upload: Upload }
  | { readonly kind: 'file'; readonly file: FileHandle; readonly place: JailPath }
  | { readonly kind: 'folder'; readonly entries: AsyncGenerator<FileEntry[]> };

/**
 * Operations of a session, in the terms of the protocol (draft-ietf-secsh-filexfer-02). Each throws SftpFault or an
 * error of the file system.
 */
export type Session = {
  readonly open: (path: string, flags: number) => Promise<Buffer>;
  readonly read: (handle: Buffer, offset: number, length: number) => Promise<Buffer>;
  readonly write: (handle: Buffer, offset: number, data: Buffer) => Promise<void>;
  readonly close: (handle: Buffer) => Promise<void>;
  readonly openFolder: (path: string) => Promise<Buffer>;
  readonly readFolder: (handle: Buffer) => Promise<FileEntry[]>;
  readonly stat: (path: string) => Promise<Attributes>;
  readonly statHandle: (handle: Buffer) => Promise<Attributes>;
  /**
   * Times and modes are ignored without an error, so that clients continue. A size different from the current one is
   * rejected: a client that believed the file was truncated would send other content than intended. A file open for
   * writing is resized.
   */
  readonly setStat: (path: string, attributes: Partial<Attributes>) => Promise<void>;
  readonly setStatOfHandle: (handle: Buffer, attributes: Partial<Attributes>) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  readonly removeFolder: (path: string) => Promise<void>;
  readonly makeFolder: (path: string) => Promise<void>;
  /**
   * `replace`: overwrite an existing file, as `posix-rename@openssh.com` does; otherwise an existing file is an
   * error.
   */
  readonly rename: (from: string, to: string, replace: boolean) => Promise<void>;
  readonly realPath: (path: string) => string;
  /** Closes all handles after a disconnect; files being written stay incomplete. */
  readonly end: () => Promise<void>;
};

type SessionParts = {
  readonly workspaceId: string;
  readonly folders: Folders;
  readonly uploads: Uploads;
  /** Called for each complete file with a final name. */
  readonly onArrived: (name: string) => void;
};

export function makeSession({ workspaceId, folders, uploads, onArrived }: SessionParts): Session {
  const handles = new Map<number, Handle>();
  let last = 0;
  /** Opens in progress count against the limit, because a client may request all at once. */
  let opening = 0;
  let hasEnded = false;

  const find = (path: string): JailPath => {
    const place = resolvePath(path);
    if (place === null) throw missing();
    return place;
  };
  const letGo = async (handle: Handle): Promise<void> => {
    if (handle.kind === 'upload') await handle.upload.abandon().catch(() => undefined);
    else if (handle.kind === 'file') await handle.file.close().catch(() => undefined);
    else await handle.entries.return(undefined);
  };
  const add = (handle: Handle): Buffer => {
    last = (last + 1) >>> 0;
    handles.set(last, handle);
    const id = Buffer.alloc(4);
    id.writeUInt32BE(last);
    return id;
  };
  const get = (id: Buffer): Handle => {
    const handle = id.length === 4 ? handles.get(id.readUInt32BE(0)) : undefined;
    if (handle === undefined) throw failed('There is no such handle');
    return handle;
  };
  /** Opens a handle if the limit allows. A handle opened after the end of the session is closed again. */
  const openOne = async (work: () => Promise<Handle>): Promise<Buffer> => {
    if (handles.size + opening >= MAX_HANDLES) throw failed(`At most ${MAX_HANDLES} files are open at once`);
    opening += 1;
    try {
      const handle = await work();
      if (!hasEnded) return add(handle);
      await letGo(handle);
      throw failed('The session has ended');
    } finally {
      opening -= 1;
    }
  };
  const inTurn = <T>(names: readonly string[], work: () => Promise<T>): Promise<T> =>
    uploads.inTurn(workspaceId, names, work);
  const arrived = (name: string): void => {
    if (!isTemporary(name)) onArrived(name);
  };
  /**
   * Attributes of the most recent uploads. Some clients stat a file after uploading it and treat its absence as a
   * failure, but the intake may have claimed it already.
   */
  const put = new Map<string, Attributes>();
  const remember = async (name: string): Promise<void> => {
    const attributes = await statPlace(folders, { kind: 'entry', area: 'inbox', names: [name] }).catch(() => null);
    put.delete(name);
    if (attributes !== null) put.set(name, attributes);
    const [oldest] = put.keys();
    if (put.size > MAX_INSERTED) put.delete(oldest!);
  };
  const statOf = (place: JailPath): Promise<Attributes> =>
    statPlace(folders, place).catch((error) => {
      const taken = put.get(nameInInbox(place) ?? '');
      if (taken === undefined || toFault(error).status !== STATUS_CODE.NO_SUCH_FILE) throw error;
      return taken;
    });
  const isThere = (name: string): boolean =>
    lstatSync(pathIn(folders.inbox, name), { throwIfNoEntry: false }) !== undefined;
  const inInbox = (path: string): string => {
    const name = nameInInbox(find(path));
    if (name === null) throw denied();
    return name;
  };
  /**
   * Returns the name of a file to create, or throws the reason as text, which users read in the log of their client.
   */
  const nameForFile = (path: string): string => {
    const place = resolvePath(path);
    const name = nameInInbox(place);
    if (name !== null && isFilename(name)) return name;
    const isInInbox = name !== null || (place === null && /^\/inbox\/[^/]+$/.test(normalise(path)));
    throw denied(isInInbox ? 'A file may not have this name' : 'Files are put into /inbox');
  };

  return {
    open: (path, flags) =>
      openOne(async () => {
        if (flags & (OPEN_MODE.WRITE | OPEN_MODE.APPEND)) {
          const name = nameForFile(path);
          const how = {
            readToo: (flags & OPEN_MODE.READ) !== 0,
            append: (flags & OPEN_MODE.APPEND) !== 0,
            create: (flags & OPEN_MODE.CREAT) !== 0,
            truncate: (flags & OPEN_MODE.TRUNC) !== 0,
            exclusive: (flags & OPEN_MODE.EXCL) !== 0,
          };
          const isWhole = how.truncate || how.exclusive;
          const upload = await inTurn([name], () => {
            // The client learned the old size and would append after it: only the rest would be processed as a file.
            if (!isWhole && put.has(name) && !isThere(name))
              throw failed('The file was taken already: put it as a whole');
            return uploads.begin(workspaceId, folders, name, how);
          });
          return { kind: 'upload', upload };
        }
        const place = find(path);
        if (place.kind === 'root' || place.kind === 'area') throw denied();
        const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
        const file = await open(pathOf(folders, place), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
        if (!(await file.stat()).isFile()) {
          await file.close();
          throw denied();
        }
        return { kind: 'file', file, place };
      }),

    read: async (id, offset, length) => {
      const handle = get(id);
      if (handle.kind === 'folder') throw failed('A folder is not read so');
      const chunk = Buffer.allocUnsafe(Math.min(length, MAX_READ));
      const bytesRead =
        handle.kind === 'upload'
          ? await handle.upload.read(chunk, offset)
          : (await handle.file.read(chunk, 0, chunk.length, offset)).bytesRead;
      if (bytesRead === 0) throw new SftpFault(STATUS_CODE.EOF, 'End of file');
      return chunk.subarray(0, bytesRead);
    },

    write: async (id, offset, data) => {
      const handle = get(id);
      if (handle.kind !== 'upload') throw denied();
      await handle.upload.write(offset, data);
    },

    close: async (id) => {
      const handle = get(id);
      handles.delete(id.readUInt32BE(0));
      if (handle.kind === 'file') await handle.file.close();
      else if (handle.kind === 'folder') await handle.entries.return(undefined);
      else {
        const { upload } = handle;
        await inTurn([upload.name], async () => {
          await upload.finish();
          await remember(upload.name);
        });
        arrived(upload.name);
      }
    },

    openFolder: (path) =>
      openOne(async () => {
        const place = find(path);
        if ((await statPlace(folders, place)).mode & 0o100000) throw failed('It is no folder');
        return { kind: 'folder', entries: listPlace(folders, place, ENTRIES_AT_ONCE) };
      }),

    readFolder: async (id) => {
      const handle = get(id);
      if (handle.kind !== 'folder') throw failed('It is no folder');
      const next = await handle.entries.next();
      if (next.done === true) throw new SftpFault(STATUS_CODE.EOF, 'End of folder');
      return next.value;
    },

    stat: async (path) => statOf(find(path)),

    statHandle: async (id) => {
      const handle = get(id);
      if (handle.kind === 'folder') throw failed('A folder is not looked at so');
      // Stat the open file: the path may have been claimed or deleted.
      if (handle.kind === 'file') return toAttributes(handle.place, await handle.file.stat());
      return statPlace(folders, { kind: 'entry', area: 'inbox', names: [handle.upload.name] });
    },

    setStat: async (path, { size }) => {
      const place = find(path);
      // Clients set times after an upload, when the file may be claimed already.
      if (nameInInbox(place) !== null && size === undefined) return;
      const there = await statOf(place);
      if (size !== undefined && size !== there.size) throw denied('Open the file to cut it');
    },

    setStatOfHandle: async (id, { size }) => {
      const handle = get(id);
      if (size === undefined) return;
      if (handle.kind === 'upload') await handle.upload.resize(size);
      else if (handle.kind === 'folder' || (await handle.file.stat()).size !== size) throw denied();
    },

    remove: async (path) => {
      const place = find(path);
      if (place.kind !== 'entry' || place.area === 'archive') throw denied();
      const name = nameInInbox(place);
      await inTurn(name === null ? [] : [name], async () => {
        if (name !== null && uploads.find(workspaceId, name) !== undefined) throw failed('The file is being written');
        await unlink(pathOf(folders, place));
        if (name === null) return;
        put.delete(name);
        uploads.removed(workspaceId, folders, name);
      });
    },

    removeFolder: async (path) => {
      const place = find(path);
      if (place.kind !== 'entry' || place.area !== 'results') throw denied();
      await rmdir(pathOf(folders, place));
    },

    makeFolder: async (path) => {
      const place = find(path);
      if (place.kind === 'root' || place.kind === 'area') throw failed('The folder exists');
      throw denied('Folders are made by the service alone');
    },

    rename: async (from, to, replace) => {
      const [old, name] = [inInbox(from), nameForFile(to)];
      if (old === name) return;
      await inTurn([old, name], async () => {
        if (uploads.find(workspaceId, name) !== undefined) throw failed('The file is being written');
        // An incomplete file stays incomplete under its new name. All in one event-loop tick, so that no scan runs in
        // between.
        const [isHalf, wasHalf] = [hasMark(folders, old), hasMark(folders, name)];
        const [source, target] = [pathIn(folders.inbox, old), pathIn(folders.inbox, name)];
        if (isHalf) mark(folders, name);
        try {
          if (replace) renameSync(source, target);
          else {
            // `link` fails atomically if the target exists. No other code runs between link and unlink; otherwise the
            // intake could claim the file under both names.
            linkSync(source, target);
            unlinkSync(source);
          }
        } catch (error) {
          if (isHalf && !wasHalf) unmark(folders, name);
          throw error;
        }
        uploads.rename(workspaceId, folders, old, name);
        put.delete(old);
        if (isHalf) return;
        if (wasHalf) unmark(folders, name);
        await remember(name);
        arrived(name);
      });
    },

    realPath: normalise,

    end: async () => {
      hasEnded = true;
      const all = [...handles.values()];
      handles.clear();
      for (const handle of all) await letGo(handle);
    },
  };
}
