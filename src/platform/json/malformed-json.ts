import { inEachLanguage, type KeysBelow, textIn } from '../../../locales/index.ts';
import { Refusal } from '../errors/index.ts';
import type { Position } from './position.ts';

/** Kind of a syntax error, with a sentence that describes it and its remedy. */
export type SyntaxErrorKind = KeysBelow<'json-error.kind'>;

/** Refusal `malformed_json` with the position and kind of the first syntax error. */
export class MalformedJson extends Refusal {
  /** @param back offset in characters of the error before the position, within the same line */
  constructor(kind: SyntaxErrorKind, { line, column: read }: Position, back = 0) {
    const column = read - back;
    super(
      'malformed_json',
      { line, column, reason: kind },
      undefined,
      inEachLanguage((language) =>
        textIn(language, 'json-error.position', { line, column, error: textIn(language, `json-error.kind.${kind}`) }),
      ),
    );
  }
}

/** Thrown by the parser before the position of the chunk in the text is known. */
export class SyntaxFault extends Error {
  readonly kind: SyntaxErrorKind;
  /** Index in the chunk; null: the position that the parser has reached. */
  readonly at: number | null;
  /** Offset in characters of the error before this index. */
  readonly back: number;

  constructor(kind: SyntaxErrorKind, at: number | null = null, back = 0) {
    super(kind);
    this.kind = kind;
    this.at = at;
    this.back = back;
  }
}
