/** All sentences for people, in every language: see README.md. */
import { en } from './en/index.ts';
import type { ArgumentsOf } from './icu/arguments.ts';
import { type Formatter, makeFormatter } from './icu/make-formatter.ts';
import { parseMessage } from './icu/parse-message.ts';
import type { MessageValues } from './icu/pattern.ts';
import { sk } from './sk/index.ts';

/** ICU messages by key. The keys and the arguments of a message are those of English. */
type Messages = { readonly [K in keyof typeof en]: string };

/** The languages, in the order of the fields of a text. */
export const LANGUAGES = { sk, en } as const satisfies Readonly<Record<string, Messages>>;

export type Language = keyof typeof LANGUAGES;
type MessageKey = keyof Messages;

/** The last parts of the keys that begin with a prefix: of `json-error.kind` the kinds of syntax errors. */
export type KeysBelow<P extends string> = MessageKey extends infer K
  ? K extends `${P}.${infer Rest}`
    ? Rest
    : never
  : never;

/** A sentence in every language: `{ sk, en }` in the public interface. */
export type LocalizedText = { readonly [L in Language]: string };

type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** Values that the message requires; of several keys, the values that any of their messages requires. */
export type ValuesOf<K extends MessageKey> = All<ArgumentsOf<(typeof en)[K]>>;

type Parameters<K extends MessageKey> = keyof ValuesOf<K> extends never ? [] : [values: ValuesOf<K>];

/** Values of a message in every language: of a text, the sentence in that language is inserted. */
type LocalizedValues = Readonly<Record<string, string | number | LocalizedText>>;

type LocalizedParameters<K extends MessageKey> = keyof ValuesOf<K> extends never
  ? []
  : [
      values: {
        readonly [N in keyof ValuesOf<K>]: ValuesOf<K>[N] | (string extends ValuesOf<K>[N] ? LocalizedText : never);
      },
    ];

const formatters = new Map<string, Formatter>(
  Object.entries(LANGUAGES).map(([language, messages]) => [language, makeFormatter(language, messages)]),
);

/** Texts without values, which are created once. */
const constants = new Map<string, LocalizedText>();

const NO_VALUES: MessageValues = {};

const valuesIn = (language: Language, values: LocalizedValues): MessageValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? value[language] : value]),
  );

/** Returns a message in every language. */
export function text<K extends MessageKey>(key: K, ...[values]: LocalizedParameters<K>): LocalizedText {
  if (values !== undefined) return fillText(key, values as LocalizedValues);
  let constant = constants.get(key);
  if (constant === undefined) {
    constant = fillText(key, NO_VALUES);
    constants.set(key, constant);
  }
  return constant;
}

/** Returns a message in one language. */
export const textIn = <K extends MessageKey>(language: Language, key: K, ...[values]: Parameters<K>): string =>
  formatters.get(language)!(key, (values as MessageValues | undefined) ?? NO_VALUES);

/** Messages by the last part of their keys: a text, or a function of the values of the message. */
type Table<P extends string> = {
  readonly [R in KeysBelow<P>]: `${P}.${R}` extends infer K extends MessageKey
    ? keyof ValuesOf<K> extends never
      ? string
      : (values: ValuesOf<K>) => string
    : never;
};

const tables = new Map<string, object>();

/** Returns all messages in one language whose keys begin with a prefix, for a page with many texts. */
export function messagesOf<P extends string>(prefix: P, language: Language): Table<P> {
  const name = `${language} ${prefix}`;
  let table = tables.get(name);
  if (table === undefined) {
    const format = formatters.get(language)!;
    const messages = Object.entries(LANGUAGES[language]).filter(([key]) => key.startsWith(`${prefix}.`));
    table = Object.fromEntries(
      messages.map(([key, message]) => [
        key.slice(prefix.length + 1),
        parseMessage(message).every((part) => typeof part === 'string')
          ? format(key, NO_VALUES)
          : (values: MessageValues) => format(key, values),
      ]),
    );
    tables.set(name, table);
  }
  return table as Table<P>;
}

/** Returns a message in every language for values whose names are known only at run time; see `text`. */
export const fillText = (key: MessageKey, values: LocalizedValues): LocalizedText =>
  inEachLanguage((language) => formatters.get(language)!(key, valuesIn(language, values)));

/** True for the key of a message; for keys that are composed at run time, such as of an error code. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(en, key);

/** Builds a text from its sentence in each language, such as one that is composed of several messages. */
export function inEachLanguage(write: (language: Language) => string): LocalizedText {
  const texts = [...formatters.keys()].map((language) => [language, write(language as Language)]);
  return Object.fromEntries(texts) as LocalizedText;
}
