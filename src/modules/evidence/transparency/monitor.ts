import { readBundle } from './entries.ts';
import { openCheckpoint } from './note/checkpoint.ts';
import type { VerifierKey } from './note/verifier-key.ts';
import { type CompactRange, EMPTY_RANGE, lengthenRange, rootOfRange } from './tree/compact-range.ts';
import { HASH_BYTES, hashLeaf } from './tree/hashes.ts';
import { rememberTiles, rootOf } from './tree/proofs.ts';
import { TILE_WIDTH, toTilePath, widthOf } from './tree/tile-paths.ts';

/** What a monitor remembers of a log: what it last verified. */
export type Seen = { readonly range: CompactRange; readonly note: string };

/** What a look at a log found. */
export type Look =
  | { readonly found: 'sound'; readonly seen: Seen; readonly added: number }
  /** The log takes back, or says two things: it must not be believed any more. `note` is its word for it. */
  | { readonly found: 'rollback' | 'fork'; readonly note: string; readonly detail: string };

/** Reads a resource of a log by its path below the log's address. @throws when there is none, or it cannot be had */
type ReadResource = (path: string) => Promise<Buffer>;

const width = (level: number | 'entries', tile: number, size: number) => ({
  level,
  tile,
  width: widthOf(level, tile, size),
});

/** The entries from the end of a tree on, as the log publishes them. */
async function* readEntries(read: ReadResource, from: number, to: number): AsyncGenerator<Buffer[], void, void> {
  for (let at = from; at < to; ) {
    const tile = Math.floor(at / TILE_WIDTH);
    const place = width('entries', tile, to);
    const entries = readBundle(await read(toTilePath(place)));
    if (entries.length !== place.width)
      throw new Error(`The bundle ${toTilePath(place)} has another number of entries`);
    yield entries.slice(at - tile * TILE_WIDTH);
    at = tile * TILE_WIDTH + place.width;
  }
}

/**
 * Looks at a log from outside: verifies the signature of its checkpoint, and that what it signs is what was seen before,
 * followed by the entries that it publishes. All entries are hashed, so that none can be changed, left out or put in.
 *
 * @param last what was seen before; null: the log is verified from its first entry
 * @throws Error when the log cannot be read, or what it publishes is not its format
 */
export async function lookAtLog(read: ReadResource, key: VerifierKey, last: Seen | null): Promise<Look> {
  const note = (await read('checkpoint')).toString('utf8');
  const { size, root } = openCheckpoint(note, key);
  const before = last?.range ?? EMPTY_RANGE;
  if (size < before.size)
    return { found: 'rollback', note, detail: `The log had ${before.size} entries and now signs ${size}` };
  let range = before;
  for await (const entries of readEntries(read, before.size, size)) range = lengthenRange(range, entries.map(hashLeaf));
  if (!rootOfRange(range).equals(root)) {
    const detail = `What the log signs for ${size} entries is not what was seen of ${before.size}, followed by its entries`;
    return { found: 'fork', note, detail };
  }
  await checkTiles(read, size, root);
  return { found: 'sound', seen: { range, note }, added: size - before.size };
}

/** Proofs are made of the tiles: those of the right edge must lead to the root too. */
async function checkTiles(read: ReadResource, size: number, root: Buffer): Promise<void> {
  const tiles = rememberTiles(async (level, tile) => {
    const place = width(level, tile, size);
    const hashes = await read(toTilePath(place));
    if (hashes.length !== place.width * HASH_BYTES) throw new Error(`The tile ${toTilePath(place)} has another width`);
    return hashes;
  });
  if (!(await rootOf(tiles, size)).equals(root))
    throw new Error('The tiles of the log do not lead to the root it signs');
}

/** What a monitor remembers, as JSON. */
export const writeSeen = ({ range: { size, nodes }, note }: Seen): string =>
  `${JSON.stringify({ size, nodes: nodes.map((node) => node.toString('base64')), note }, null, 2)}\n`;

/**
 * Reads what `writeSeen` has written, and verifies it: the state of a monitor is what it trusts.
 *
 * @throws Error when it is not such a text, or of another log
 */
export function readSeen(text: string, key: VerifierKey): Seen {
  const { size, nodes, note } = JSON.parse(text) as { size?: unknown; nodes?: unknown; note?: unknown };
  if (typeof size !== 'number' || !Array.isArray(nodes) || typeof note !== 'string')
    throw new Error('The state of the monitor is none');
  const range = { size, nodes: nodes.map((node) => Buffer.from(String(node), 'base64')) };
  const checkpoint = openCheckpoint(note, key);
  if (checkpoint.size !== size || !rootOfRange(range).equals(checkpoint.root))
    throw new Error('The state of the monitor is not what the log has signed');
  return { range, note };
}
