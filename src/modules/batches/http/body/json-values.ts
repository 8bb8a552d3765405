import { DEEPEST } from '../../../../http/body/index.ts';
import {
  type JsonLimits,
  type JsonParser,
  MARK,
  MalformedJson,
  makeJsonParser,
  makePositionCounter,
  nameSyntaxError,
  skipSpace,
} from '../../../../platform/json/index.ts';

type JsonValue = { readonly value: unknown; readonly repeated: ReturnType<JsonParser['repeated']> };

type Unexpected = 'element' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing';

/** Reads a JSON text incrementally; only the value being read is in memory. */
export type JsonReader = {
  /** Returns the next non-blank byte as a character without consuming it; an empty string at the end of the text. */
  readonly peek: () => Promise<string>;
  /**
   * Consumes the next non-blank byte. Throws Refusal `malformed_json` when it is not one of the expected characters.
   */
  readonly take: (expected: string) => Promise<string>;
  /**
   * Reads the next value; undefined when it has more bytes than the limit. Throws Refusal `malformed_json`,
   * `json_too_deep`, `body_too_complex`.
   */
  readonly value: (limit: number) => Promise<JsonValue | undefined>;
  /** Creates the error for the byte that `peek` returned when another one is expected. */
  readonly unexpected: (expected: Unexpected) => MalformedJson;
};

/** Creates a reader of streamed UTF-8; `limits` apply to every single value. */
export function makeJsonReader(bytes: AsyncIterator<Buffer>, limits: Omit<JsonLimits, 'depth'>): JsonReader {
  let chunk: Buffer = Buffer.alloc(0);
  let at = 0;
  let marked = 0;
  let isBegun = false;
  const counter = makePositionCounter();

  const moveTo = (to: number): void => {
    counter.advance(chunk, at, to);
    at = to;
  };

  /** @returns false at the end of the text */
  const fill = async (): Promise<boolean> => {
    while (at >= chunk.length) {
      const { value, done } = await bytes.next();
      if (done) return false;
      chunk = value;
      at = 0;
    }
    return true;
  };

  const peek = async (): Promise<string> => {
    while (at < chunk.length || (await fill())) {
      while (marked < MARK.length && chunk[at] === MARK[marked]) {
        moveTo(at + 1);
        marked++;
      }
      if (at < chunk.length) marked = MARK.length;
      moveTo(skipSpace(chunk, at));
      if (at < chunk.length) return String.fromCharCode(chunk[at]!);
    }
    return '';
  };

  const unexpected = (expected: Unexpected): MalformedJson => {
    if (at >= chunk.length) return new MalformedJson('incomplete', counter.position());
    const kind =
      expected === 'element' ? nameSyntaxError(chunk, at, 'value', []) : nameSyntaxError(chunk, at, expected, {});
    return new MalformedJson(kind, counter.position());
  };

  return {
    peek,
    unexpected,
    take: async (expected) => {
      const found = await peek();
      if (found === '' || !expected.includes(found)) throw unexpected(expected === ':' ? 'colon' : 'comma or end');
      moveTo(at + 1);
      isBegun = true;
      return found;
    },
    value: async (limit) => {
      if (isBegun && (await peek()) === '') throw unexpected('element');
      const parser = makeJsonParser({ ...limits, depth: DEEPEST }, counter);
      let size = 0;
      while (!parser.hasEnded() && (await fill())) {
        const to = parser.read(chunk, at);
        size += to - at;
        at = to;
      }
      parser.end();
      return size > limit ? undefined : { value: parser.value(), repeated: parser.repeated() };
    },
  };
}
