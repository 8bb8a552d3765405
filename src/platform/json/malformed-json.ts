import { Refusal } from '../errors/index.ts';
import type { Position } from './position.ts';
import { SYNTAX_ERRORS, type SyntaxErrorKind } from './syntax-errors.data.ts';

/** Refusal `malformed_json` with the position and the kind of the first syntax error. */
export class MalformedJson extends Refusal {
  /** @param back number of characters that the error precedes the position by, in the same line */
  constructor(kind: SyntaxErrorKind, { line, column: read }: Position, back = 0) {
    const { sk, en } = SYNTAX_ERRORS[kind];
    const column = read - back;
    super('malformed_json', { line, column, reason: kind }, undefined, {
      sk: `Riadok ${line}, stĺpec ${column}: ${sk}`,
      en: `Line ${line}, column ${column}: ${en}`,
    });
  }
}

/** Thrown within the parser, which knows where the chunk is in the text. */
export class SyntaxFault extends Error {
  readonly kind: SyntaxErrorKind;
  /** Index in the chunk; null: where the parser has read to. */
  readonly at: number | null;
  /** Number of characters that the error precedes this index by. */
  readonly back: number;

  constructor(kind: SyntaxErrorKind, at: number | null = null, back = 0) {
    super(kind);
    this.kind = kind;
    this.at = at;
    this.back = back;
  }
}
