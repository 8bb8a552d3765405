/**
 * An esbuild plugin that removes unreachable code from the XML parser (saxes, and its character tables in xmlchars).
 * Unreachable with the options of `packages/schematron/src/xml/parse.ts` are XML 1.1, namespaces, document types
 * (`parse.ts` stops at the first one), lines and columns, and values without quotes (the error handler throws first).
 * The CommonJS modules become ES modules, so that esbuild drops unused exports.
 *
 * `test/engine/trimmed-parser.test.ts` compares the results of the trimmed and the original parser.
 */
import { readFileSync } from 'node:fs';

/** States that the parser never enters: document types and unquoted attribute values. */
const STATES = [
  ...['Doctype', 'DoctypeQuote', 'DTD', 'DTDQuoted', 'DTDOpenWaka', 'DTDOpenWakaBang', 'DTDComment'],
  ...['DTDCommentEnding', 'DTDCommentEnded', 'DTDPI', 'DTDPIEnding', 'AttribValueUnquoted'],
].map((name) => `s${name}`);

const METHODS = [
  ...STATES,
  ...['getCode11', 'pushAttribNS', 'processAttribsNS', 'resolve', 'qname', 'on', 'off', 'get columnIndex', 'makeError'],
];

/** Patterns without the flag `g` must match exactly once. */
const REPLACEMENTS = [
  [/^"use strict";\nObject\.defineProperty.*\nexports\.SaxesParser = .*\n/, ''],
  [/const ed5 = require\("(.*)"\);/, 'import * as ed5 from "$1";'],
  [/const ed2 = require\(.*\);\nconst NSed3 = require\(.*\);\n/, ''],
  [/var isChar11 = [\s\S]*?(?=const XML_ENTITIES)/, ''],
  [/function nsPairCheck[\s\S]*?(?=const isName = )/, ''],
  [/exports\.EVENTS = [\s\S]*?(?=class SaxesParser)/, ''],
  [/if \(xmlnsOpt\) \{[\s\S]*?\n {8}\}\n {8}else (?=\{)/, ''],
  [/const xmlnsOpt = this\.xmlnsOpt = .*\n/, ''],
  [/if \(this\.xmlnsOpt\) \{[\s\S]*?\n {8}\}/, ''],
  [
    /setXMLVersion\(version\) \{[\s\S]*?\n {4}\}/,
    'setXMLVersion() { this.isChar = isChar10; this.getCode = this.getCode10; }',
  ],
  [/let \{ defaultXMLVersion \} = this\.opt;[\s\S]*?this\.setXMLVersion\(defaultXMLVersion\)/, 'this.setXMLVersion()'],
  [/ {16}\/\/ When forceXMLVersion is set[\s\S]*?\n {16}\}\n/, ''],
  [/const err = this\.makeError\(message\);[\s\S]*?return this;/, 'this.errorHandler({ message });'],
  [/exports\.SaxesParser = SaxesParser;/, 'export { SaxesParser };'],
  [/\n *this\.(?:line|column|positionAtNewLine)(?:\+\+|--| = .*);/g, ''],
  [new RegExp(`this\\.(?:${STATES.join('|')}),`, 'g'), '0,'],
];

/** @throws Error if a pattern does not match: another version of saxes */
function trimParser(source) {
  let text = source;
  for (const [pattern, replacement] of REPLACEMENTS) text = replaceOne(text, pattern, replacement);
  for (const name of METHODS)
    text = replaceOne(text, new RegExp(`\\n {4}${name}\\([^)]*\\) \\{\\n[\\s\\S]*?\\n {4}\\}(?=\\n)`), '');
  return text;
}

function replaceOne(text, pattern, replacement) {
  const count = text.match(pattern)?.length ?? 0;
  if (count === 0) throw new Error(`saxes has changed: ${pattern} does not match`);
  if (!pattern.global && text.replace(pattern, '').search(pattern) !== -1)
    throw new Error(`saxes has changed: ${pattern} matches more than once`);
  return text.replace(pattern, replacement);
}

/** The character tables as an ES module. */
const toModule = (source) =>
  source
    .replace(/^"use strict";\n|^Object\.defineProperty\(exports.*\n|^exports\.(is\w+) = \1;\n/gm, '')
    .replace(/^exports\.(\w+) = /gm, 'export const $1 = ')
    .replace(/^function /gm, 'export function ')
    .replace(/\bexports\./g, '')
    .replace(/\bnew RegExp/g, '/* @__PURE__ */ new RegExp');

export const trimmedParser = {
  name: 'trim-parser',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/saxes\/saxes\.js$/ }, ({ path }) => ({ contents: trimParser(readFileSync(path, 'utf8')) }));
    onLoad({ filter: /\/xmlchars\/xml\/1\.0\/ed5\.js$/ }, ({ path }) => ({
      contents: toModule(readFileSync(path, 'utf8')),
    }));
  },
};
