import { type PDFDict, PDFName, PDFNumber, type PDFObject, PDFParser, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';

/** An indirect object, and where its content starts and ends in the file. */
export type FoundObject = {
  readonly ref: PDFRef;
  readonly object: PDFObject;
  readonly start: number;
  readonly end: number;
};

/** The length of a stream that is an object of its own; null when it cannot be read. */
export type LengthOf = (length: PDFRef) => number | null;

const bytesOf = (keyword: string): number[] => [...new TextEncoder().encode(keyword)];
const XREF = bytesOf('xref');
const TRAILER = bytesOf('trailer');
const OBJ = bytesOf('obj');
const STREAM = bytesOf('stream');
const END_OF_STREAM = bytesOf('endstream');
const DICTIONARY = bytesOf('<<');
const [CARRIAGE_RETURN, LINE_FEED] = [0x0d, 0x0a];

const LENGTH = PDFName.of('Length');

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** The library's parser of objects, at any offset of a file. */
export class ObjectParser extends PDFParser {
  /** Whether a cross-reference table starts there; the parser is then behind its keyword. */
  startsTable(offset: number): boolean {
    this.moveTo(offset);
    return this.matchKeyword(XREF);
  }

  /** So many integers in a row; null, and nothing read, when there are fewer. */
  integers(count: number): number[] | null {
    const before = this.bytes.offset();
    const found: number[] = [];
    for (let index = 0; index < count; index++) {
      this.skipWhitespaceAndComments();
      if (!isDigit(this.bytes.peek())) {
        this.bytes.moveTo(before);
        return null;
      }
      found.push(this.parseRawInt());
    }
    return found;
  }

  letter(): string {
    this.skipWhitespaceAndComments();
    return String.fromCharCode(this.bytes.next());
  }

  /** The dictionary behind the keyword `trailer`. */
  trailer(): PDFDict {
    this.skipWhitespaceAndComments();
    if (!this.matchKeyword(TRAILER)) throw new Error('A cross-reference table has no trailer');
    this.skipWhitespaceAndComments();
    return this.parseDict();
  }

  /** @throws Error when no indirect object starts there */
  objectAt(offset: number, lengthOf: LengthOf = () => null): FoundObject {
    this.moveTo(offset);
    const [number, generation] = this.integers(2) ?? [];
    this.skipWhitespaceAndComments();
    if (number === undefined || !this.matchKeyword(OBJ)) throw new Error('There is no object at its offset');
    const ref = PDFRef.of(number, generation);
    this.skipWhitespaceAndComments();
    const start = this.bytes.offset();
    const object = this.streamAt(start, lengthOf) ?? this.objectFrom(start);
    return { ref, object, start, end: this.bytes.offset() };
  }

  private objectFrom(start: number): PDFObject {
    this.bytes.moveTo(start);
    return this.parseObject();
  }

  /** A stream of which the length is right; the library would search the end of one whose length is another object. */
  private streamAt(start: number, lengthOf: LengthOf): PDFRawStream | null {
    if (!this.matchKeyword(DICTIONARY)) return null;
    this.bytes.moveTo(start);
    const dict = this.parseDict();
    this.skipWhitespaceAndComments();
    if (!this.matchKeyword(STREAM)) return null;
    if (this.bytes.peek() === CARRIAGE_RETURN) this.bytes.next();
    if (this.bytes.peek() === LINE_FEED) this.bytes.next();
    const first = this.bytes.offset();
    const stated = dict.get(LENGTH);
    const length = stated instanceof PDFRef ? lengthOf(stated) : stated instanceof PDFNumber ? stated.asNumber() : null;
    if (length === null || length < 0) return null;
    this.bytes.moveTo(first + length);
    this.skipWhitespaceAndComments();
    if (!this.matchKeyword(END_OF_STREAM)) return null;
    return PDFRawStream.of(dict, this.bytes.slice(first, first + length));
  }

  private moveTo(offset: number): void {
    this.bytes.moveTo(offset);
    if (this.bytes.done()) throw new Error('An offset is behind the end of the file');
    this.skipWhitespaceAndComments();
  }
}
