import type { SchematronCase } from './schematron-case.ts';

export const ruleCases: readonly SchematronCase[] = [
  {
    name: '5.4.1 an assert is found when its test is false, a report when it is true',
    schema: `<pattern><rule context="a">
      <assert id="false" test="false()">f</assert><assert id="true" test="true()">t</assert>
      <report id="reported" test="true()">r</report><report id="silent" test="false()">s</report>
      <assert id="nodes" test="b">n</assert><assert id="none" test="c">n</assert>
      <assert id="zero" test="0">z</assert><assert id="text" test="''">e</assert></rule></pattern>`,
    xml: '<a><b/></a>',
    findings: ['false /a[1]', 'reported /a[1]', 'none /a[1]', 'zero /a[1]', 'text /a[1]'],
  },
  {
    name: '5.4.12 in a pattern only the first rule that matches a node is used',
    schema: `<pattern><rule context="b[@x]"><assert id="1" test="0">1</assert></rule>
      <rule context="b[c]"><assert id="2" test="0">2</assert></rule>
      <rule context="b"><assert id="3" test="0">3</assert></rule>
      <rule context="b[@y]"><assert id="4" test="0">4</assert></rule>
      <rule context="*"><assert id="5" test="0">5</assert></rule></pattern>`,
    xml: '<a><b x="1"><c/></b><b><c/></b><b y="1"/></a>',
    findings: ['5 /a[1]', '1 /a[1]/b[1]', '5 /a[1]/b[1]/c[1]', '2 /a[1]/b[2]', '5 /a[1]/b[2]/c[1]', '3 /a[1]/b[3]'],
  },
  {
    name: '5.4.12 a rule without assertions still takes its nodes from later rules',
    schema: `<pattern><rule context="b[1]"/><rule context="b"><assert id="b" test="0">b</assert></rule></pattern>`,
    xml: '<a><b/><b/></a>',
    findings: ['b /a[1]/b[2]'],
  },
  {
    name: '5.4.9 patterns are independent: each pattern evaluates the node',
    schema: `<pattern><rule context="b"><assert id="1" test="0">1</assert></rule></pattern>
      <pattern><rule context="b | a"><assert id="2" test="0">2</assert></rule></pattern>`,
    xml: '<a><b/></a>',
    findings: ['2 /a[1]', '1 /a[1]/b[1]', '2 /a[1]/b[1]'],
  },
  {
    name: '5.4.12 contexts: unions, paths, ancestors, predicates with positions',
    schema: `<pattern><rule context="/a/b[2] | c//d | x:e | d"><assert id="p" test="0">p</assert></rule></pattern>
      <pattern><rule context="b[last()]/c | *[@k = 'v']"><assert id="q" test="0">q</assert></rule></pattern>
      <pattern><rule context="x:*"><assert id="w" test="0">w</assert></rule></pattern><ns prefix="x" uri="urn:x"/>`,
    xml: '<a><b/><b><c><q><d/></q></c></b><e/><e k="v" xmlns="urn:x"/><d/></a>',
    findings: [
      'p /a[1]/b[2]',
      'q /a[1]/b[2]/c[1]',
      'p /a[1]/b[2]/c[1]/q[1]/d[1]',
      'p /a[1]/{urn:x}e[1]',
      'q /a[1]/{urn:x}e[1]',
      'w /a[1]/{urn:x}e[1]',
      'p /a[1]/d[1]',
    ],
  },
  {
    name: '5.4.12 contexts may be attributes, text, comments, instructions and the document',
    schema: `<pattern><rule context="@x"><assert id="x" test="number(.) = 1">x</assert></rule>
      <rule context="@*"><assert id="any" test="0">any</assert></rule>
      <rule context="text()[normalize-space()]"><assert id="text" test=". = 'ok'">t</assert></rule>
      <rule context="comment()"><assert id="comment" test="0">c</assert></rule>
      <rule context="processing-instruction()"><assert id="pi" test="0">p</assert></rule>
      <rule context="/"><assert id="document" test="a/b[3]">d</assert></rule></pattern>`,
    xml: '<a x="1" y="2"> <b x="2">ok</b><!--c--><?p i?><b>ko</b></a>',
    findings: [
      'document /',
      'any /a[1]/@y',
      'x /a[1]/b[1]/@x',
      'comment /a[1]/comment()[1]',
      'pi /a[1]/processing-instruction(p)[1]',
      'text /a[1]/b[2]/text()[1]',
    ],
  },
  {
    name: '5.4.12 a context that fails with a dynamic error does not match (XSLT 3.0, 5.5.4)',
    schema: `<pattern><rule context="b[xs:integer(.) gt 1]"><assert id="1" test="0">1</assert></rule>
      <rule context="b"><assert id="2" test="0">2</assert></rule></pattern>`,
    xml: '<a><b>2</b><b>x</b></a>',
    findings: ['1 /a[1]/b[1]', '2 /a[1]/b[2]'],
  },
  {
    name: '5.4.6 ns declares prefixes; the declarations of the schema element serve too, after them',
    attributes: ' xmlns:p="urn:p" xmlns:q="urn:wrong"',
    schema: `<ns prefix="q" uri="urn:q"/><pattern><rule context="p:b"><assert id="1" test="q:c">1</assert></rule></pattern>`,
    xml: '<a xmlns:x="urn:p"><x:b/><x:b><c xmlns="urn:q"/></x:b><b/></a>',
    findings: ['1 /a[1]/{urn:p}b[1]'],
  },
  {
    name: '6.2 extends inserts an abstract rule at its position, also in chains',
    schema: `<pattern>
      <rule abstract="true" id="named"><let name="n" value="string(@n)"/><assert id="named" test="$n != ''">n</assert></rule>
      <rule abstract="true" id="short"><extends rule="named"/><assert id="short" test="string-length($n) lt 3">s</assert></rule>
      <rule context="b"><extends rule="short"/><report id="own" test="$n = 'x'">o</report></rule>
      <rule context="c"><assert id="first" test="0">f</assert><extends rule="named"/></rule></pattern>`,
    xml: '<a><b/><b n="long"/><b n="x"/><c/></a>',
    findings: ['named /a[1]/b[1]', 'short /a[1]/b[2]', 'own /a[1]/b[3]', 'first /a[1]/c[1]', 'named /a[1]/c[1]'],
  },
  {
    name: '6.3 abstract patterns are instantiated with their parameters',
    schema: `<pattern abstract="true" id="table"><rule context="$table"><assert id="$id" test="$row">t</assert></rule>
        <rule context="$table/$row"><let name="cells" value="$cell"/><assert id="$id-row" test="count($cells) = $count">r</assert></rule></pattern>
      <pattern id="html" is-a="table"><param name="table" value="table"/><param name="row" value="tr"/><param name="cell" value="td|th"/><param name="count" value="2"/><param name="id" value="html"/></pattern>
      <pattern id="list" is-a="table"><param name="table" value="list"/><param name="row" value="item[@x]"/><param name="cell" value="*"/><param name="count" value="0"/><param name="id" value="list"/></pattern>`,
    xml: '<a><table><tr><td/><th/></tr><tr><td/></tr></table><table/><list><item/><item x="1"><b/></item></list></a>',
    findings: ['html-row /a[1]/table[1]/tr[2]', 'html /a[1]/table[2]', 'list-row /a[1]/list[1]/item[2]'],
  },
  {
    name: '5.4.8 include puts the named file in its place',
    schema: '<include href="lists/colours.sch"/><include href="p.sch"/>',
    files: {
      'lists/colours.sch': `<let xmlns="http://purl.oclc.org/dsdl/schematron" name="colours" value="'red', 'green'"/>`,
      'p.sch': `<pattern xmlns="http://purl.oclc.org/dsdl/schematron"><rule context="c"><assert id="colour" test=". = $colours">c</assert></rule></pattern>`,
    },
    xml: '<a><c>red</c><c>blue</c><c> green</c></a>',
    findings: ['colour /a[1]/c[2]', 'colour /a[1]/c[3]'],
  },
  {
    name: '5.4.2 value-of and name put values into the text; a sequence is joined with spaces',
    schema: `<let name="s" value="'schema'"/><pattern><rule context="b"><let name="v" value="c"/>
      <assert id="t" test="0">In <name/> of <name path="name(..)"/>: <value-of select="$v"/>, <emph>sum</emph> <value-of select="sum($v)"/>
        (<value-of select="$s"/>)<value-of select="none"/>.</assert></rule></pattern>`,
    xml: '<a><b><c>1</c><c>2</c></b></a>',
    findings: ['t /a[1]/b[1]'],
    texts: ['In b of a: 1 2, sum 3 (schema).'],
  },
];
