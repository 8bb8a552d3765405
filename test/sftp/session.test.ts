import { mkdir, mkdtemp, readdir, readFile, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldersOf, makeFolders } from '../../src/modules/sftp/intake/folders.ts';
import { makeQuota } from '../../src/modules/sftp/quota.ts';
import { makeSession, type Session } from '../../src/modules/sftp/session.ts';
import { makeUploads } from '../../src/modules/sftp/uploads.ts';

const { OPEN_MODE } = ssh2.utils.sftp;
const WORKSPACE = 'wsp_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a';
const NEW = OPEN_MODE.WRITE | OPEN_MODE.CREAT | OPEN_MODE.TRUNC;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'einvoice-session-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('closes a file opened during a disconnect, so that the next client can write it', async () => {
  const folders = foldersOf(root, WORKSPACE);
  await makeFolders(folders);
  const uploads = makeUploads({ quota: makeQuota(100_000, () => 0), mostBytes: 1_000 });
  const open = () => makeSession({ workspaceId: WORKSPACE, folders, uploads, onArrived: () => undefined });
  const first = open();
  const opened = first.open('/inbox/a.xml', NEW);
  await Promise.all([first.end(), expect(opened).rejects.toThrow('The session has ended')]);
  expect(await readdir(folders.open)).toEqual(['a.xml']);
  const second = open();
  await second.close(await second.open('/inbox/a.xml', NEW));
  expect(await readdir(folders.open)).toEqual([]);
});

it.each([
  ['with hard links to one empty file', false],
  ['with separate files where hard links are unavailable', true],
])('marks files that are being written %s', async (_, isImpossible) => {
  const workspaceId = WORKSPACE.replace(/.$/, isImpossible ? 'c' : 'd');
  const folders = foldersOf(root, workspaceId);
  await makeFolders(folders);
  if (isImpossible) await mkdir(join(folders.work, 'mark'));
  const uploads = makeUploads({ quota: makeQuota(100_000, () => 0), mostBytes: 1_000 });
  const session = makeSession({ workspaceId, folders, uploads, onArrived: () => undefined });
  const names = ['first.xml', 'a.xml', 'b.xml', 'c.xml'];
  const handles = [];
  for (const name of names) handles.push(await session.open(`/inbox/${name}`, NEW));
  expect((await readdir(folders.open)).sort()).toEqual([...names].sort());
  await session.rename('/inbox/c.xml', '/inbox/d.xml', false);
  expect((await readdir(folders.open)).sort()).toEqual(['a.xml', 'b.xml', 'd.xml', 'first.xml']);
  const marks = await Promise.all(['a.xml', 'b.xml', 'd.xml'].map((name) => stat(join(folders.open, name))));
  expect(new Set(marks.map(({ ino }) => ino)).size).toBe(isImpossible ? 3 : 1);
  for (const handle of handles) await session.close(handle);
  expect(await readdir(folders.open)).toEqual([]);
  expect((await readdir(folders.inbox)).sort()).toEqual(['a.xml', 'b.xml', 'd.xml', 'first.xml']);
});

it('returns the size of its own upload after it was claimed, until it is removed, and not to other sessions', async () => {
  const folders = foldersOf(root, WORKSPACE);
  await makeFolders(folders);
  const uploads = makeUploads({ quota: makeQuota(100_000, () => 0), mostBytes: 1_000 });
  const open = () => makeSession({ workspaceId: WORKSPACE, folders, uploads, onArrived: () => undefined });
  const session = open();
  const handle = await session.open('/inbox/b.xml', NEW);
  await Promise.all([session.write(handle, 3, Buffer.from('def')), session.write(handle, 0, Buffer.from('abc'))]);
  await session.close(handle);
  await unlink(join(folders.inbox, 'b.xml'));
  expect(await session.stat('/inbox/b.xml')).toMatchObject({ size: 6 });
  await expect(open().stat('/inbox/b.xml')).rejects.toThrow();
  await expect(session.stat('/inbox/c.xml')).rejects.toThrow();
  await session.close(await session.open('/inbox/b.xml', NEW));
  await session.remove('/inbox/b.xml');
  await expect(session.stat('/inbox/b.xml')).rejects.toThrow();
});

