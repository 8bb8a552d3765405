/** Result of a Range header for a body: a part (`to` inclusive), the whole body, or no part of it. */
type ByteRange = { readonly from: number; readonly to: number } | 'whole' | 'unsatisfiable';

/**
 * Parses a Range header (RFC 9110, section 14.2). A malformed header, another unit and multiple ranges are ignored,
 * as the section allows: the whole body is a correct response to them.
 */
export function parseRange(header: string | undefined, size: number): ByteRange {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0 ? 'unsatisfiable' : { from: Math.max(0, size - length), to: size - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return 'whole';
  if (from >= size) return 'unsatisfiable';
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
