import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { monitorLog } from '../../src/cli/monitor-log.ts';
import { writeBundle } from '../../src/modules/evidence/transparency/entries.ts';
import { writeCheckpointText } from '../../src/modules/evidence/transparency/note/checkpoint.ts';
import { writeNote } from '../../src/modules/evidence/transparency/note/signed-note.ts';
import {
  ED25519,
  makeVerifierKey,
  writeVerifierKey,
} from '../../src/modules/evidence/transparency/note/verifier-key.ts';
import { growTree } from '../../src/modules/evidence/transparency/tree/grow.ts';
import { hashLeaf } from '../../src/modules/evidence/transparency/tree/hashes.ts';
import { readTilePath, widthOf } from '../../src/modules/evidence/transparency/tree/tile-paths.ts';
import { merkleTreeHash } from './second-log.ts';

const pair = generateKeyPairSync('ed25519');
const key = makeVerifierKey(
  'log.example/log',
  ED25519,
  Buffer.from(pair.publicKey.export({ format: 'jwk' }).x!, 'base64url'),
);

/** Publishes a log of these entries, signed with one key, as static resources. */
async function publish(entries: readonly Buffer[]): Promise<(path: string) => Buffer | null> {
  const none = () => Promise.reject(new Error('nothing is there before'));
  const { root, tiles } = await growTree(none, 0, entries.map(hashLeaf));
  const text = writeCheckpointText({ origin: key.name, size: entries.length, root });
  const signature = sign(null, Buffer.from(text), pair.privateKey);
  return (path) => {
    if (path === 'checkpoint')
      return Buffer.from(writeNote({ text, signatures: [{ name: key.name, keyId: key.id, signature }] }));
    const place = readTilePath(path);
    if (place === null || widthOf(place.level, place.tile, entries.length) < place.width) return null;
    if (place.level === 'entries') return writeBundle(entries.slice(place.tile * 256, place.tile * 256 + place.width));
    const found = tiles.find(({ level, tile }) => level === place.level && tile === place.tile);
    return found!.hashes.subarray(0, place.width * 32);
  };
}

let server: Server;
let folder: string;
let find: (path: string) => Buffer | null;
let requests: string[];
let lines: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'monitor-'));
  server = createServer((request, response) => {
    requests.push(request.url!);
    const body = find(request.url!.replace('/log/', ''));
    response.writeHead(body === null ? 404 : 200).end(body ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await new Promise((done) => server.close(done));
});
beforeEach(() => {
  requests = [];
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line));
});

const entriesOf = (name: string, count: number): Buffer[] =>
  Array.from({ length: count }, (_, index) => Buffer.from(`${name} ${index}`));
const honest = entriesOf('entry', 1_000);
const look = (state: string): Promise<number> => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log/`;
  const files = ['--state', join(folder, state), '--metrics', join(folder, 'figures')];
  return monitorLog(['--url', url, '--vkey', writeVerifierKey(key), '--once', ...files]);
};
const figures = (): string => readFileSync(join(folder, 'figures'), 'utf8');

it('verifies a log from its first entry and then reads only new entries', async () => {
  find = await publish(honest.slice(0, 300));
  expect(await look('follow')).toBe(0);
  expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'the log is sound', size: 300, added: 300 });
  requests = [];
  find = await publish(honest);
  expect(await look('follow')).toBe(0);
  expect(requests.filter((path) => path.includes('entries'))).toEqual([
    '/log/tile/entries/001',
    '/log/tile/entries/002',
    '/log/tile/entries/003.p/232',
  ]);
  expect(await look('follow')).toBe(0);
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ size: 1_000, added: 0 });
  expect(figures()).toContain('log_monitor_alarm 0\n');
  expect(figures()).toContain('log_monitor_size 1000\n');
});

it.each([
  ['of the same size', [...honest.slice(0, 299), Buffer.from('another')]],
  ['that continues another history', [...honest.slice(0, 100), Buffer.from('another'), ...honest.slice(101)]],
])('detects a fork: a tree %s', async (name, forked) => {
  find = await publish(honest.slice(0, 300));
  expect(await look(name)).toBe(0);
  find = await publish(forked);
  expect(await look(name)).toBe(1);
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ level: 'fatal', msg: 'ALARM: fork of the log' });
  expect(figures()).toContain('log_monitor_alarm 1\n');
  // Both contradicting checkpoints are stored with their signatures.
  expect(readFileSync(join(folder, `${name}.alarm`), 'utf8')).toContain(merkleTreeHash(forked).toString('base64'));
  expect(JSON.parse(readFileSync(join(folder, name), 'utf8')).note).toContain(
    merkleTreeHash(honest.slice(0, 300)).toString('base64'),
  );
});

it('detects a rollback to a shorter log', async () => {
  find = await publish(honest.slice(0, 300));
  expect(await look('shorter')).toBe(0);
  find = await publish(honest.slice(0, 299));
  expect(await look('shorter')).toBe(1);
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ msg: 'ALARM: rollback of the log' });
});

it('reports an unsigned, unavailable or malformed log as an error without raising an alarm', async () => {
  const sound = await publish(honest.slice(0, 300));
  find = () => null;
  expect(await look('away')).toBe(3);
  find = (path) =>
    path === 'checkpoint' ? Buffer.from(String(sound(path)).replace('\n300\n', '\n301\n')) : sound(path);
  expect(await look('away')).toBe(3);
  expect(lines.at(-1)).toContain('not signed by the key');
  find = (path) => (path.startsWith('tile/0/') ? Buffer.alloc(sound(path)!.length) : sound(path));
  expect(await look('away')).toBe(3);
  expect(lines.at(-1)).toContain('do not match the signed root hash');
  expect(figures()).toContain('log_monitor_checked 0\n');
});

it('detects a changed or omitted entry', async () => {
  const sound = await publish(honest.slice(0, 300));
  const changed = writeBundle([...honest.slice(0, 255), Buffer.from('another')]);
  find = (path) => (path === 'tile/entries/000' ? changed : sound(path));
  expect(await look('changed')).toBe(1);
  find = (path) => (path === 'tile/entries/000' ? writeBundle(honest.slice(0, 255)) : sound(path));
  expect(await look('left out')).toBe(3);
});

it('prints the usage', async () => {
  expect(await monitorLog(['--url', 'nothing'])).toBe(2);
  expect(lines[0]).toContain('usage: monitor-log');
});