it('frees quota immediately when a file is removed, and after one second when files were claimed', async () => {
  const workspaceId = WORKSPACE.replace(/.$/, 'b');
  const folders = foldersOf(root, workspaceId);
  await makeFolders(folders);
  let now = 0;
  const uploads = makeUploads({ quota: makeQuota(12_000, () => now), mostBytes: 20_000 });
  const session = makeSession({ workspaceId, folders, uploads, onArrived: () => undefined });
  const open = (name: string) => session.open(`/inbox/${name}`, NEW);
  for (const name of ['a.xml', 'b.xml']) await session.close(await open(name));
  await expect(open('c.xml')).rejects.toThrow('the inbox is full');
  await session.remove('/inbox/a.xml');
  await session.close(await open('c.xml'));
  await unlink(join(folders.inbox, 'b.xml'));
  now = 999;
  await expect(open('d.xml')).rejects.toThrow('the inbox is full');
  now = 1_000;
  const handle = await open('d.xml');
  await unlink(join(folders.inbox, 'c.xml'));
  now = 2_000;
  // Pipelined writes fit into the quota too, and the file is complete.
  await Promise.all([0, 3_000, 6_000, 9_000].map((offset) => session.write(handle, offset, Buffer.alloc(3_000))));
  await session.close(handle);
  expect(await session.stat('/inbox/d.xml')).toMatchObject({ size: 12_000 });
  expect(await readdir(folders.open)).toEqual([]);
});

it("appends to a file opened for appending regardless of the client's offset", async () => {
  const { session } = await openOne('c');
  await session.close(await write(session, '/inbox/a.tmp', NEW, 'AAAA'));
  // curl and other clients based on libssh2 count offsets from the start of the appended data.
  const handle = await session.open('/inbox/a.tmp', OPEN_MODE.WRITE | OPEN_MODE.APPEND);
  await Promise.all([session.write(handle, 0, Buffer.from('BB')), session.write(handle, 2, Buffer.from('CC'))]);
  await session.close(handle);
  expect(await read(session, '/inbox/a.tmp')).toBe('AAAABBCC');
});

it('rejects truncation by path', async () => {
  const { session } = await openOne('d');
  await session.close(await write(session, '/inbox/a.tmp', NEW, 'AAAA'));
  await expect(session.setStat('/inbox/a.tmp', { size: 2 })).rejects.toThrow('Open the file to cut it');
  // Clients set attributes after an upload, when the file may be claimed already.
  await session.setStat('/inbox/a.tmp', { size: 4, mode: 0o644, mtime: 1 });
  await session.setStat('/inbox/gone.xml', { mode: 0o644, mtime: 1 });
  for (const path of ['/inbox/gone.xml', '/README.txt', '/results'])
    await expect(session.setStat(path, { size: 1 })).rejects.toThrow();
});

it('resizes an open file within the quota, and reports failure when it cannot', async () => {
  const { session } = await openOne('3', 100_000);
  const handle = await session.open('/inbox/a.tmp', NEW);
  await session.setStatOfHandle(handle, { size: 6 });
  expect(await session.statHandle(handle)).toMatchObject({ size: 6 });
  await session.write(handle, 0, Buffer.from('AAAA'));
  await session.setStatOfHandle(handle, { size: 5, mode: 0o600 });
  await session.close(handle);
  expect(await read(session, '/inbox/a.tmp')).toBe('AAAA\0');
  const reading = await session.open('/inbox/a.tmp', OPEN_MODE.READ);
  await session.setStatOfHandle(reading, { size: 5 });
  await expect(session.setStatOfHandle(reading, { size: 0 })).rejects.toThrow('Permission denied');
  await session.close(reading);
  const long = await session.open('/inbox/b.tmp', NEW);
  await expect(session.setStatOfHandle(long, { size: 2 ** 40 })).rejects.toThrow('quota');
  await expect(session.close(long)).rejects.toThrow('Not all of the file was written');
});

