import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseMessage } from '../../locales/icu/parse-message.ts';
import type { Pattern } from '../../locales/icu/pattern.ts';
import { LANGUAGES, text } from '../../locales/index.ts';
import { findUsedKeys } from '../../scripts/find-used-messages.ts';
import { readSources } from '../support/import-reader.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { en } = LANGUAGES;
const keys = Object.keys(en);

/** Arguments of a message, with the kind of each: `count (plural)`. */
const argumentsOf = (pattern: Pattern): string[] => [
  ...new Set(
    pattern.flatMap((part) => {
      if (typeof part === 'string') return [];
      const [name, kind, branches] = part;
      if (kind === undefined) return [name];
      return [`${name} (${kind})`, ...Object.values(branches!).flatMap(argumentsOf)];
    }),
  ),
];

/** Branches of every `plural` of a message. */
const pluralsOf = (pattern: Pattern): string[][] =>
  pattern.flatMap((part) => {
    if (typeof part === 'string' || part[1] === undefined) return [];
    const inner = Object.values(part[2]!).flatMap(pluralsOf);
    return part[1] === 'plural' ? [Object.keys(part[2]!), ...inner] : inner;
  });

describe.each(Object.entries(LANGUAGES))('messages in %s', (language, messages) => {
  const table = new Map<string, string>(Object.entries(messages));

  it('have the keys of English', () => {
    expect([...table.keys()].sort()).toEqual([...keys].sort());
    expect([...table].filter(([, message]) => message.trim() === '').map(([key]) => key)).toEqual([]);
  });

  it('take the arguments of English', () => {
    const differing = keys.filter((key) => {
      const own = argumentsOf(parseMessage(table.get(key)!)).sort();
      return (
        own.join() !==
        argumentsOf(parseMessage(en[key as keyof typeof en]))
          .sort()
          .join()
      );
    });
    expect(differing).toEqual([]);
  });

  it('have all plural forms of integers, and no form that the language does not have', () => {
    const rules = new Intl.PluralRules(language);
    const needed = new Set(Array.from({ length: 1_000 }, (_, n) => rules.select(n)));
    const allowed = new Set<string>(rules.resolvedOptions().pluralCategories);
    const faulty = keys.filter((key) =>
      pluralsOf(parseMessage(table.get(key)!)).some(
        (forms) =>
          [...needed].some((form) => !forms.includes(form)) ||
          forms.some((form) => !form.startsWith('=') && !allowed.has(form)),
      ),
    );
    expect(faulty).toEqual([]);
  });

  it('are in the file that the first part of their key names', async () => {
    const folder = join(root, 'locales', language);
    for (const file of readdirSync(folder).filter((name) => name !== 'index.ts')) {
      const module: Record<string, Record<string, string>> = await import(join(folder, file));
      const subjects = Object.values(module)
        .flatMap(Object.keys)
        .map((key) => key.split('.', 1)[0]);
      expect([...new Set(subjects)]).toEqual([file.slice(0, -'.ts'.length)]);
    }
  });
});

describe('messages', () => {
  it('are all used', () => {
    const sources = ['packages', 'src', 'web', 'workers'].flatMap((folder) => readSources(root, folder));
    const used = findUsedKeys(
      sources.map(({ text }) => text),
      keys,
    );
    expect(keys.filter((key) => !used.has(key))).toEqual([]);
  });

  it('are found as unused unless a literal, a template or a table names them', () => {
    const found = (source: string) => [...findUsedKeys([source], ['a.b', 'a.c.title', 'a.c.text', 'd.e'])];
    expect(found("text('a.b')")).toEqual(['a.b']);
    expect(found('const code = "c"; text(`a.${code}.title`)')).toEqual(['a.c.title']);
    expect(found('text(`a.${code}.title`)')).toEqual([]);
    expect(found("const { e } = messagesOf('d', language)")).toEqual(['d.e']);
  });

  it('require at compile time their keys and arguments', () => {
    text('evidence.notes', { count: 2 });
    // @ts-expect-error: there is no such key
    expect(() => text('evidence.none')).not.toThrow();
    // @ts-expect-error: the value is missing
    expect(text('evidence.notes')).toBeDefined();
    // @ts-expect-error: a plural takes a number
    text('evidence.notes', { count: '2' });
    // @ts-expect-error: the message has no such argument
    text('evidence.notes', { count: 2, name: 'x' });
    // @ts-expect-error: the message has no arguments
    text('verifier.archive', { name: 'x' });
    // @ts-expect-error: the value of an argument of a problem is missing
    text('problem.too_many_files.detail', {});
  });

  it('format plurals, selections, quoted braces and missing values', async () => {
    const { makeFormatter } = await import('../../locales/icu/make-formatter.ts');
    const format = makeFormatter('sk', {
      count: '{n, plural, =0 {nič} one {{n} chyba} few {{n} chyby} other {{n} chýb}}',
      kind: "{kind, select, a {prvá} other {iná}} '{kind}' {kind}",
    });
    expect([0, 1, 3, 5, 22].map((n) => format('count', { n }))).toEqual([
      'nič',
      '1 chyba',
      '3 chyby',
      '5 chýb',
      '22 chýb',
    ]);
    expect(format('kind', { kind: 'a' })).toBe('prvá {kind} a');
    expect(format('kind', {})).toBe('iná {kind} {kind}');
    expect(() => parseMessage('{n, plural, one {#} other {x}}')).toThrow('#');
    expect(() => parseMessage('{n, plural, one {x}}')).toThrow();
  });
});
