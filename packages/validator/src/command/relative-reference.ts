/** Converts a path to a relative reference (RFC 3986, 4.2), for any path separator. */
export const relativeReference = (path: string): string =>
  path.replaceAll('\\', '/').replace(/^\.\//, '').split('/').map(encodeURIComponent).join('/');
