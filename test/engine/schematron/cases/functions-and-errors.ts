import type { SchematronCase } from './schematron-case.ts';

const fn = (name: string, as: string, content: string): string =>
  `<xsl:function xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:u="urn:u" name="u:${name}" as="${as}">${content}</xsl:function>`;

const U = '<ns prefix="u" uri="urn:u"/>';

export const functionCases: readonly SchematronCase[] = [
  {
    name: 'XPath functions 3.1, 4.7.5 format-number rounds halves to the even digit, and is exact',
    schema: `<pattern><rule context="a">
      <assert id="f3" test="format-number(0.5, '#') = '0'">f</assert>
      <assert id="f7" test="format-number(2.5, '0') = '2'">f</assert>
      <assert id="f8" test="format-number(0.125, '.00') = '.12'">f</assert>
      <assert id="f11" test="format-number(12345678901234567890.5, '0.0') = '12345678901234567890.5'">f</assert>
</rule></pattern>`,
    xml: '<a/>',
    findings: [],
    engineOnly: 'SaxonJS rounds halves up, and decimals as doubles',
  },
  {
    name: 'XSLT 2.0, 16.4 format-number writes a number by a picture',
    schema: `<pattern><rule context="a">
      <assert id="f0" test="format-number(1.5, '0.00') = '1.50'">f</assert>
      <assert id="f1" test="format-number(1234567.891, '#,##0.00') = '1,234,567.89'">f</assert>
      <assert id="f2" test="format-number(-1234.5, '#,##0.0#') = '-1,234.5'">f</assert>
      <assert id="f4" test="format-number(0.256, '0.#%') = '25.6%'">f</assert>
      <assert id="f5" test="format-number(-5, '0;(0)') = '(5)'">f</assert>
      <assert id="f6" test="format-number(5, '000') = '005'">f</assert>
      <assert id="f9" test="format-number((), '0') = 'NaN'">f</assert>
      <assert id="f10" test="format-number(1e0 div 0, '0') = 'Infinity'">f</assert>
      <assert id="f12" test="format-number(1e15, '#,##0') = '1,000,000,000,000,000'">f</assert>
      <assert id="bad" test="format-number(1, @p)">f</assert></rule></pattern>`,
    xml: '<a p="0.0.0"/>',
    findings: ['bad /a[1] FODF1310'],
  },
  {
    name: 'XSLT 2.0, 10.3 a function converts its arguments and its result',
    schema: `${U}${fn('half', 'xs:decimal', '<xsl:param name="n" as="xs:decimal"/><xsl:sequence select="$n div 2"/>')}
      ${fn('long', 'xs:boolean', '<xsl:param name="t" as="xs:string"/><xsl:value-of select="string-length($t) gt 2"/>')}
      <pattern><rule context="b"><assert id="half" test="u:half(@n) = 1.5">h</assert><assert id="long" test="u:long(.)">l</assert></rule></pattern>`,
    xml: '<a><b n="3">abc</b><b n="4">ab</b></a>',
    findings: ['half /a[1]/b[2]', 'long /a[1]/b[2]'],
  },
  {
    name: 'XSLT 2.0, 10.3 functions call themselves and each other',
    schema: `${U}${fn('sum', 'xs:integer', '<xsl:param name="n" as="xs:integer"/><xsl:choose><xsl:when test="$n le 0"><xsl:sequence select="0"/></xsl:when><xsl:otherwise><xsl:sequence select="$n + u:sum($n - 1)"/></xsl:otherwise></xsl:choose>')}
      ${fn('even', 'xs:boolean', '<xsl:param name="n" as="xs:integer"/><xsl:sequence select="if ($n = 0) then true() else u:odd($n - 1)"/>')}
      ${fn('odd', 'xs:boolean', '<xsl:param name="n" as="xs:integer"/><xsl:sequence select="if ($n = 0) then false() else u:even($n - 1)"/>')}
      <pattern><rule context="b"><assert id="sum" test="u:sum(@n) = 55">s</assert><assert id="even" test="u:even(@n)">e</assert></rule></pattern>`,
    xml: '<a><b n="10"/><b n="11"/></a>',
    findings: ['sum /a[1]/b[2]', 'even /a[1]/b[2]'],
  },
  {
    name: 'XSLT 2.0 variables, choices, loops and text in a function',
    schema: `${U}${fn('check', 'xs:boolean', '<xsl:param name="t" as="xs:string"/><xsl:variable name="digits" select="for $c in string-to-codepoints($t) return $c - 48"/><xsl:variable name="sum" as="xs:integer" select="sum($digits)"/><xsl:sequence select="$sum mod 10 = 0"/>')}
      ${fn('sign', 'xs:string', '<xsl:param name="n" as="xs:double"/><xsl:choose><xsl:when test="$n lt 0">minus</xsl:when><xsl:when test="$n gt 0"><xsl:text>plus</xsl:text></xsl:when><xsl:otherwise><xsl:value-of select="\'ze\', \'ro\'" separator=""/></xsl:otherwise></xsl:choose>')}
      ${fn('squares', 'xs:integer*', '<xsl:param name="n" as="xs:integer"/><xsl:for-each select="1 to $n"><xsl:if test=". mod 2 = 1"><xsl:sequence select=". * ."/></xsl:if></xsl:for-each>')}
      ${fn('kids', 'element()*', '<xsl:param name="e" as="element()"/><xsl:for-each select="$e/*"><xsl:sequence select="."/></xsl:for-each>')}
      <pattern><rule context="b"><report id="t" test="true()"><value-of select="u:check(@d), u:sign(@n), u:squares(xs:integer(@n) + 5), u:kids(.)/name()"/></report></rule></pattern>`,
    xml: '<a><b d="55" n="-2"><x/><y/></b><b d="51" n="0"/><b d="0" n="1"/></a>',
    findings: ['t /a[1]/b[1]', 't /a[1]/b[2]', 't /a[1]/b[3]'],
    texts: ['true minus 1 9 x y', 'false zero 1 9 25', 'true plus 1 9 25'],
  },
  {
    name: 'XSLT 2.0, 10.3 a function sees the variables of the schema, and no context',
    schema: `${U}<let name="base" value="/a/@base"/>${fn('over', 'xs:boolean', '<xsl:param name="n"/><xsl:sequence select="number($n) gt number($base)"/>')}
      <pattern><rule context="b"><assert id="over" test="u:over(@n)">o</assert></rule></pattern>`,
    xml: '<a base="2"><b n="3"/><b n="1"/></a>',
    findings: ['over /a[1]/b[2]'],
  },
];

