/**
 * Where something is in a folder. As `join` of `node:path` says it for a name, without what that makes and throws away to
 * look for `..` in the whole path: a dropped file is looked at by some forty paths.
 *
 * @param folder a path without a slash at its end
 * @param name one part of a path
 * @throws RangeError for a name that would lead out of the folder, deeper, or nowhere
 */
export function pathIn(folder: string, name: string): string {
  if (name === '' || name === '.' || name === '..' || name.includes('/') || name.includes('\0'))
    throw new RangeError('A name is one part of a path');
  return `${folder}/${name}`;
}