it('reports a failure on close when the file was removed during the upload', async () => {
  const { session, folders } = await openOne('e');
  const handle = await write(session, '/inbox/a.xml', NEW, 'AAAA');
  await unlink(join(folders.inbox, 'a.xml'));
  await expect(session.close(handle)).rejects.toThrow('The file was removed');
});

it('executes pipelined writes and truncations in request order and responds in that order (section 7 of the draft)', async () => {
  const { session, folders } = await openOne('0', 10_000_000);
  const handle = await session.open('/inbox/a.tmp', NEW);
  const answered: number[] = [];
  const expected: number[] = [];
  const track = (work: Promise<void>) => {
    const number = expected.push(expected.length);
    return work.then(() => answered.push(number - 1));
  };
  const SIZE = 300_000;
  const requests = Array.from({ length: 100 }, (_, index) => [
    track(session.write(handle, index * 1_000, Buffer.alloc(SIZE, 'A'))),
    track(session.write(handle, index * 1_000, Buffer.alloc(1_000, 'B'))),
    track(session.setStatOfHandle(handle, { size: index * 1_000 + 1_000 })),
  ]);
  await Promise.all(requests.flat());
  await session.close(handle);
  expect(answered).toEqual(expected);
  const written = await readFile(join(folders.inbox, 'a.tmp'));
  expect(written.equals(Buffer.alloc(100_000, 'B'))).toBe(true);
});

it('rejects resuming a claimed file, because only the rest would be processed', async () => {
  const { session, folders } = await openOne('1');
  await session.close(await write(session, '/inbox/a.xml', NEW, 'AAAA'));
  await unlink(join(folders.inbox, 'a.xml'));
  expect(await session.stat('/inbox/a.xml')).toMatchObject({ size: 4 });
  for (const flags of [OPEN_MODE.CREAT, OPEN_MODE.CREAT | OPEN_MODE.APPEND])
    await expect(session.open('/inbox/a.xml', OPEN_MODE.WRITE | flags)).rejects.toThrow('taken already');
  await session.close(await write(session, '/inbox/a.xml', NEW, 'BBBBBB'));
  expect(await read(session, '/inbox/a.xml')).toBe('BBBBBB');
});

it('returns the size of an open file after it was deleted', async () => {
  const { session, folders } = await openOne('2');
  await session.close(await write(session, '/inbox/a.xml', NEW, 'AAAA'));
  const handle = await session.open('/inbox/a.xml', OPEN_MODE.READ);
  await unlink(join(folders.inbox, 'a.xml'));
  expect(await session.statHandle(handle)).toMatchObject({ size: 4 });
  await session.close(handle);
});

it.each([
  ['/inbox/a\\b.xml', 'A file may not have this name'],
  ['/inbox/a\nb.xml', 'A file may not have this name'],
  [`/inbox/${'a'.repeat(300)}`, 'A file may not have this name'],
  ['/a.xml', 'Files are put into /inbox'],
  ['/inbox/may/a.xml', 'Files are put into /inbox'],
])('explains why %j is rejected', async (path, why) => {
  const { session } = await openOne('f');
  await expect(session.open(path, NEW)).rejects.toMatchObject({ message: expect.stringContaining(why), status: 3 });
});

async function openOne(letter: string, maxBytes = 1_000) {
  const workspaceId = WORKSPACE.replace(/.$/, letter);
  const folders = foldersOf(root, workspaceId);
  await makeFolders(folders);
  const uploads = makeUploads({ quota: makeQuota(100 * maxBytes, () => 0), mostBytes: maxBytes });
  return { folders, session: makeSession({ workspaceId, folders, uploads, onArrived: () => undefined }) };
}

async function write(session: Session, path: string, flags: number, text: string): Promise<Buffer> {
  const handle = await session.open(path, flags);
  await session.write(handle, 0, Buffer.from(text));
  return handle;
}

async function read(session: Session, path: string): Promise<string> {
  const handle = await session.open(path, OPEN_MODE.READ);
  const bytes = await session.read(handle, 0, 1_000);
  await session.close(handle);
  return bytes.toString('utf8');
}
