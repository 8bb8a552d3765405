import { lstatSync, type Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Attributes, FileEntry } from 'ssh2';
import { pathIn } from '../../lib/path-in.ts';
import type { Folders } from './intake/index.ts';
import { AREAS, type JailPath } from './jail.ts';
import { failed, missing } from './status.ts';

/** Maximum number of entries listed for one folder, so that a client cannot collect an unbounded listing. */
const MAX_ENTRIES = 100_000;

export function pathOf(folders: Folders, place: JailPath): string {
  if (place.kind === 'root') return folders.home;
  if (place.kind === 'readme') return pathIn(folders.home, 'README.txt');
  return place.kind === 'area' ? folders[place.area] : place.names.reduce(pathIn, folders[place.area]);
}

/** Permissions of a virtual path as mode bits. */
const modeOf = (place: JailPath, isFolder: boolean): number => {
  const isWritable = place.kind !== 'root' && place.kind !== 'readme' && place.area !== 'archive';
  return (isFolder ? 0o040000 | 0o550 : 0o100000 | 0o440) | (isWritable ? 0o200 : 0);
};

export const toAttributes = (place: JailPath, stats: Stats): Attributes => ({
  mode: modeOf(place, stats.isDirectory()),
  uid: 0,
  gid: 0,
  size: stats.size,
  atime: Math.floor(stats.mtimeMs / 1000),
  mtime: Math.floor(stats.mtimeMs / 1000),
});

/** Returns the attributes of an entry. A symbolic link is treated as missing. */
export async function statPlace(folders: Folders, place: JailPath): Promise<Attributes> {
  // A synchronous stat of one file is faster than a call to the thread pool. Folders are listed in chunks of 100
  // entries.
  const stats = lstatSync(pathOf(folders, place), { throwIfNoEntry: false });
  if (stats === undefined || (!stats.isFile() && !stats.isDirectory())) throw missing();
  return toAttributes(place, stats);
}

/** Formats a line of `ls -l`, which some clients parse. */
function toLine(name: string, { mode, size, mtime }: Attributes): string {
  const bits = Array.from({ length: 9 }, (_, index) => ((mode >> (8 - index)) & 1 ? 'rwx'[index % 3] : '-')).join('');
  const day = new Date(mtime * 1000).toISOString();
  const month = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][
    Number(day.slice(5, 7)) - 1
  ];
  const kind = mode & 0o040000 ? 'd' : '-';
  return `${kind}${bits} 1 sftp sftp ${String(size).padStart(12)} ${month} ${day.slice(8, 10)} ${day.slice(0, 4)} ${name}`;
}

/** Lists the entries of a folder in chunks. Attributes are read when the chunk is produced. */
export async function* listPlace(folders: Folders, place: JailPath, atOnce: number): AsyncGenerator<FileEntry[]> {
  const names = place.kind === 'root' ? [...AREAS, 'README.txt'] : await readdir(pathOf(folders, place));
  if (names.length > MAX_ENTRIES) throw failed('The folder has too many files to be listed');
  for (let from = 0; from < names.length; from += atOnce) {
    const entries: FileEntry[] = [];
    for (const name of names.slice(from, from + atOnce)) {
      const attrs = await statPlace(folders, placeIn(place, name)).catch(() => null);
      if (attrs !== null) entries.push({ filename: name, longname: toLine(name, attrs), attrs });
    }
    if (entries.length > 0) yield entries;
  }
}

function placeIn(place: JailPath, name: string): JailPath {
  if (place.kind === 'entry') return { ...place, names: [...place.names, name] };
  if (place.kind === 'area') return { kind: 'entry', area: place.area, names: [name] };
  const area = AREAS.find((one) => one === name);
  return area === undefined ? { kind: 'readme' } : { kind: 'area', area };
}
