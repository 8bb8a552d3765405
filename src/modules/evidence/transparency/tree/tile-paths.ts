/** How many hashes or entries a tile has when it is full, and how many levels of the tree one level of tiles spans. */
export const TILE_WIDTH = 256;
export const TILE_HEIGHT = 8;

/** A tile of hashes at a level, or a bundle of entries; so wide of 256. */
export type TilePlace = { readonly level: number | 'entries'; readonly tile: number; readonly width: number };

/** The index of a tile in groups of three digits, all but the last with an `x` (C2SP tlog-tiles). */
function toGroups(tile: number): string {
  const digits = String(tile);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = padded.match(/\d{3}/g)!;
  return groups.map((group, index) => (index < groups.length - 1 ? `x${group}` : group)).join('/');
}

/** Where a tile is, below the address of its log. */
export function toTilePath({ level, tile, width }: TilePlace): string {
  return `tile/${level}/${toGroups(tile)}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

const PATH = /^tile\/(entries|0|[1-5]?\d|6[0-3])\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** The tile of a path below the address of a log; null when it is the path of none, or not its only writing. */
export function readTilePath(path: string): TilePlace | null {
  const [, level = '', groups = '', part] = PATH.exec(path) ?? [];
  if (level === '') return null;
  const width = part === undefined ? TILE_WIDTH : Number(part);
  const tile = Number(groups.replace(/[x/]/g, ''));
  if (!Number.isSafeInteger(tile) || (part !== undefined && width >= TILE_WIDTH)) return null;
  const place = { level: level === 'entries' ? level : Number(level), tile, width } as const;
  return toTilePath(place) === path ? place : null;
}

/** How many nodes of that level of tiles a tree has that are complete. */
const nodesAt = (level: number, treeSize: number): number => Math.floor(treeSize / TILE_WIDTH ** level);

/** How wide a tile is in a tree of that size; 0: it is not there. */
export function widthOf(level: number | 'entries', tile: number, treeSize: number): number {
  const nodes = nodesAt(level === 'entries' ? 0 : level, treeSize) - tile * TILE_WIDTH;
  return Math.max(0, Math.min(TILE_WIDTH, nodes));
}