/** A function without `as`. */
const untyped = (name: string, content: string): string => fn(name, 'item()*', content).replace(' as="item()*"', '');

export const textNodeCases: readonly SchematronCase[] = [
  {
    name: 'XSLT 2.0, 11.4 a function without a type gives text nodes, which compare by their value',
    schema: `${U}${untyped('join', '<xsl:param name="e"/><xsl:value-of select="concat($e/@n, \'-\', round(xs:decimal($e/@p) * 100))"/>')}
      ${untyped('two', '<xsl:param name="n"/><xsl:value-of select="round($n * 100) div 100"/>')}
      <pattern><let name="all" value="for $b in /a/b return u:join($b)"/><let name="path" value="/a/b/u:join(.)"/>
        <rule context="c"><let name="own" value="u:join(.)"/>
          <assert id="number" test="u:two(@p) + 1 = 1.25 and u:two(@p) &gt; 0">n</assert>
          <assert id="some" test="some $one in $all satisfies $one = $own">s</assert>
          <assert id="path" test="$path = $own and count($path) = 2">p</assert>
          <report id="text" test="true()"><value-of select="$own, u:two(@p), count($all), $own instance of text()"/></report></rule></pattern>`,
    xml: '<a><b n="S" p="0.25"/><b n="E" p="0"/><c n="S" p="0.250"/><c n="S" p="0.2"/></a>',
    findings: ['text /a[1]/c[1]', 'number /a[1]/c[2]', 'some /a[1]/c[2]', 'path /a[1]/c[2]', 'text /a[1]/c[2]'],
    texts: ['S-250.25 2 true', 'n', 's', 'p', 'S-200.2 2 true'],
  },
  {
    name: 'XSLT 2.0, 9.4 a variable with content is a tree: true even when empty, compared by its text',
    schema: `${U}${fn('show', 'xs:string', '<xsl:param name="t" as="xs:string"/><xsl:variable name="v"><xsl:if test="$t ne \'\'"><xsl:value-of select="$t, $t" separator="+"/></xsl:if></xsl:variable><xsl:variable name="w"><xsl:choose><xsl:when test="$t = \'x\'">x is </xsl:when><xsl:otherwise><xsl:text>no </xsl:text></xsl:otherwise></xsl:choose><xsl:value-of select="$t"/></xsl:variable><xsl:sequence select="string-join((string(boolean($v)), string(count($v/node())), string($v), string($v = \'x+x\'), string(string-length($v) + 1), concat(\'[\', $w, \']\')), \',\')"/>')}
      <pattern><rule context="b"><report id="t" test="true()"><value-of select="u:show(.)"/></report></rule></pattern>`,
    xml: '<a><b>x</b><b/></a>',
    findings: ['t /a[1]/b[1]', 't /a[1]/b[2]'],
    texts: ['true,1,x+x,true,4,[x is x]', 'true,0,,false,1,[no ]'],
  },
];

