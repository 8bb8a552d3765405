import { readBundle } from './entries.ts';
import { openCheckpoint } from './note/checkpoint.ts';
import type { VerifierKey } from './note/verifier-key.ts';
import { type CompactRange, EMPTY_RANGE, lengthenRange, rootOfRange } from './tree/compact-range.ts';
import { HASH_BYTES, hashLeaf } from './tree/hashes.ts';
import { rememberTiles, rootOf } from './tree/proofs.ts';
import { TILE_WIDTH, toTilePath, widthOf } from './tree/tile-paths.ts';

/** State of a monitor: the last verified tree and checkpoint. */
export type Seen = { readonly range: CompactRange; readonly note: string };

export type Look =
  | { readonly found: 'sound'; readonly seen: Seen; readonly added: number }
  /**
   * The log removed entries or published inconsistent trees: it must no longer be trusted. `note` is the signed
   * checkpoint that proves it.
   */
  | { readonly found: 'rollback' | 'fork'; readonly note: string; readonly detail: string };

/** Reads a resource by its path relative to the address of the log. @throws if it is missing or unreachable */
type ReadResource = (path: string) => Promise<Buffer>;

const width = (level: number | 'entries', tile: number, size: number) => ({
  level,
  tile,
  width: widthOf(level, tile, size),
});

/** Reads published entries from index `from` to the tree size `to`. */
async function* readEntries(read: ReadResource, from: number, to: number): AsyncGenerator<Buffer[], void, void> {
  for (let at = from; at < to; ) {
    const tile = Math.floor(at / TILE_WIDTH);
    const place = width('entries', tile, to);
    const entries = readBundle(await read(toTilePath(place)));
    if (entries.length !== place.width)
      throw new Error(`The bundle ${toTilePath(place)} does not have the expected number of entries`);
    yield entries.slice(at - tile * TILE_WIDTH);
    at = tile * TILE_WIDTH + place.width;
  }
}

/**
 * Verifies a log as an external monitor: the signature of its checkpoint, and that the signed tree consists of the
 * previously verified tree followed by the published entries. All entries are hashed, so that none can be changed,
 * omitted or inserted.
 *
 * @param last last verified state; null: verify from the first entry
 * @throws Error if the log is unreachable or its data is malformed
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
    const detail = `The signed tree of ${size} entries does not extend the verified tree of ${before.size} entries with the published entries`;
    return { found: 'fork', note, detail };
  }
  await checkTiles(read, size, root);
  return { found: 'sound', seen: { range, note }, added: size - before.size };
}

/** Proofs are computed from tiles, so the tiles of the right edge must lead to the root as well. */
async function checkTiles(read: ReadResource, size: number, root: Buffer): Promise<void> {
  const tiles = rememberTiles(async (level, tile) => {
    const place = width(level, tile, size);
    const hashes = await read(toTilePath(place));
    if (hashes.length !== place.width * HASH_BYTES)
      throw new Error(`The tile ${toTilePath(place)} does not have the expected width`);
    return hashes;
  });
  if (!(await rootOf(tiles, size)).equals(root))
    throw new Error('The tiles of the log do not match the signed root hash');
}

export const writeSeen = ({ range: { size, nodes }, note }: Seen): string =>
  `${JSON.stringify({ size, nodes: nodes.map((node) => node.toString('base64')), note }, null, 2)}\n`;

/**
 * Parses the output of `writeSeen` and verifies its checkpoint, because the monitor trusts its state.
 *
 * @throws Error if the text is malformed or belongs to another log
 */
export function readSeen(text: string, key: VerifierKey): Seen {
  const { size, nodes, note } = JSON.parse(text) as { size?: unknown; nodes?: unknown; note?: unknown };
  if (typeof size !== 'number' || !Array.isArray(nodes) || typeof note !== 'string')
    throw new Error('The state of the monitor is malformed: expected size, nodes and note');
  const range = { size, nodes: nodes.map((node) => Buffer.from(String(node), 'base64')) };
  const checkpoint = openCheckpoint(note, key);
  if (checkpoint.size !== size || !rootOfRange(range).equals(checkpoint.root))
    throw new Error('The state of the monitor does not match its signed checkpoint');
  return { range, note };
}
