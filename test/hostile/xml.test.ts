import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseXml, XML_FAULT_REASONS, type XmlFault } from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import { PARSER_MESSAGES } from '../../packages/schematron/src/xml/parser-messages.ts';
import { DOCTYPES, ENCODINGS, type HostileFile, SIZES } from './xml-files.ts';
import { MALFORMED } from './xml-malformed.ts';

function firstFault(bytes: Uint8Array): XmlFault {
  const parsed = parseXml(bytes);
  if (parsed.ok) throw new Error('The parser accepted the file');
  expect(parsed.faults.length).toBeGreaterThan(0);
  return parsed.faults[0]!;
}

const all = [...DOCTYPES, ...ENCODINGS, ...SIZES, ...MALFORMED];

describe.each([
  ['a document type', DOCTYPES],
  ['an encoding', ENCODINGS],
  ['a size', SIZES],
  ['a malformed file', MALFORMED],
])('%s is rejected with reason and position', (_, files: readonly HostileFile[]) => {
  it.each(files.map((file) => [file.name.slice(0, 80), file] as const))('%s', (_name, file) => {
    const { name: _ignored, bytes, ...expected } = file;
    expect(firstFault(bytes)).toMatchObject({ ...expected, code: XML_FAULT_REASONS[file.reason] });
  });
});

describe('errors', () => {
  it('cover every reason', () => {
    const shown = new Set(all.map(({ reason }) => reason));
    expect(Object.keys(XML_FAULT_REASONS).filter((reason) => !shown.has(reason as never))).toEqual([]);
  });

  it('quote at most 60 characters of one line', () => {
    for (const { bytes } of all) {
      const { found } = firstFault(bytes);
      expect(found?.length ?? 0).toBeLessThanOrEqual(60);
      expect(found ?? '').not.toContain('\n');
    }
  });

  it('cover every message of the parser', () => {
    const source = readFileSync(createRequire(import.meta.url).resolve('saxes'), 'utf8');
    const messages = [...source.matchAll(/\bfail\(\s*(["`])((?:\\.|(?!\1)[^\\])*)\1/g)].map((match) =>
      match[2]!
        .replaceAll('\\\n', '')
        .replaceAll('\\"', '"')
        .replaceAll('\\\\', '\\')
        .replace(/\$\{[^}]*\}/g, 'x'),
    );
    // Messages of unused parts of the parser: its own namespace handling, writing after the end.
    const unused =
      /prefix must be bound|may not (be set|assign)|undefine prefix|"xmlns" as prefix|unbound namespace|malformed name|after close/;
    expect(messages.length).toBeGreaterThan(40);
    expect(
      messages.filter((text) => !unused.test(text) && !PARSER_MESSAGES.some(([pattern]) => pattern.test(text))),
    ).toEqual([]);
  });
});
