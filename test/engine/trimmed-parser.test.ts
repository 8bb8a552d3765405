import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as original from '@e-invoice/schematron/xml';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error: a build script without types
import { trimmedParser } from '../../scripts/trim-parser.mjs';
import { bytesOf, DOCTYPES, ENCODINGS } from '../hostile/xml-files.ts';
import { MALFORMED } from '../hostile/xml-malformed.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'einvoice-parser-'));
let trimmed: typeof original;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'packages/schematron/src/xml/index.ts')],
    ...{ bundle: true, write: false, platform: 'neutral', format: 'esm', mainFields: ['main'], outdir: '/' },
    plugins: [trimmedParser],
  });
  const file = join(folder, 'xml.mjs');
  writeFileSync(file, outputFiles[0]!.contents);
  trimmed = await import(file);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The fault, or the tree serialised as XML. */
function outcome({ parseXml, writeNode }: typeof original, bytes: Uint8Array): string {
  const parsed = parseXml(bytes);
  return JSON.stringify(parsed.ok ? parsed.document.children.map((node) => writeNode(node)) : parsed.faults);
}

function expectSame(bytes: Uint8Array, name: string): void {
  const [actual, expected] = [outcome(trimmed, bytes), outcome(original, bytes)];
  if (actual !== expected) expect(actual, name).toBe(expected);
}

/** A document with every kind of markup, which the fast-path parser does not support. */
const DOCUMENT = `<?xml version="1.0" encoding='UTF-8' standalone="yes"?>\r\n<!-- a - b --><?pi  x?y??>
<a xmlns="urn:a" xmlns:p="urn:p" b='1&lt;"\t&#x41;&#65;' p:c="𝄞\r\n">é&amp;\r<p:e/><![CDATA[<]] ]]]>]]&gt;<f g="" />
<h\n>&quot;&apos;</h ></a>
<!-- end --><?end?>\n`;

/** Characters and markup that the parser must accept or report wherever they are inserted. */
const INSERTED = ['<', '>', '&', '"', '/', '?', '=', ' ', ']]>', '--', '\0', '<!DOCTYPE a>'];

describe('the trimmed parser', () => {
  it('does not contain the code of namespaces, document types and XML 1.1', () => {
    const text = readFileSync(join(folder, 'xml.mjs'), 'utf8');
    expect(text).not.toMatch(/processAttribsNS|sDTD\w*\(|getCode11|__commonJS/);
  });

  it('reports the same faults as the original', () => {
    for (const { name, bytes } of [...DOCTYPES, ...ENCODINGS, ...MALFORMED]) expectSame(bytes, name);
  });

  it('parses invoices to the same trees as the original', () => {
    const invoices = join(ROOT, 'schematron/canaries');
    for (const name of readdirSync(invoices)) {
      const bytes = readFileSync(join(invoices, name));
      expectSame(bytes, name);
      expectSame(Buffer.concat([bytes, Buffer.from('<!-- not plain -->')]), name);
    }
  });

  it('returns the same result as the original after any single change of a document', () => {
    expect(original.parseXml(bytesOf(DOCUMENT)).ok).toBe(true);
    const characters = [...DOCUMENT];
    for (let at = 0; at <= characters.length; at += 1) {
      const [before, after] = [characters.slice(0, at).join(''), characters.slice(at).join('')];
      for (const text of INSERTED) expectSame(bytesOf(before, text, after), `${JSON.stringify(text)} at ${at}`);
      expectSame(bytesOf(before, characters.slice(at + 1).join('')), `without ${at}`);
      expectSame(bytesOf(before), `cut off at ${at}`);
    }
  });
});
