import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFNumber, type PDFRawStream } from '@cantoo/pdf-lib';

const CHUNK = 64 * 1024;

export class StreamTooLarge extends Error {}

/**
 * Returns the decompressed bytes of a stream and reverses its predictor (ISO 32000-1, 7.4.4.4), which the library
 * does not do.
 *
 * @param limit in bytes
 * @throws StreamTooLarge; Error if the filter is not supported
 */
export function unpackStream(stream: PDFRawStream, limit = Number.POSITIVE_INFINITY): Uint8Array {
  const parms = stream.dict.lookup(PDFName.of('DecodeParms'));
  const last = parms instanceof PDFArray ? parms.lookup(parms.size() - 1) : parms;
  const numberOf = (key: string, missing: number): number => {
    const value = last instanceof PDFDict ? last.lookup(PDFName.of(key)) : undefined;
    return value instanceof PDFNumber ? value.asNumber() : missing;
  };
  // The TIFF predictor (2) is used only for images.
  const isPng = numberOf('Predictor', 1) >= 10;
  const bytes = readAll(stream, isPng ? limit * 2 : limit);
  if (!isPng) return bytes;
  const depth = numberOf('Colors', 1) * numberOf('BitsPerComponent', 8);
  return undoPng(bytes, Math.ceil((numberOf('Columns', 1) * depth) / 8), Math.max(1, depth >> 3));
}

/** Decompresses in steps: the size is unknown in advance and may be arbitrarily large. */
function readAll(stream: PDFRawStream, limit: number): Uint8Array {
  const source = decodePDFRawStream(stream);
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = source.getBytes(CHUNK); part.length > 0; part = source.getBytes(CHUNK)) {
    size += part.length;
    if (size > limit) throw new StreamTooLarge();
    parts.push(part as Uint8Array);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const peek = (stream: PDFRawStream, count: number): Uint8Array =>
  decodePDFRawStream(stream).getBytes(count) as Uint8Array;

/** PNG (ISO/IEC 15948), clause 9: each row is a filter type followed by its bytes. */
function undoPng(bytes: Uint8Array, width: number, step: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (width + 1));
  const plain = new Uint8Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const from = row * (width + 1);
    const to = row * width;
    for (let at = 0; at < width; at++) {
      const left = at >= step ? plain[to + at - step]! : 0;
      const up = row > 0 ? plain[to + at - width]! : 0;
      const upLeft = row > 0 && at >= step ? plain[to + at - width - step]! : 0;
      plain[to + at] = (bytes[from + 1 + at] ?? 0) + prediction(bytes[from]!, left, up, upLeft);
    }
  }
  return plain;
}

function prediction(type: number, left: number, up: number, upLeft: number): number {
  if (type === 1) return left;
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  return type === 4 ? paeth(left, up, upLeft) : 0;
}

function paeth(left: number, up: number, upLeft: number): number {
  const base = left + up - upLeft;
  const [a, b, c] = [Math.abs(base - left), Math.abs(base - up), Math.abs(base - upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}
