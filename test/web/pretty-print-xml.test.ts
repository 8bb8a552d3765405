import { readFileSync } from 'node:fs';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { fileText, lineFinder, withInserted } from '../../web/position-map.ts';
import { layOut } from '../../web/pretty-print-xml.ts';

const WRONG = readFileSync(new URL('../golden/wrong-amount-due/invoice.xml', import.meta.url), 'utf8');
const ONE_LINE = WRONG.replaceAll(/>\s+</g, '><').trimEnd();

const stateOf = (text: string): EditorState => {
  const laidOut = layOut(text)!;
  return EditorState.create({ doc: laidOut.text, extensions: [withInserted(laidOut)] });
};

describe('pretty-printing of XML on one line', () => {
  it('shows one element per line and leaves readable text unchanged', () => {
    expect(layOut(WRONG)).toBeNull();
    const lines = layOut(ONE_LINE)!.text.split('\n');
    expect(lines.length).toBeGreaterThan(60);
    expect(lines).toContain('  <cac:LegalMonetaryTotal>');
    expect(lines.filter((line) => line.includes('<cbc:ID>2027-0001</cbc:ID>'))).toEqual([
      '  <cbc:ID>2027-0001</cbc:ID>',
    ]);
  });

  it('inserts no break next to text, in empty elements or around CDATA sections', () => {
    const text = `<a>${'<b>x</b><c></c><d/><e><![CDATA[<f></f>]]></e><!-- g --><h>i<j/></h>'.repeat(8)}</a>`;
    expect(layOut(text)!.text.split('\n').slice(0, 8)).toEqual([
      '<a>',
      '  <b>x</b>',
      '  <c></c>',
      '  <d/>',
      '  <e><![CDATA[<f></f>]]></e>',
      '  <!-- g -->',
      '  <h>i<j/>',
      '  </h>',
    ]);
  });

  it('restores the text of the file byte for byte, also after edits', () => {
    const state = stateOf(ONE_LINE);
    expect(fileText(state)).toBe(ONE_LINE);
    const at = state.doc.toString().indexOf('2027-0001');
    const edited = state.update({ changes: { from: at, to: at + 4, insert: '2028' } }).state;
    expect(fileText(edited)).toBe(ONE_LINE.replace('2027-0001', '2028-0001'));
    const line = state.doc.lineAt(at);
    const added = state.update({ changes: { from: line.to, insert: '<x/>' } }).state;
    expect(fileText(added)).toBe(ONE_LINE.replace('2027-0001</cbc:ID>', '2027-0001</cbc:ID><x/>'));
  });

  it('maps each position of the file to the line that shows it', () => {
    const state = stateOf(ONE_LINE);
    const find = lineFinder(state);
    for (const element of ['<cbc:ID>2027-0001', '<cac:LegalMonetaryTotal>', '<cbc:PayableAmount', '</Invoice>']) {
      const before = ONE_LINE.slice(0, ONE_LINE.indexOf(element)).split('\n');
      const shown = find(before.length, before.at(-1)!.length + 1);
      expect(state.doc.line(shown).text.trimStart()).toMatch(element);
    }
    expect(lineFinder(EditorState.create({ doc: WRONG }))(7, 3)).toBe(7);
  });

  it('handles any input', () => {
    for (const text of [
      '',
      '<',
      '<a',
      '</a>'.repeat(50),
      '<a>'.repeat(50),
      '<!--'.repeat(50),
      `${'<a/>'.repeat(50)}<!-- `,
    ]) {
      const laidOut = layOut(text);
      if (laidOut !== null) expect(fileText(stateOf(text))).toBe(text);
    }
  });
});
