import type { SchematronCase } from './schematron-case.ts';

export const variableCases: readonly SchematronCase[] = [
  {
    name: '5.4.5 let in the schema and in a pattern: the context is the document',
    schema: `<let name="all" value="count(//b)"/><let name="limit" value="a/@max"/>
      <pattern><let name="first" value="(//b)[1]"/><rule context="b">
      <assert id="all" test="$all &lt;= $limit">a</assert><assert id="first" test=". is $first">f</assert></rule></pattern>`,
    xml: '<a max="1"><b/><b/></a>',
    findings: ['all /a[1]/b[1]', 'all /a[1]/b[2]', 'first /a[1]/b[2]'],
  },
  {
    name: '5.4.5 let in a rule: the context is the node, later ones use earlier ones',
    schema: `<pattern><rule context="b"><let name="n" value="xs:decimal(@n)"/><let name="twice" value="$n * 2"/>
      <let name="next" value="following-sibling::b[1]"/>
      <assert id="small" test="$twice lt 5">s</assert><assert id="next" test="not($next) or $next/@n gt @n">n</assert></rule></pattern>`,
    xml: '<a><b n="1"/><b n="3"/><b n="2.5"/></a>',
    findings: ['small /a[1]/b[2]', 'next /a[1]/b[2]', 'small /a[1]/b[3]'],
  },
  {
    name: '5.4.5 the nearest definition of a name counts',
    schema: `<let name="v" value="'schema'"/><let name="w" value="'schema'"/>
      <pattern><rule context="a"><assert id="1" test="$v = 'schema'">1</assert></rule></pattern>
      <pattern><let name="v" value="'pattern'"/><rule context="a"><assert id="2" test="$v = 'pattern' and $w = 'schema'">2</assert></rule>
      <rule context="b"><let name="v" value="concat($w, '-rule')"/><assert id="3" test="$v = 'schema-rule'">3</assert>
      <report id="4" test="true()"><value-of select="$v, $w"/></report></rule></pattern>`,
    xml: '<a><b/></a>',
    findings: ['4 /a[1]/b[1]'],
    texts: ['schema-rule schema'],
  },
  {
    name: '5.4.5 variables are used in contexts',
    schema: `<let name="kind" value="/a/@kind"/><pattern><let name="level" value="2"/>
      <rule context="b[@k = $kind][@l = $level]"><assert id="1" test="0">1</assert></rule></pattern>`,
    xml: '<a kind="x"><b k="x" l="2"/><b k="x" l="3"/><b k="y" l="2"/></a>',
    findings: ['1 /a[1]/b[1]'],
  },
  {
    name: '5.4.5 a variable can be a sequence, a boolean, a node set or a number',
    schema: `<let name="list" value="('a', 'b')"/><let name="yes" value="true()"/><let name="nodes" value="//b"/><let name="n" value="0.1"/>
      <pattern><rule context="a"><assert id="1" test="'b' = $list and not('c' = $list)">1</assert>
      <assert id="2" test="$yes">2</assert><assert id="3" test="$nodes/@x = '2'">3</assert>
      <assert id="4" test="$n + 0.2 = 0.3">4</assert><assert id="5" test="count(($list, $nodes)) = 4">5</assert>
      <assert id="6" test="every $b in $nodes satisfies $b/@x = ('1', '2')">6</assert></rule></pattern>`,
    xml: '<a><b x="1"/><b x="2"/></a>',
    findings: [],
  },
  {
    name: '5.4.5 let as: the value is converted to the type',
    schema: `<pattern><rule context="b"><let name="n" as="xs:integer" value="."/><let name="l" as="xs:string*" value="c"/>
      <assert id="1" test="$n idiv 2 = 2">1</assert></rule></pattern>`,
    xml: '<a><b>4</b><b>6</b></a>',
    findings: ['1 /a[1]/b[2]'],
  },
  {
    name: '5.4.5 let as: a value that cannot be converted leaves open what uses it',
    schema: `<pattern><rule context="b"><let name="n" as="xs:integer" value="."/><assert id="1" test="$n idiv 2 = 2">1</assert></rule></pattern>`,
    xml: '<a><b>x</b></a>',
    findings: ['1 /a[1]/b[1] FORG0001'],
    engineOnly: 'XSLT has a code of its own for it (XTTE0570)',
  },
  {
    name: '5.4.5 variables of a pattern without rules serve all patterns',
    schema: `<pattern id="variables"><let name="limit" value="$base + 1"/></pattern><let name="base" value="1"/>
      <pattern><rule context="b"><assert id="1" test="number(@n) le $limit">1</assert></rule></pattern>`,
    xml: '<a><b n="2"/><b n="3"/></a>',
    findings: ['1 /a[1]/b[2]'],
  },
  {
    name: '5.4.5 a definition may use what it hides',
    schema: `<let name="v" value="'s'"/><pattern><let name="v" value="concat($v, 'p')"/><rule context="a"><let name="v" value="concat($v, 'r')"/>
      <assert id="1" test="$v = 'spr'">1</assert></rule></pattern>`,
    xml: '<a/>',
    findings: [],
    engineOnly: 'a stylesheet has one level of global variables',
  },
  {
    name: '5.4.10 a phase evaluates its active patterns with its own variables',
    schema: `<phase id="strict"><let name="limit" value="1"/><active pattern="size"/></phase>
      <phase id="loose"><let name="limit" value="2"/><active pattern="size"/><active pattern="name"/></phase>
      <pattern id="size"><rule context="a"><assert id="size" test="count(b) le $limit">s</assert></rule></pattern>
      <pattern id="name"><rule context="a"><assert id="name" test="@name">n</assert></rule></pattern>`,
    phase: 'strict',
    xml: '<a><b/><b/></a>',
    findings: ['size /a[1]'],
  },
  {
    name: '5.4.10 the variable of a phase hides that of the schema',
    schema: `<let name="limit" value="0"/><phase id="strict"><let name="limit" value="1"/><active pattern="size"/></phase>
      <phase id="loose"><let name="limit" value="2"/><active pattern="size"/><active pattern="name"/></phase>
      <pattern id="size"><rule context="a"><assert id="size" test="count(b) le $limit">s</assert></rule></pattern>
      <pattern id="name"><rule context="a"><assert id="name" test="@name">n</assert></rule></pattern>`,
    phase: 'loose',
    xml: '<a><b/><b/></a>',
    findings: ['name /a[1]'],
    engineOnly: 'a stylesheet has one level of global variables',
  },
  {
    name: '5.4.10 defaultPhase applies when no phase is selected',
    attributes: ' defaultPhase="one"',
    schema: `<phase id="one"><active pattern="p"/></phase>
      <pattern id="p"><rule context="a"><assert id="p" test="0">p</assert></rule></pattern>
      <pattern id="q"><rule context="a"><assert id="q" test="0">q</assert></rule></pattern>`,
    xml: '<a/>',
    findings: ['p /a[1]'],
  },
  {
    name: '5.4.10 #ALL evaluates all patterns',
    attributes: ' defaultPhase="one"',
    schema: `<phase id="one"><active pattern="p"/></phase>
      <pattern id="p"><rule context="a"><assert id="p" test="0">p</assert></rule></pattern>
      <pattern id="q"><rule context="a"><assert id="q" test="0">q</assert></rule></pattern>`,
    phase: '#ALL',
    xml: '<a/>',
    findings: ['p /a[1]', 'q /a[1]'],
  },
];
