/** Files that lie in an archive as they are, since they were listed by `packed.json`: no other bits say the same. */
export const UNPACKED: ReadonlySet<string> = new Set(['packed.json', 'SHA256SUMS', 'SHA256SUMS.jws']);
