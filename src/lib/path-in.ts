/**
 * Joins a folder and a file name. Avoids the allocations of `join` from `node:path`, which normalizes the whole path:
 * the SFTP intake builds about 40 paths per file.
 *
 * @param folder a path without a trailing slash
 * @param name a single path segment
 * @throws RangeError for a name that is empty, contains a slash or NUL, or is `.` or `..`
 */
export function pathIn(folder: string, name: string): string {
  if (name === '' || name === '.' || name === '..' || name.includes('/') || name.includes('\0'))
    throw new RangeError('A name is one part of a path');
  return `${folder}/${name}`;
}
