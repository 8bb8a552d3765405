import { createHash } from 'node:crypto';
import type { Issue, RootCause } from '@e-invoice/validator/issues';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { text } from '../../locales/index.ts';
import { escapeMarkdown, toCode } from '../../src/lib/plain-text.ts';
import { toLine } from '../../src/lib/sanitize-inline.ts';
import { WORDS } from '../../src/modules/evidence/protocol-words.data.ts';
import { toIssuesCsv } from '../../src/modules/result-view/index.ts';
import { ISSUE } from '../http/fake-validate.ts';
import { report, written } from './make-one.ts';

const many = (count: number, change: (index: number) => Partial<Issue> = () => ({})): Issue[] =>
  Array.from({ length: count }, (_, index) => ({ ...ISSUE, ...change(index) }));

const ruled = (index: number) => ({ rule_id: `R-${index}`, message: `Chyba ${index}.` });

describe('developer summary', () => {
  it.each([0, 1, 7, 8, 9, 200])('has at most 40 lines for %d rules and states how many it omits', (count) => {
    const { developer_summary } = report('<broken/>', { issues: many(count, ruled) });
    const lines = developer_summary.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    const listed = lines.filter((line) => line.startsWith('**R-')).length;
    const left = Number(/^… (\d+) more rule/m.exec(developer_summary)?.[1] ?? 0);
    expect(listed + left).toBe(count);
    expect(listed).toBeGreaterThanOrEqual(Math.min(count, 8));
  });

  it('adds no lines for line breaks in invoice text', () => {
    const { developer_summary } = report('<broken/>', { issues: many(1, () => ({ value: 'a\r\n\u2028b`\n# c' })) });
    expect(developer_summary.split('\n').filter((line) => line.startsWith('# '))).toEqual([]);
  });

  it('lists root causes first, then issues by severity', () => {
    const issues = [...many(1, () => ({ level: 'info', rule_id: 'I' })), ...many(2, ruled)];
    const { developer_summary } = report('<broken/>', { issues, root_causes: [cause([2])] });
    expect(developer_summary.match(/^\*\*(root cause|[A-Z]+(-\d)?)\*\*/gm)).toEqual([
      '**INVALID**',
      '**root cause**',
      '**R-0**',
      '**I**',
    ]);
  });
});

const cause = (issue_indexes: number[]): RootCause => ({
  id: 'vat-breakdown-missing',
  title: { sk: 'Chýba rozpis DPH', en: 'The VAT breakdown is missing' },
  explanation: { sk: 'Pravidlá ho potrebujú.', en: 'The rules need it.' },
  fix: {
    program: { sk: '', en: '' },
    xml: { sk: '', en: '' },
    sk: 'Doplňte rozpis DPH.',
    en: 'Add the VAT breakdown.',
  },
  issue_indexes,
  rule_ids: ['BR-CO-18', 'BR-S-1'],
  location: '/Invoice/cac:TaxTotal',
  confidence: 0.9,
  proven: false,
  corrections: [],
});

