import { isAbsolute, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { relativeReference } from './relative-reference.ts';

/** Converts a path to a URI reference (RFC 3986), relative to the working directory if it is below it. */
export function toUri(name: string): string {
  const path = isAbsolute(name) ? relative(process.cwd(), name) : name;
  return path.startsWith('..') ? pathToFileURL(name).href : relativeReference(path);
}
