/** Text that is already HTML and is not escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }),
);

/** HTML special characters, and bidirectional control characters, which would reverse the surrounding text. */
const SPECIAL = /[&<>"'\u202a-\u202e\u2066-\u2069]/;
const ALL_SPECIAL = new RegExp(SPECIAL, 'g');

const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replaceAll(ALL_SPECIAL, (character) => ESCAPES.get(character) ?? '\ufffd') : text;

type Value = Html | string | number | readonly Html[];

export const NO_HTML = new Html('');

/**
 * Template tag for HTML: escapes every value unless it is `Html`, and makes bidirectional control characters visible.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  let text = parts[0]!;
  for (let index = 0; index < values.length; index++) text += toText(values[index]!) + parts[index + 1]!;
  return new Html(text);
}

function toText(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value !== 'object') return escaped(String(value));
  let text = '';
  for (const item of value) text += item.text;
  return text;
}
