import { quote, type XmlFaultReason } from './fault.ts';
import { type FaultPlace, PARSER_MESSAGES } from './parser-messages.ts';
import type { TreeBuilder } from './tree-builder.ts';

type StopParts = [reason: XmlFaultReason, offset: number, found: string | null, expected: string | null];

/** Converts a parser message, reported after reading up to `position`, to a fault with its exact position. */
export function faultOfMessage(message: string, text: string, position: number, builder: TreeBuilder): StopParts {
  const known = PARSER_MESSAGES.find(([pattern]) => pattern.test(message));
  if (known === undefined) throw new Error(`The XML parser returned an unknown message: ${message}`);
  const [, reason, place] = known;
  switch (reason) {
    case 'element-unclosed':
    case 'end-unexpected':
    case 'document-element-missing':
      return atEnd(text, builder);
    case 'end-tag-mismatched':
      return [
        reason,
        builder.endTagAt,
        quote(text.slice(builder.endTagAt, position)),
        endTagOf(text, builder.closed!.offset),
      ];
    case 'attribute-duplicate':
      return at(reason, builder.repeatedAttributeOffset(message.slice('duplicate attribute: '.length, -1)));
    default:
      return at(reason, offsetOf(place));
  }

  function at(found: XmlFaultReason, offset: number): StopParts {
    const exact = exactReason(found, text[offset]);
    const start = exact === 'attribute-without-value' ? builder.nextAttributeOffset() : offset;
    return [exact, start, quoteAt(text, start, position, exact), null];
  }

  function offsetOf(where: FaultPlace): number {
    switch (where) {
      case 'markup':
      case 'tag':
        return builder.at;
      case 'attribute':
        return builder.nextAttributeOffset();
      case 'text':
        return textOffset(text, builder);
      case 'entity':
        return text.lastIndexOf('&', position - 1);
      case 'end':
        return text.length;
      case 'character':
        return position - (isLowSurrogate(text.charCodeAt(position - 1)) ? 2 : 1);
      default:
        return position - where;
    }
  }
}

/** The parser uses one message for several errors; derive the exact reason from the character. */
function exactReason(reason: XmlFaultReason, character: string | undefined): XmlFaultReason {
  if (reason === 'character-forbidden' && character === '<') return 'less-than-in-attribute';
  if (reason === 'attribute-malformed' && character === '/') return 'attribute-without-value';
  return reason;
}

/** A file that ends too early: inside markup, after an `&` that starts no entity, or with open elements. */
function atEnd(text: string, builder: TreeBuilder): StopParts {
  const rest = text.slice(builder.at);
  const ampersand = rest.lastIndexOf('&');
  const isLiteral = /^<(!--|!\[CDATA\[|\?)/.test(rest);
  if (ampersand !== -1 && !isLiteral && !rest.includes(';', ampersand)) {
    return ['ampersand-unescaped', builder.at + ampersand, quote(rest.slice(ampersand)), null];
  }
  if (rest.startsWith('<')) return ['end-unexpected', text.length, quote(rest), null];
  if (builder.open === null) return ['document-element-missing', text.length, null, null];
  const { offset } = builder.open;
  return ['element-unclosed', offset, startTagOf(text, offset), endTagOf(text, offset)];
}

/**
 * The offset of the first character of the current text. If a `<` follows, the builder has already received the text.
 */
function textOffset(text: string, builder: TreeBuilder): number {
  const isMarkup = text[builder.at] === '<' && !text.startsWith('<![CDATA[', builder.at);
  const start = isMarkup ? builder.textAt : builder.at;
  return start + text.slice(start).search(/[^ \t\n]/);
}

function quoteAt(text: string, offset: number, position: number, reason: XmlFaultReason): string | null {
  if (offset >= text.length) return null;
  switch (reason) {
    case 'character-forbidden': {
      const code = text.codePointAt(offset)!;
      return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    }
    case 'attribute-duplicate':
    case 'attribute-without-value':
      return quote(/^[^\s=>/]*/.exec(text.slice(offset, offset + 100))![0]);
    case 'doctype-declaration':
      return '<!DOCTYPE';
    case 'entity-undefined':
    case 'character-reference-invalid':
      return quote(text.slice(offset, position));
    default:
      return quote(text.slice(offset, offset + 100));
  }
}

const nameAt = (text: string, offset: number): string => /^[^\s/>]*/.exec(text.slice(offset + 1, offset + 200))![0];

const startTagOf = (text: string, offset: number): string => quote(`<${nameAt(text, offset)}>`);

const endTagOf = (text: string, offset: number): string => quote(`</${nameAt(text, offset)}>`);

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
