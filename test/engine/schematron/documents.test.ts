import { validate } from '@e-invoice/schematron';
import { compile, type SchemaRefused } from '@e-invoice/schematron/compile';
import { readSchematron } from '@e-invoice/schematron/source';
import { toSvrl } from '@e-invoice/schematron/svrl';
import { describe, expect, it } from 'vitest';
import { inShort, packOf, runSchema } from '../support/run-schema.ts';
import { schema, schemaSource } from '../support/schema-source.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const rule = (test: string, context = 'a'): string =>
  `<pattern><rule context="${context}"><assert id="t" test="${test}">no</assert></rule></pattern>`;
const LIST = '<db>\n<cl id="1"><e v="EUR"/><e v="CZK"/></cl><cl id="2"><e v="SK"/><note><e v="CZ"/></note></cl></db>';

describe('files next to the schema (XSLT 2.0, 16.1)', () => {
  const findingsOf = (content: string, xml: string): string[] =>
    runSchema({ 'dir/s.sch': schema(content), 'dir/list.xml': LIST, 'dir/part/list.xml': '<other/>' }, xml).map(
      inShort,
    );

  it('are read at compile time and returned by document()', () => {
    const known = rule("document('list.xml')//cl[@id=1]/e[@v=current()/@c]");
    expect(findingsOf(known, '<a c="CZK"/>')).toEqual([]);
    expect(findingsOf(known, '<a c="SK"/>')).toEqual(['t /a[1]']);
    expect(findingsOf(rule("document('list.xml')//e[@v=current()/@c]"), '<x><a c="CZ"/><a c="DE"/></x>')).toEqual([
      't /x[1]/a[2]',
    ]);
  });

  it('have their own root and do not change the root of the main document', () => {
    const list = '<let name="list" value="doc(\'list.xml\')"/>';
    for (const test of [
      '$list/db[/db] and /a and not(/db)',
      'count($list//e[root()/db]) = 4 and root(($list//e)[1])/db and root(.)/a',
      "$list//cl/descendant::e[2]/@v = 'CZK' and count($list//e) = 4 and count(//e) = 1",
      "$list//e[ancestor::cl/@id = 2][1]/@v = 'SK'",
      'every $x in $list//cl satisfies $x/root()/db',
      "for $x in ($list//e, //e)[last()] return ($x/@v = 'own' and not(//cl))",
      "(//e | $list//e)[1]/@v = 'own' and count(//e | $list//e) = 5 and //e &lt;&lt; $list",
      "doc-available('list.xml') and generate-id($list/db) ne generate-id(/a)",
      "path($list//cl[2]/note) = '/Q{}db[1]/Q{}cl[2]/Q{}note[1]'",
    ])
      expect([test, findingsOf(`${list}${rule(test)}`, '<a><e v="own"/></a>')]).toEqual([test, []]);
  });

  it('are resolved against the file that references them', () => {
    const files = {
      'dir/s.sch': schema('<include href="part/p.sch"/>'),
      'dir/part/p.sch': `<pattern xmlns="http://purl.oclc.org/dsdl/schematron"><rule context="a"><assert id="t" test="document('list.xml')/other">no</assert></rule></pattern>`,
      'dir/part/list.xml': '<other/>',
    };
    expect(runSchema(files, '<a/>')).toEqual([]);
  });

  it('are part of the source bytes of the rules', () => {
    const { files } = readOf({ 'dir/s.sch': schema(rule("document('list.xml')/db")), 'dir/list.xml': LIST });
    expect([...files.keys()]).toEqual(['dir/s.sch', 'dir/list.xml']);
  });

  it('are refused with file, line and reason when missing, malformed, or not named by a literal relative path', () => {
    const refused = (test: string, list = LIST): string => {
      try {
        compile(schemaSource({ 'dir/s.sch': schema(`\n${rule(test)}`), 'dir/list.xml': list }));
      } catch (error) {
        return (error as SchemaRefused).message.split('\n')[1]!;
      }
      return '';
    };
    expect(refused("document('none.xml')/a")).toContain('dir/s.sch:2:');
    expect(refused("document('none.xml')/a")).toContain('[t] dir/none.xml cannot be read (no such file)');
    expect(refused("document('list.xml')/a", '<a>')).toContain('dir/list.xml cannot be read as XML: element unclosed');
    expect(refused("doc('https://example.com/list.xml')/a")).toContain(
      'only files in the folder of the schema are read',
    );
    expect(refused("doc('/etc/list.xml')/a")).toContain('only files in the folder of the schema are read');
    expect(refused('doc(@href)/a')).toContain('an address that is no string literal');
    expect(refused("document('#part')/a")).toContain('only files in the folder of the schema');
  });
});

