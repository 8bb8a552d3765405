/** Hashes or entries of a full tile, and the tree levels that one level of tiles spans. */
export const TILE_WIDTH = 256;
export const TILE_HEIGHT = 8;

/** A tile of hashes at a level, or an entry bundle; `width` is at most 256. */
export type TilePlace = { readonly level: number | 'entries'; readonly tile: number; readonly width: number };

/** Encodes a tile index in groups of three digits, all except the last prefixed with `x` (C2SP tlog-tiles). */
function toGroups(tile: number): string {
  const digits = String(tile);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = padded.match(/\d{3}/g)!;
  return groups.map((group, index) => (index < groups.length - 1 ? `x${group}` : group)).join('/');
}

/** Returns the path of a tile relative to the address of its log. */
export function toTilePath({ level, tile, width }: TilePlace): string {
  return `tile/${level}/${toGroups(tile)}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

const PATH = /^tile\/(entries|0|[1-5]?\d|6[0-3])\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Parses a tile path; null if it is malformed or not in canonical form. */
export function readTilePath(path: string): TilePlace | null {
  const [, level = '', groups = '', part] = PATH.exec(path) ?? [];
  if (level === '') return null;
  const width = part === undefined ? TILE_WIDTH : Number(part);
  const tile = Number(groups.replace(/[x/]/g, ''));
  if (!Number.isSafeInteger(tile) || (part !== undefined && width >= TILE_WIDTH)) return null;
  const place = { level: level === 'entries' ? level : Number(level), tile, width } as const;
  return toTilePath(place) === path ? place : null;
}

/** Number of complete nodes that a tree has at a level of tiles. */
const nodesAt = (level: number, treeSize: number): number => Math.floor(treeSize / TILE_WIDTH ** level);

/** Width of a tile in a tree of this size; 0: the tile does not exist. */
export function widthOf(level: number | 'entries', tile: number, treeSize: number): number {
  const nodes = nodesAt(level === 'entries' ? 0 : level, treeSize) - tile * TILE_WIDTH;
  return Math.max(0, Math.min(TILE_WIDTH, nodes));
}
