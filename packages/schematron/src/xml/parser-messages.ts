import type { XmlFaultReason } from './fault.ts';

/**
 * The anchor of the fault relative to the parser's state when it reports the message: `character` the character just
 * read, `markup` the start of the current markup, `attribute` the start of the attribute name, `text` the first
 * character of the text that was read, `entity` the last `&`, `tag` the end tag just read, `end` the end of the text;
 * a number is the count of UTF-16 units just read.
 */
export type FaultPlace = 'character' | 'markup' | 'attribute' | 'text' | 'entity' | 'tag' | 'end' | number;

type KnownMessage = readonly [message: RegExp, reason: XmlFaultReason, place: FaultPlace];

/** The messages of the parser. A test checks that the table is complete. */
export const PARSER_MESSAGES: readonly KnownMessage[] = [
  [/^disallowed character\.$/, 'character-forbidden', 'character'],
  [/^disallowed character in tag name$/, 'less-than-unescaped', 'markup'],
  [/^disallowed character in tag name\.$/, 'tag-malformed', 'character'],
  [/^forward-slash in opening tag not followed by >\.$/, 'tag-malformed', 'character'],
  [/^disallowed character in closing tag\.$/, 'end-tag-malformed', 'character'],
  [/^weird empty close tag\.$/, 'end-tag-malformed', 'markup'],
  [/^unexpected close tag\.$/, 'end-tag-mismatched', 'tag'],
  [/^unmatched closing tag: /, 'end-tag-unmatched', 'markup'],
  [/^unclosed tag: /, 'element-unclosed', 'end'],
  [/^unexpected end\.$/, 'end-unexpected', 'end'],
  [/^document must contain a root element\.$/, 'document-element-missing', 'end'],
  [/^documents may contain only one root\.$/, 'document-element-second', 'markup'],
  [/^text data outside of root node\.$/, 'text-outside-document-element', 'text'],
  [/^undefined entity\.$/, 'entity-undefined', 'entity'],
  [/^empty entity name\.$/, 'ampersand-unescaped', 'entity'],
  [/^disallowed character in entity name\.$/, 'ampersand-unescaped', 'entity'],
  [/^malformed character entity\.$/, 'character-reference-invalid', 'entity'],
  [/^the string "]]>" is disallowed in char data\.$/, 'cdata-end-in-text', 3],
  [/^duplicate attribute: /, 'attribute-duplicate', 'attribute'],
  [/^attribute without value\.$/, 'attribute-without-value', 'attribute'],
  [/^unquoted attribute value\.$/, 'attribute-unquoted', 'character'],
  [/^no whitespace between attributes\.$/, 'attribute-not-separated', 'character'],
  [/^disallowed character in attribute name\.$/, 'attribute-malformed', 'character'],
  [/^malformed comment\.$/, 'comment-malformed', 3],
  [/^processing instruction without a target\.$/, 'instruction-malformed', 'markup'],
  [/^disallowed character in processing instruction name\.$/, 'instruction-malformed', 'character'],
  [/^the XML declaration must appear at the start/, 'instruction-malformed', 'markup'],
  [/^an XML declaration must be at the start/, 'declaration-not-first', 'markup'],
  [/^inappropriately located doctype declaration\.$/, 'doctype-declaration', 'markup'],
  [/^incorrect syntax\.$/, 'declaration-unknown', 'markup'],
  [/^XML declaration /, 'declaration-malformed', 'markup'],
  [/^expected (one of|the name) /, 'declaration-malformed', 'markup'],
  [/^did not expect any more name\/value pairs\.$/, 'declaration-malformed', 'markup'],
  [/^value (required|must be quoted)\.$/, 'declaration-malformed', 'markup'],
  [/^(version number|encoding value|standalone value) must match/, 'declaration-malformed', 'markup'],
  [/^whitespace required\.$/, 'declaration-malformed', 'markup'],
  [/^The character \? is disallowed anywhere in XML declarations\.$/, 'declaration-malformed', 'markup'],
  [/^processing instructions are not allowed before root\.$/, 'declaration-malformed', 'markup'],
];
