import type { SFTPWrapper } from 'ssh2';
import type { Flow } from './flow.ts';
import { makeReads } from './reads.ts';
import { MAX_READ, type Session } from './session.ts';
import { SftpFault, STATUS_CODE, toFault } from './status.ts';

type Parts = {
  readonly session: Session;
  /** Called for each request; resets the idle timeout. */
  readonly onRequest: () => void;
  readonly onBytes: (direction: 'in' | 'out', bytes: number) => void;
  readonly flow: Flow;
  /**
   * Registers a listener for data from the client, called after the library has processed the data. Call the returned
   * function when the channel closes.
   */
  readonly onReceived: (listener: () => void) => () => void;
  /** Called when too many responses wait because the client does not open its window. */
  readonly onStuck: () => void;
};

/** Bytes charged to the flow for a request without data until it is answered. */
const COST = 1024;

/** Maximum number of responses that wait for the client's window. Clients have about a hundred requests in flight. */
const MAX_UNSENT = 512;

/**
 * Number of responses that the library buffers until the client opens its window. The library has no public counter,
 * and the return value of a send only reports that one response is waiting, so this reads a private field. If a
 * release moves the field, the count is 0 and only the flow limits the buffered bytes.
 */
function unsentOf(sftp: SFTPWrapper): number {
  const { _buffer: unsent } = sftp as unknown as { readonly _buffer?: unknown };
  return Array.isArray(unsent) ? unsent.length : 0;
}

/** Reads two length-prefixed strings (RFC 4251, section 5). Returns null when the data is too short. */
function readTwoTexts(data: Buffer): readonly [string, string] | null {
  const texts: string[] = [];
  let at = 0;
  while (texts.length < 2) {
    if (at + 4 > data.length) return null;
    const end = at + 4 + data.readUInt32BE(at);
    if (end > data.length) return null;
    texts.push(data.toString('utf8', at + 4, end));
    at = end;
  }
  return [texts[0]!, texts[1]!];
}

/**
 * Answers the requests of an SFTP channel (protocol version 3) from a session. Each request gets exactly one
 * response; errors become statuses.
 */
export function answerRequests(sftp: SFTPWrapper, parts: Parts): void {
  const { session, onRequest, onBytes, flow, onStuck } = parts;
  const ok = (id: number): void => void sftp.status(id, STATUS_CODE.OK);

  const answer = async (id: number, work: () => Promise<void>): Promise<void> => {
    onRequest();
    const leave = flow.hold(COST);
    try {
      await work();
    } catch (error) {
      const { status, message } = toFault(error);
      sftp.status(id, status, message);
    } finally {
      leave();
    }
    if (unsentOf(sftp) > MAX_UNSENT) onStuck();
  };
  const done = (id: number, work: () => Promise<void>): void => void answer(id, () => work().then(() => ok(id)));

  sftp.on(
    'OPEN',
    (id, path, flags) => void answer(id, async () => void sftp.handle(id, await session.open(path, flags))),
  );
  sftp.on('OPENDIR', (id, path) => void answer(id, async () => void sftp.handle(id, await session.openFolder(path))));
  sftp.on('READDIR', (id, handle) => void answer(id, async () => void sftp.name(id, await session.readFolder(handle))));
  const reads = makeReads({ unsent: () => unsentOf(sftp), onTooMany: onStuck });
  const forget = parts.onReceived(reads.goOn);
  (sftp as unknown as NodeJS.EventEmitter).on('close', () => {
    forget();
    reads.end();
  });
  sftp.on('READ', (id, handle, offset, length) => {
    onRequest();
    reads.add(() =>
      answer(id, async () => {
        const leave = await flow.enter(Math.min(length, MAX_READ));
        try {
          const data = await session.read(handle, offset, length);
          onBytes('out', data.length);
          sftp.data(id, data);
        } finally {
          leave();
        }
      }),
    );
  });
  sftp.on('WRITE', (id, handle, offset, data) => {
    onBytes('in', data.length);
    const leave = flow.hold(data.length);
    done(id, () => session.write(handle, offset, data).finally(leave));
  });
  sftp.on('CLOSE', (id, handle) => done(id, () => session.close(handle)));
  const stat = (id: number, path: string): void =>
    void answer(id, async () => void sftp.attrs(id, await session.stat(path)));
  sftp.on('STAT', stat);
  sftp.on('LSTAT', stat);
  sftp.on('FSTAT', (id, handle) => void answer(id, async () => void sftp.attrs(id, await session.statHandle(handle))));
  sftp.on('SETSTAT', (id, path, attributes) => done(id, () => session.setStat(path, attributes)));
  sftp.on('FSETSTAT', (id, handle, attributes) => done(id, () => session.setStatOfHandle(handle, attributes)));
  sftp.on('REMOVE', (id, path) => done(id, () => session.remove(path)));
  sftp.on('RMDIR', (id, path) => done(id, () => session.removeFolder(path)));
  sftp.on('MKDIR', (id, path) => done(id, () => session.makeFolder(path)));
  sftp.on('RENAME', (id, from, to) => done(id, () => session.rename(from, to, false)));
  sftp.on(
    'REALPATH',
    (id, path) =>
      void answer(id, async () => {
        const filename = session.realPath(path);
        sftp.name(id, [{ filename, longname: filename, attrs: {} as never }]);
      }),
  );
  sftp.on('EXTENDED', (id, name, data) => {
    const paths = name === 'posix-rename@openssh.com' ? readTwoTexts(data) : null;
    done(id, async () => {
      if (paths === null) throw new SftpFault(STATUS_CODE.OP_UNSUPPORTED, 'Not supported');
      await session.rename(paths[0], paths[1], true);
    });
  });
  const refuse = (id: number): void =>
    void answer(id, () => Promise.reject(new SftpFault(STATUS_CODE.OP_UNSUPPORTED, 'There are no links')));
  sftp.on('READLINK', refuse);
  sftp.on('SYMLINK', refuse);
}
