import { parseMessage } from './parse-message.ts';
import { formatPattern, type MessageValues, type Pattern } from './pattern.ts';

/** Formats the message of a key. */
export type Formatter = (key: string, values: MessageValues) => string;

/**
 * Creates the formatter of a language. Each message is parsed once, at its first use.
 *
 * @param messages ICU messages by key
 */
export function makeFormatter(language: string, messages: Readonly<Record<string, string>>): Formatter {
  const parsed = new Map<string, Pattern>();
  let rules: Intl.PluralRules | null = null;
  return (key, values) => {
    let pattern = parsed.get(key);
    if (pattern === undefined) {
      pattern = parseMessage(Object.hasOwn(messages, key) ? messages[key]! : key);
      parsed.set(key, pattern);
    }
    if (pattern.length === 1 && typeof pattern[0] === 'string') return pattern[0];
    rules ??= new Intl.PluralRules(language);
    return formatPattern(pattern, values, rules);
  };
}
