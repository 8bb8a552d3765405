/** Content of an HTML page, read by a strict parser: it throws where a browser would recover. */
export type ReadPage = {
  readonly title: string;
  readonly language: string;
  /** The text of the body without its tags. */
  readonly text: string;
  readonly links: readonly string[];
  readonly ids: readonly string[];
  readonly data: readonly Record<string, unknown>[];
  /** Element name → attributes of each, in document order. */
  readonly elements: ReadonlyMap<string, readonly Readonly<Record<string, string>>[]>;
};

const VOID = new Set(['meta', 'link', 'input', 'br', 'hr', 'img']);
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const TOKEN = /<!doctype html>|<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"<]*")?)*)\s*>|<|[^<]+/g;

/** @throws Error if the page is not well-formed: unbalanced elements, a bare `<` or `&`, a duplicate id */
export function readHtml(whole: string): ReadPage {
  // The content of a template is not part of the page: it may repeat ids and texts in another language.
  const html = whole.replace(/(<template[^>]*>)[\s\S]*?(<\/template>)/g, '$1$2');
  const open: string[] = [];
  const elements = new Map<string, Record<string, string>[]>();
  const data: Record<string, unknown>[] = [];
  let text = '';
  let title = '';
  for (const [token, closes, name, attributes] of html.matchAll(TOKEN)) {
    if (token === '<!doctype html>') continue;
    const inside = open.at(-1);
    if (name === undefined) {
      if (token === '<') throw new Error(`a bare < in ${inside}`);
      if (inside === 'script') data.push(JSON.parse(token) as Record<string, unknown>);
      else if (inside === 'title') title += decode(token);
      else if (inside !== 'style' && open.includes('body')) text += decode(token);
    } else if (closes === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes ${inside}`);
    } else {
      elements.set(name, [...(elements.get(name) ?? []), readAttributes(attributes!)]);
      if (!VOID.has(name)) open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(' ')}`);
  const all = [...elements.values()].flat();
  const ids = all.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size !== ids.length) throw new Error(`duplicate id: ${ids.join(' ')}`);
  return {
    title,
    language: elements.get('html')?.[0]?.lang ?? '',
    text,
    links: all.flatMap(({ href, action }) => href ?? action ?? []),
    ids,
    data,
    elements,
  };
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([a-zA-Z-]+)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name!, decode(value)]),
  );

function decode(text: string): string {
  return text.replaceAll(/&(?:(#?\w+);)?/g, (whole, name: string | undefined) => {
    const character = name === undefined ? undefined : ENTITIES[name];
    if (character === undefined) throw new Error(`${whole} is no reference that our pages write`);
    return character;
  });
}
