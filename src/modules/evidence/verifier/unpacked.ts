/** Files stored without compression, which `packed.json` therefore does not list. */
export const UNPACKED: ReadonlySet<string> = new Set(['packed.json', 'SHA256SUMS', 'SHA256SUMS.jws']);