const readOf = (files: Record<string, string>) => readSchematron(schemaSource(files));

describe('the content of a variable (ISO 19757-3, 5.4.5)', () => {
  const table = '<let name="v"> <c xmlns="" n="1">one</c><c xmlns="" n="2">two</c></let>';
  it('is a sequence of nodes, for XSLT 1.0 a tree', () => {
    const first = (content: string, binding: string): string =>
      `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="${binding}">${content}</schema>`;
    const findingsOf = (test: string, binding: string): string[] =>
      runSchema({ 's.sch': first(table + rule(test), binding) }, '<a k="2"/>').map(inShort);
    expect(findingsOf("$v[@n = current()/@k] = 'two' and count($v) = 2", 'xslt2')).toEqual([]);
    expect(findingsOf("$v/c[@n = current()/@k] = 'two' and contains($v, 'onetwo')", 'xslt')).toEqual([]);
  });
});

describe('pattern/@documents (ISO 19757-3, 5.4.9)', () => {
  const parts = (more = ''): string =>
    `<let name="limit" value="/main/@limit"/><pattern id="main"><rule context="part"><assert id="never" test="@href">no</assert></rule></pattern>
     <pattern id="parts" documents="/main/part/@href"><let name="own" value="/part/@n"/><rule context="part">
       <assert id="n" test="number(@n) &lt;= number($limit) and $own = @n and not(/main)">${more}<value-of select="name()"/> <value-of select="@n"/></assert></rule></pattern>`;
  const main = '<main limit="5"><part href="1.xml"/><part href="2.xml"/></main>';
  const files: Record<string, string> = {
    '1.xml': '<part n="4"/>',
    '2.xml': '<x>\n\n <part n="4"/></x>',
    '3.xml': '<part',
  };
  const options = {
    readDocument: (address: string): Uint8Array => {
      const text = files[address];
      if (text === undefined) throw new Error('none');
      return bytes(text);
    },
  };
  const findingsOf = (xml: string, runOptions: Parameters<typeof validate>[2] = options) => {
    const outcome = validate(packOf(compile(schemaSource({ 's.sch': schema(parts()) })).code), bytes(xml), runOptions);
    return outcome.wellFormed
      ? outcome.findings.map(({ ruleId, document, line, text, undetermined }) => [
          ruleId,
          document,
          line,
          undetermined?.code ?? text,
        ])
      : outcome;
  };

  it('applies the pattern only to the named documents and evaluates schema variables on the main document', () => {
    expect(findingsOf(main)).toEqual([['n', '2.xml', 3, 'part 4']]);
    expect(findingsOf('<main limit="3"><part href="1.xml"/></main>')).toEqual([['n', '1.xml', 1, 'part 4']]);
    expect(findingsOf('<main limit="5"/>')).toEqual([]);
  });

  it('is undetermined for an unreadable or malformed document, and without a reader', () => {
    const open = [['n', undefined, 1, 'FODC0002']];
    expect(findingsOf('<main limit="5"><part href="9.xml"/></main>')).toEqual(open);
    expect(findingsOf('<main limit="5"><part href="3.xml"/></main>')).toEqual(open);
    expect(findingsOf(main, {})).toEqual(open);
  });

  it('reports the addresses in SVRL', () => {
    const pack = packOf(compile(schemaSource({ 's.sch': schema(parts()) }), { svrl: true }).code);
    const outcome = toSvrl(pack, bytes(main), { ...options, uri: 'main.xml' });
    const svrl = outcome.wellFormed ? outcome.svrl : '';
    expect(svrl).toContain('<svrl:active-pattern documents="1.xml 2.xml" id="parts"/>');
    expect(svrl).toContain('<svrl:fired-rule context="part" document="2.xml"/>');
    expect(svrl).toContain('<svrl:active-pattern documents="main.xml" id="main"/>');
  });
});