export const errorCases: readonly SchematronCase[] = [
  {
    name: 'a test that fails with a dynamic error is undetermined, and the others are evaluated',
    schema: `<pattern><rule context="b"><assert id="number" test="xs:decimal(.) gt 1">n</assert>
      <report id="date" test="xs:date(@d) lt xs:date('2026-01-01')">d</report><assert id="other" test="@d">o</assert></rule></pattern>`,
    xml: '<a><b d="2025-01-01">2</b><b d="2025-02-30">x</b><b>1</b></a>',
    findings: [
      'date /a[1]/b[1]',
      'number /a[1]/b[2] FORG0001',
      'date /a[1]/b[2] FORG0001',
      'number /a[1]/b[3]',
      'other /a[1]/b[3]',
    ],
  },
  {
    name: 'an error in a variable of a rule leaves open what uses it, and nothing else',
    schema: `<pattern><rule context="b"><let name="unused" value="xs:integer('x')"/><let name="n" value="xs:integer(.)"/><let name="m" value="$n + 1"/>
      <assert id="free" test="@k">f</assert><assert id="n" test="$n gt 1">n</assert><assert id="m" test="$m gt 1">m</assert></rule></pattern>`,
    xml: '<a><b>x</b></a>',
    findings: ['free /a[1]/b[1]', 'n /a[1]/b[1] FORG0001', 'm /a[1]/b[1] FORG0001'],
  },
  {
    name: 'so it does where functions and other rules have variables of the same name',
    schema: `${U}${fn('big', 'xs:boolean', '<xsl:param name="n" as="xs:integer"/><xsl:variable name="m" select="$n + 1"/><xsl:sequence select="$m gt 2"/>')}
      <pattern><rule context="b"><let name="n" value="xs:integer(.)"/><let name="m" value="$n"/><assert id="free" test="@k">f</assert><assert id="n" test="u:big($m)">n</assert></rule>
      <rule context="c"><assert id="c" test="some $n in @* satisfies xs:integer($n) gt 1">c</assert></rule></pattern>`,
    xml: '<a><b>x</b><b>1</b><b>2</b><c n="2"/></a>',
    findings: ['free /a[1]/b[1]', 'n /a[1]/b[1] FORG0001', 'free /a[1]/b[2]', 'n /a[1]/b[2]', 'free /a[1]/b[3]'],
  },
  {
    name: 'an error in a variable of the schema leaves open what uses it, and nothing else',
    schema: `<let name="n" value="xs:integer(/a/@n)"/><let name="unused" value="xs:integer('x')"/>
      <pattern><let name="p" value="$n + 1"/><rule context="b"><assert id="1" test="$n gt 1">1</assert><assert id="2" test="0">2</assert><assert id="3" test="$p">3</assert></rule></pattern>`,
    xml: '<a n="x"><b/></a>',
    findings: ['1 /a[1]/b[1] FORG0001', '2 /a[1]/b[1]', '3 /a[1]/b[1] FORG0001'],
  },
  {
    name: 'a variable that only another phase has leaves open what uses it',
    schema: `<phase id="p"><active pattern="one"/></phase><phase id="q"><let name="x" value="1"/><active pattern="one"/></phase>
      <pattern id="one"><rule context="a"><assert id="1" test="$x = 1">1</assert></rule></pattern>`,
    phase: 'p',
    xml: '<a/>',
    findings: ['1 /a[1] XPST0008'],
    engineOnly: 'a stylesheet is made for one phase, where the name is a static error',
  },
  {
    name: 'an error in the text of a finding does not change the finding',
    schema: `<pattern><rule context="b"><assert id="1" test="0">n is <value-of select="xs:integer(.)"/></assert></rule></pattern>`,
    xml: '<a><b>x</b></a>',
    findings: ['1 /a[1]/b[1]'],
  },
];
