import { isAbsolute, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { relativeReference } from './relative-reference.ts';

/** A path as a reference (RFC 3986): from the working directory, where it is below that. */
export function toUri(name: string): string {
  const path = isAbsolute(name) ? relative(process.cwd(), name) : name;
  return path.startsWith('..') ? pathToFileURL(name).href : relativeReference(path);
}
