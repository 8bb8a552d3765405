import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Pattern } from './pattern.ts';

/** A message without these characters is its own text. */
const SYNTAX = /['{}]/;

/**
 * Parses a message in ICU MessageFormat. Bundles contain parsed messages, and `scripts/bundle-locales.mjs` replaces
 * this module.
 *
 * @throws SyntaxError for invalid syntax, and for formats other than `plural` and `select`
 */
export function parseMessage(message: string): Pattern {
  if (!SYNTAX.test(message)) return [message];
  return parse(message, { ignoreTag: true, requiresOtherClause: true }).map(toPart);
}

function toPart(element: MessageFormatElement): Pattern[number] {
  if (element.type === TYPE.literal) return element.value;
  if (element.type === TYPE.argument) return [element.value];
  if (element.type === TYPE.select || (element.type === TYPE.plural && element.offset === 0)) {
    const options = Object.entries(element.options).map(([option, { value }]) => [option, value.map(toPart)] as const);
    return [element.value, element.type === TYPE.select ? 'select' : 'plural', Object.fromEntries(options)];
  }
  // A number is inserted as the caller formats it: `{count}` instead of `#`.
  throw new SyntaxError('A message has only the formats plural and select, without offset and #.');
}
