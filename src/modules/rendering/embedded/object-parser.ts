import { type PDFDict, PDFName, PDFNumber, type PDFObject, PDFParser, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';

/** An indirect object with the start and end offset of its content. */
export type FoundObject = {
  readonly ref: PDFRef;
  readonly object: PDFObject;
  readonly start: number;
  readonly end: number;
};

/** Resolves a stream length stored as an indirect object; null if unreadable. */
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

/** The object parser of the library, positioned at any offset. */
export class ObjectParser extends PDFParser {
  /** Whether a cross-reference table starts at the offset; the parser is then positioned after its keyword. */
  startsTable(offset: number): boolean {
    this.moveTo(offset);
    return this.matchKeyword(XREF);
  }

  /** Reads `count` consecutive integers; null without advancing if there are fewer. */
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

  /** Reads the dictionary after the keyword `trailer`. */
  trailer(): PDFDict {
    this.skipWhitespaceAndComments();
    if (!this.matchKeyword(TRAILER)) throw new Error('A cross-reference table has no trailer');
    this.skipWhitespaceAndComments();
    return this.parseDict();
  }

  /** @throws Error if no indirect object starts at the offset */
  objectAt(offset: number, lengthOf: LengthOf = () => null): FoundObject {
    this.moveTo(offset);
    const [number, generation] = this.integers(2) ?? [];
    this.skipWhitespaceAndComments();
    if (number === undefined || !this.matchKeyword(OBJ)) throw new Error('No object at the stated offset');
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

  /**
   * Reads a stream by its length. The library would search for the end of a stream whose length is an indirect
   * object.
   */
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
    if (this.bytes.done()) throw new Error('An offset is beyond the end of the file');
    this.skipWhitespaceAndComments();
  }
}
