import { posix } from 'node:path';

export const AREAS = ['inbox', 'results', 'archive'] as const;
type Area = (typeof AREAS)[number];

/** A resolved client path. Nothing else exists. */
export type JailPath =
  | { readonly kind: 'root' }
  | { readonly kind: 'readme' }
  | { readonly kind: 'area'; readonly area: Area }
  /** An entry in one of them: the names below it. */
  | { readonly kind: 'entry'; readonly area: Area; readonly names: readonly string[] };

/** Folder depth: the inbox is flat, results contain folders of batches, the archive contains folders per day. */
const DEPTH: ReadonlyMap<string, number> = new Map([
  ['inbox', 1],
  ['results', 2],
  ['archive', 2],
]);

const LONGEST = 4_096;

// biome-ignore lint/suspicious/noControlCharactersInRegex: their range
const FORBIDDEN = /[\x00-\x1f\x7f\\\uFFFD]/;

/** Resolves `.` and `..` of a client path, which never leads above the root. */
export const normalise = (path: string): string => {
  const whole = posix.normalize(`/${path}`);
  return whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole;
};

/** Resolves a client path; null when it is outside the virtual tree. Does not access the file system. */
export function resolvePath(path: string): JailPath | null {
  if (path.length > LONGEST || FORBIDDEN.test(path) || !path.isWellFormed()) return null;
  const [first, ...names] = normalise(path).split('/').slice(1);
  if (first === undefined || first === '') return { kind: 'root' };
  if (first === 'README.txt') return names.length === 0 ? { kind: 'readme' } : null;
  const depth = DEPTH.get(first);
  if (depth === undefined || names.length > depth) return null;
  if (names.some((name) => Buffer.byteLength(name) > 255)) return null;
  const area = first as Area;
  return names.length === 0 ? { kind: 'area', area } : { kind: 'entry', area, names };
}

export const nameInInbox = (place: JailPath | null): string | null =>
  place?.kind === 'entry' && place.area === 'inbox' ? place.names[0]! : null;