describe('report as Markdown', () => {
  it('lists root causes with their fixes before the findings', () => {
    const { report_markdown } = report('<broken/>', { root_causes: [cause([0])] });
    expect(report_markdown).toContain('## Čo je príčinou\n\n### 1. Chýba rozpis DPH\n');
    expect(report_markdown).toContain('- **Ako opraviť:** Doplňte rozpis DPH.');
    expect(report_markdown).toContain('- Pravidlá: `BR-CO-18`, `BR-S-1`');
    expect(report_markdown).toContain('- Miesto: `/Invoice/cac:TaxTotal`');
    const there = report('<broken/>', { root_causes: [{ ...cause([0]), location: '/Invoice' }] });
    expect(there.report_markdown).toContain('- Miesto: riadok XML 1, `/Invoice`');
    expect(report_markdown.indexOf('Čo je príčinou')).toBeLessThan(report_markdown.indexOf('## Nálezy'));
  });

  it('limits the listed locations and rules and states how many it omits', () => {
    const places = report('<broken/>', { issues: many(12) }).report_markdown;
    expect(places).toContain('  - 2 ďalšie miesta v súbore issues.csv');
    const rules = report('<broken/>', { issues: many(105, ruled), issues_left_out: 1 }).report_markdown;
    expect(rules).toContain('… 5 ďalších pravidiel v súbore issues.csv');
    expect(rules).toContain('Neuvádzame: 1 ďalší nález.');
  });

  it.each([
    [0, '0 poznámok', '0 notes'],
    [1, '1 poznámka', '1 note'],
    [4, '4 poznámky', '4 notes'],
    [5, '5 poznámok', '5 notes'],
    [21, '21 poznámok', '21 notes'],
  ])('uses the Slovak plural form for %d', (count, sk, en) => {
    expect(text('evidence.notes', { count })).toEqual({ sk, en });
  });

  it('counts errors by root cause, as the web pages do', () => {
    const issues = many(5, ruled);
    const { report_markdown, developer_summary } = report('<broken/>', {
      issues,
      root_causes: [cause([0, 1, 2, 3, 4])],
    });
    expect(report_markdown).toContain('1 chyba (porušených 5 pravidiel)');
    expect(developer_summary).toContain('1 error (5 rules broken)');
  });

  it('escapes invoice text: markup, HTML, links, table cells, bidirectional controls', () => {
    const seller = '</td><script>x</script> | **b** [l](javascript:a) ![i](http://e) `c` &lt; www.e.sk a@e.sk \u202Eeo';
    const { report_markdown } = report('<broken/>', {
      filename: '# x\u0000y',
      summary: { ...report('').summary, seller_name: seller },
    });
    const row = report_markdown.split('\n').find((line) => line.startsWith('| Predávajúci'))!;
    expect(row.match(/(?<!\\)\|/g)).toHaveLength(3);
    expect(row).not.toMatch(/(?<!\\)[<[`&]|http:\/\/|www\.|\u202E/);
    expect(report_markdown).toContain('| Súbor | \\# x\uFFFDy |');
  });
});

describe('report as HTML', () => {
  const DETAILS = {
    seller: { name: 'Predaj, s. r. o.', company_id: '31322832', tax_id: null, vat_id: 'SK2020317068', country: 'SK' },
    buyer: { name: 'Nákup, a. s.', company_id: null, tax_id: null, vat_id: null, country: 'SK' },
    vat_breakdown: [{ category: 'S', rate: '23', taxable_amount: '1234.50', tax_amount: '283.94' }],
    without_vat: '1234.50',
    vat: '283.94',
    with_vat: '1518.44',
  };
  const pageOf = (changes: object, language: 'sk' | 'en' = 'sk') =>
    written('<broken/>', changes, language).texts['report.html']!;

  it('shows identifiers of the parties and VAT totals in the format of the language', () => {
    const summary = { ...report('').summary, currency: 'EUR' };
    const page = pageOf({ details: DETAILS, summary });
    for (const text of [
      '31322832',
      'SK2020317068',
      '23\u00a0%',
      '1\u00a0234,50\u00a0EUR',
      '283,94\u00a0EUR',
      '1\u00a0518,44\u00a0EUR',
    ])
      expect(page).toContain(text);
    expect(pageOf({ details: DETAILS, summary }, 'en')).toContain('1,234.50\u00a0EUR');
  });

  it('is in one language', () => {
    const one = { ...cause([0]), title: { sk: 'Chýba rozpis DPH', en: 'The VAT breakdown is missing' } };
    const [sk, en] = (['sk', 'en'] as const).map((language) => pageOf({ root_causes: [one] }, language)) as [
      string,
      string,
    ];
    expect(sk).toContain('<html lang="sk">');
    expect(sk).toContain('Chýba rozpis DPH');
    expect(sk).not.toContain('breakdown');
    expect(en).toContain('<html lang="en">');
    for (const { sk } of Object.values(WORDS).filter((text) => text.sk !== text.en && text.sk.length > 3))
      expect(en).not.toContain(`>${sk}<`);
  });

  it('escapes invoice text and allows only its own style', () => {
    const name = '</td><script>x</script>\u202Eeo';
    const page = pageOf({ details: { ...DETAILS, seller: { ...DETAILS.seller, name } } });
    expect(page).toContain('&lt;/td&gt;&lt;script&gt;x&lt;/script&gt;\uFFFDeo');
    const [, hash] = /style-src 'sha256-([^']+)'/.exec(page.replaceAll('&#39;', "'"))!;
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page)!;
    expect(createHash('sha256').update(style!).digest('base64')).toBe(hash);
    expect(page).not.toContain('<script');
  });
});

describe('Markdown escaping', () => {
  it('CommonMark 6.1: encloses text with backticks in a code span', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[`a ]*$/), (text) => {
        const [, fence, inner] = /^(`+)(.*?)\1$/s.exec(toCode(text))!;
        expect(inner!.split(/(?<!`)(`+)(?!`)/)).not.toContain(fence);
        expect(inner!.trim()).toBe(toLine(text));
      }),
    );
  });

  it('stays on one line and preserves every visible character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = escapeMarkdown(text);
        expect(escaped).not.toMatch(/[\r\n]/);
        expect(escaped.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')).toBe(toLine(text));
      }),
    );
  });
});

describe('issues.csv', () => {
  const cellsOf = (change: Partial<Issue>): string =>
    toIssuesCsv({ issues: many(1, () => change), root_causes: [] }).split('\r\n')[1]!;

  it('RFC 4180: quotes values, ends lines with CRLF, and starts with a byte order mark', () => {
    const text = toIssuesCsv({ issues: many(2, () => ({ value: 'a "b",\nc' })), root_causes: [cause([1])] });
    expect(text.startsWith('\uFEFFlevel;layer;rule_id;')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text).toContain(';"a ""b"",\nc";');
    expect(text.match(/vat-breakdown-missing/g)).toHaveLength(1);
  });

  it.each([
    '=1+1',
    '+CMD()',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '\uFF1D1',
    '|x',
    '%x',
    '\r=1',
    '\u0000=1',
    '\u200B=1',
    '-',
  ])('escapes %j so that it is not a formula', (value) => {
    expect(cellsOf({ value })).toContain(`'${value}`);
  });

  it.each(['+4', '12', 'A=1', '1.2.3', 'urn:a'])('leaves %j unchanged', (value) => {
    expect(cellsOf({ value })).toContain(`;${value};`);
  });

  it('writes decimals with a comma, so that Slovak spreadsheets read numbers and not dates', () => {
    expect(cellsOf({ value: '-12.30', expected: '1.5' })).toContain(';-12,30;1,5;');
  });
});
