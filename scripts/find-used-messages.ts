const LITERAL = /['"]([a-z][\w-]*(?:\.[\w-]+)+)['"]/g;
const TEMPLATE = /`((?:[\w.-]|\$\{[^{}`]*\})+)`/g;
const TABLE = /\bmessagesOf\(\s*'([\w.-]+)'/g;
const WORD = /[\w-]+/g;

/**
 * Finds the keys of messages that sources use: as a literal, by a template such as `problem.${code}.title`, or through
 * a table of messages. The variable parts of a key must occur in the sources as words.
 */
export function findUsedKeys(sources: readonly string[], keys: readonly string[]): Set<string> {
  const known = new Set(keys);
  const used = new Set<string>();
  const forms = new Set<string>();
  const words = new Set<string>();
  for (const source of sources) {
    for (const [, key] of source.matchAll(LITERAL)) if (known.has(key!)) used.add(key!);
    for (const [, template] of source.matchAll(TEMPLATE)) {
      if (template!.includes('${') && template!.includes('.')) forms.add(template!.replaceAll(/\$\{[^{}`]*\}/g, '*'));
    }
    for (const [, prefix] of source.matchAll(TABLE)) forms.add(`${prefix}.*`);
    for (const [word] of source.matchAll(WORD)) words.add(word);
  }
  const patterns = [...forms].filter((form) => !form.startsWith('*')).map(toExpression);
  for (const key of keys) {
    if (used.has(key)) continue;
    const isUsed = patterns.some((pattern) => {
      const parts = pattern.exec(key)?.slice(1);
      return parts?.every((part) => part.split('.').every((word) => words.has(word))) ?? false;
    });
    if (isUsed) used.add(key);
  }
  return used;
}

const toExpression = (form: string): RegExp =>
  new RegExp(
    `^${form
      .split('*')
      .map((part) => part.replaceAll('.', '\\.'))
      .join('([\\w.-]+)')}$`,
  );
