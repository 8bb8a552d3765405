import { type JsonLimits, type JsonParser, makeJsonParser, skipSpace } from '../../../json/index.ts';
import { makeProblem } from '../../problems/problems.ts';
import { DEEPEST } from '../body-kind.ts';

type JsonValue = { readonly value: unknown; readonly repeated: ReturnType<JsonParser['repeated']> };

/** Reads a JSON text piece by piece; only the value that is asked for is held. */
export type JsonReader = {
  /** The next byte that is not blank, as a character; it stays. Empty at the end of the text. */
  readonly peek: () => Promise<string>;
  /** Takes the next byte that is not blank. Throws Problem `malformed_json` when it is none of the given. */
  readonly take: (expected: string) => Promise<string>;
  /**
   * The next value; undefined when it has more bytes than the limit. Throws Problem `malformed_json`, `json_too_deep`,
   * `body_too_complex`.
   */
  readonly value: (limit: number) => Promise<JsonValue | undefined>;
};

/** Makes a reader of UTF-8 as it comes; `limits` are those of every single value. */
export function makeJsonReader(bytes: AsyncIterator<Buffer>, limits: Omit<JsonLimits, 'depth'>): JsonReader {
  let chunk: Buffer = Buffer.alloc(0);
  let at = 0;

  /** False at the end of the text. */
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
      at = skipSpace(chunk, at);
      if (at < chunk.length) return String.fromCharCode(chunk[at]!);
    }
    return '';
  };

  return {
    peek,
    take: async (expected) => {
      const found = await peek();
      if (found === '' || !expected.includes(found)) throw makeProblem('malformed_json', {});
      at++;
      return found;
    },
    value: async (limit) => {
      const parser = makeJsonParser({ ...limits, depth: DEEPEST });
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
