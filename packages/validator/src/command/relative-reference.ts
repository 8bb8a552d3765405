/** A path as a relative reference (RFC 3986, 4.2), whichever way its system divides it. */
export const relativeReference = (path: string): string =>
  path.replaceAll('\\', '/').replace(/^\.\//, '').split('/').map(encodeURIComponent).join('/');
