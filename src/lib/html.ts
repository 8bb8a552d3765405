/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);

type Value = Html | string | number | readonly Html[];

/** Nothing to show. */
export const NO_HTML = new Html('');

/** HTML from a template: every value is escaped unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const toText = (value: Value | undefined): string => {
    if (value === undefined) return '';
    if (value instanceof Html) return value.text;
    if (typeof value === 'object') return value.map((item) => item.text).join('');
    return escaped(String(value));
  };
  return new Html(parts.map((part, index) => part + toText(values[index])).join(''));
}
