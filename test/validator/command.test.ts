import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileResult, Level } from '@e-invoice/validator/issues';
import { afterAll, describe, expect, it } from 'vitest';
import { writerOf } from '../../packages/validator/src/command/formats/index.ts';
import { formatCounts } from '../../packages/validator/src/command/formats/write-report.ts';
import {
  type CommandOptions,
  languageOf,
  readOptions,
  UsageError,
} from '../../packages/validator/src/command/options.ts';
import type { Outcome } from '../../packages/validator/src/command/outcome.ts';
import { showProgress } from '../../packages/validator/src/command/progress.ts';
import { readInputs } from '../../packages/validator/src/command/read-inputs.ts';
import { HELP } from '../../packages/validator/src/command/usage.data.ts';
import { makeZip } from '../support/make-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'einvoice-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (...parameters: string[]) => readOptions(parameters, false) as CommandOptions;

describe('parameters of einvoice-validate', () => {
  it('have the defaults that the help states', () => {
    expect(read('a.xml')).toEqual({
      ...{ places: ['a.xml'], format: 'text', ruleset: undefined, asOf: undefined, language: 'sk' },
      ...{ cii: 'validate' },
      ...{ failOn: 'fatal', threads: undefined, output: undefined },
    });
    expect(HELP.en).toContain('text (default)');
    expect(HELP.sk).toContain('text (predvolený)');
    const options = (text: string) => text.match(/--[\w-]+(?= <| *--|$)|--version/gm);
    expect(options(HELP.sk.split('In English')[0]!)).toEqual(options(HELP.en));
  });

  it('select standard input when no file is named and input is available', () => {
    expect(readOptions([], true)).toMatchObject({ places: ['-'] });
    expect(readOptions(['--help'], false)).toBe('help');
  });

  it.each([
    [[], 'Specify a file', 'Uveďte súbor'],
    [['-', '-'], 'only once', 'iba raz'],
    [['a.xml', '--format', 'yaml'], '--format takes text, json, sarif, markdown, html, not "yaml"', 'nie „yaml“'],
    [['a.xml', '--cii', 'on'], '--cii takes validate, unsupported, not "on"', 'nie „on“'],
    [['a.xml', '--as-of', '2026-02-30'], 'YYYY-MM-DD', 'RRRR-MM-DD, nie „2026-02-30“'],
    [['a.xml', '--threads', '0'], 'from 1 to 99', 'od 1 do 99'],
    [['a.xml', '--lang', 'de'], '--lang takes sk, en', 'Voľba --lang môže mať iba hodnoty sk, en'],
    [['a.xml', '--unknown'], 'Unknown option --unknown.', 'Voľbu --unknown program nepozná.'],
    [['a.xml', '-q'], 'Unknown option -q.', 'Voľbu -q program nepozná.'],
    [['-2027-1.xml'], 'Unknown option -2027-1.xml.', 'uveďte ako ./-2027-1.xml'],
    [['a.xml', '--ruleset'], 'The option --ruleset needs a value.', 'Za voľbou --ruleset chýba hodnota.'],
    [['--output', '--lang', 'en'], 'The option --output needs a value.', 'Za voľbou --output chýba hodnota.'],
    [['a.xml', '--help=1'], 'The option --help takes no value.', 'Voľba --help nemá hodnotu.'],
  ])('%j is rejected with a message in both languages', (parameters, english, slovak) => {
    let refused: unknown;
    try {
      read(...parameters);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(UsageError);
    const { text } = refused as UsageError;
    expect([text.en, text.sk]).toEqual([expect.stringContaining(english), expect.stringContaining(slovak)]);
  });

  it('select the language of messages, even when other parameters are wrong', () => {
    const languages = [[], ['--lang', 'en', '--x'], ['--format=y', '--lang=en'], ['--lang', 'de'], ['--', '--lang=en']];
    expect(languages.map(languageOf)).toEqual(['sk', 'en', 'en', 'sk', 'sk']);
  });
});

const zip = (files: Readonly<Record<string, string | Uint8Array>>) =>
  makeZip(Object.entries(files).map(([name, content]) => ({ name, content })));

const all = async (...places: string[]) => {
  const inputs: string[] = [];
  for await (const input of readInputs(places, Readable.from([Buffer.from('<a/>')]))) {
    const name = input.name.replace(`${folder}/`, '');
    if ('skipped' in input) inputs.push(`${name}: skipped: ${input.skipped.en}`);
    else
      inputs.push('fault' in input ? `${name}: ${input.fault.en}` : `${name} ${Buffer.from(input.bytes).toString()}`);
  }
  return inputs;
};

describe('counts in a report', () => {
  /** A result with root causes, each with issues of these levels and one rule per issue. */
  const resultOf = (...causes: readonly (readonly Level[])[]): FileResult => {
    const issues = causes.flat().map((level, index) => ({ level, rule_id: `R-${index}` }));
    let next = 0;
    const root_causes = causes.map((levels) => ({ issue_indexes: levels.map(() => next++) }));
    const countOf = (level: Level): number => issues.filter((issue) => issue.level === level).length;
    const counts = { fatal_count: countOf('fatal'), warning_count: countOf('warning') };
    return { ...counts, issues, root_causes } as unknown as FileResult;
  };
  const repeat = (count: number, ...levels: readonly Level[]) => Array.from({ length: count }, () => levels);

  it.each([
    [[], '0 chýb, 0 upozornení', '0 errors, 0 warnings'],
    [repeat(1, 'fatal'), '1 chyba, 0 upozornení', '1 error, 0 warnings'],
    [
      [['fatal', 'fatal'], ['warning']],
      '1 chyba (porušené 2 pravidlá), 1 upozornenie',
      '1 error (2 rules broken), 1 warning',
    ],
    [
      [...repeat(2, 'fatal', 'fatal', 'fatal'), ...repeat(2, 'warning')],
      '2 chyby (porušených 6 pravidiel), 2 upozornenia',
      '2 errors (6 rules broken), 2 warnings',
    ],
    [repeat(5, 'fatal', 'warning'), '5 chýb, 0 upozornení', '5 errors, 0 warnings'],
    [repeat(22, 'warning'), '0 chýb, 22 upozornení', '0 errors, 22 warnings'],
  ] as const)('counts root causes, not broken rules, in the right grammatical form', (causes, sk, en) => {
    const result = resultOf(...(causes as readonly (readonly Level[])[]));
    expect([formatCounts(result, { language: 'sk' }), formatCounts(result, { language: 'en' })]).toEqual([sk, en]);
  });

  it('counts one error when fatal issues have no root cause', () => {
    const result = { ...resultOf(['fatal']), root_causes: [] };
    expect(formatCounts(result, { language: 'en' })).toBe('1 error, 0 warnings');
  });
});

describe('input of einvoice-validate', () => {
  it('reads a file, every .xml and .zip of a folder in order, and standard input', async () => {
    const invoices = join(folder, 'invoices');
    mkdirSync(join(invoices, 'more'), { recursive: true });
    writeFileSync(join(invoices, 'b.xml'), '<b/>');
    writeFileSync(join(invoices, 'notes.txt'), 'no');
    writeFileSync(join(invoices, 'more/a.xml'), '<a/>');
    writeFileSync(join(invoices, 'c.zip'), zip({ 'd.xml': '<d/>', 'META-INF/manifest.xml': '<m/>' }));
    symlinkSync(invoices, join(invoices, 'round'));
    symlinkSync(invoices, join(invoices, 'round.xml'));
    symlinkSync('b.xml', join(invoices, 'same.xml'));
    symlinkSync('gone.xml', join(invoices, 'without.xml'));
    expect(await all(invoices, '-', join(folder, 'none.xml'))).toEqual([
      'invoices/b.xml <b/>',
      'invoices/c.zip/d.xml <d/>',
      'invoices/more/a.xml <a/>',
      'invoices/same.xml <b/>',
      'invoices/without.xml: There is no such file',
      'standard input <a/>',
      'none.xml: There is no such file',
    ]);
  });

  it('validates, opens or names every entry of an archive', async () => {
    const docx = zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<x/>' });
    const deepest = zip({ 'e.xml': '<e/>' });
    const inner = zip({ 'b.xml': '<b/>', 'scan.jpg': '\xff\xd8', 'deepest.zip': deepest });
    const entries = {
      'a.xml': '<a/>',
      'inner.zip': inner,
      'under-no-name': '<c/>',
      'copy.pdf': '%PDF-1.7',
      'letter.docx': docx,
      'photo.jpg': 'x'.repeat(11_000_000),
      'empty.xml': '',
      'empty.txt': '',
      'more.7z': Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'),
      '__MACOSX/a.xml': 'x',
      '.hidden.xml': 'x',
    };
    const place = join(folder, 'all.zip');
    writeFileSync(place, zip(entries));
    expect(await all(place)).toEqual([
      'all.zip/a.xml <a/>',
      'all.zip/inner.zip/b.xml <b/>',
      'all.zip/inner.zip/scan.jpg: skipped: It is not an invoice (XML or PDF)',
      'all.zip/inner.zip/deepest.zip: The archive is not opened: only ZIP archives in an archive are, one level deep',
      'all.zip/under-no-name <c/>',
      'all.zip/copy.pdf: This is a PDF; extract the XML of the invoice from it first',
      'all.zip/letter.docx: skipped: It is not an invoice (XML or PDF)',
      'all.zip/photo.jpg: skipped: It is not an invoice (XML or PDF)',
      'all.zip/empty.xml ',
      'all.zip/empty.txt: skipped: It is not an invoice (XML or PDF)',
      'all.zip/more.7z: The archive is not opened: only ZIP archives in an archive are, one level deep',
    ]);
    writeFileSync(join(folder, 'letter.docx'), docx);
    expect(await all(join(folder, 'letter.docx'))).toEqual([expect.stringMatching(/^letter\.docx PK/)]);
  });

  it('rejects an archive that unpacks to more than a hundred times its size', async () => {
    const bomb = join(folder, 'bomb.zip');
    writeFileSync(bomb, zip(Object.fromEntries(['a', 'b', 'c', 'd'].map((n) => [`${n}.xml`, ' '.repeat(9_000_000)]))));
    expect(await all(bomb)).toEqual([
      'bomb.zip: The archive is refused: it unpacks to more than a hundred times its size',
    ]);
  });

  it('rejects files above 10 MB, PDF files and damaged archives', async () => {
    writeFileSync(join(folder, 'large.xml'), ' '.repeat(11_000_000));
    writeFileSync(join(folder, 'a.pdf'), '%PDF-1.7');
    writeFileSync(join(folder, 'half.zip'), zip({ 'a.xml': '<a/>' }).subarray(0, 40));
    const inputs = await all(join(folder, 'large.xml'), join(folder, 'a.pdf'), join(folder, 'half.zip'));
    expect(inputs[0]).toContain('larger than 10 MB');
    expect(inputs[1]).toContain('PDF');
    expect(inputs[2]).toContain('cannot be read');
  });
});

describe('progress', () => {
  it('is shown only on a terminal and cleared at the end', () => {
    const shown: string[] = [];
    const write = (text: string) => shown.push(text);
    const progress = showProgress({ isTTY: true, write }, 'en');
    progress.step(true);
    progress.step(false);
    progress.end();
    expect(shown).toEqual(['\r\u001b[KFiles: 1, invalid: 1', '\r\u001b[KFiles: 2, invalid: 1', '\r\u001b[K']);
    showProgress({ write }, 'en').step(true);
    expect(shown).toHaveLength(3);
    showProgress({ isTTY: true, write }, 'sk').step(false);
    expect(shown[3]).toContain('Súbory: 1, neplatné: 0');
  });
});

describe('reports', () => {
  const text = { sk: '<b>[x](y)</b>', en: '<b>[x](y)</b>' };
  const issue = {
    ...{ level: 'fatal', layer: 'EN16931', rule_id: 'BR-01', catalogRuleId: 'BR-01', message: text.en },
    ...{ message_en: text.en, location: '/Invoice', xpath: '/Invoice', line: 3, column: 1, business_terms: [] },
    ...{ value: null, expected: null, ruleUrl: '/chyby/BR-01/', fix: text },
  };
  const cause = { id: 'x', title: text, explanation: text, fix: text, issue_indexes: [0], rule_ids: ['BR-01'] };
  const outcomes = [
    {
      name: 'a b/<i>.xml',
      result: {
        ...{ valid: false, fatal_count: 1, warning_count: 0, ruleset: { id: 'en16931', version: '1' } },
        ...{ issues: [issue], root_causes: [cause] },
      },
    },
    { name: 'none.xml', fault: { sk: 'x', en: 'There is no such file' } },
  ] as unknown as Outcome[];
  const write = (format: Parameters<typeof writerOf>[0]) =>
    writerOf(format)(outcomes, { language: 'en', version: '1.2.3', color: false });

  it('contain no tags, links or scripts of the document', () => {
    expect(write('html')).not.toMatch(/<b>|<i>|<script/);
    expect(write('markdown')).not.toMatch(/<b>|\[x\]\(y\)/);
  });

  it.each(['text', 'markdown', 'html'] as const)(
    'show the complete name and message as %s, without bidirectional overrides',
    (format) => {
      const turn = (key: string, value: unknown) => (key === 'message' ? `b\u202e${value}` : value);
      const turned = JSON.parse(JSON.stringify(outcomes, turn)) as Outcome[];
      const named = turned.map((outcome) => ({ ...outcome, name: 'a\u202elmx.\u001b[2J.xml' }));
      const text = writerOf(format)(named, { language: 'en', version: '1.2.3', color: false });
      expect(text).toContain('a\ufffdlmx.\ufffd');
      expect(text).toContain('b\ufffd');
      expect(text).not.toContain('\u202e');
    },
  );

  it('in SARIF 2.1.0 contain level, location, rule and unreadable files', () => {
    const [run] = JSON.parse(write('sarif')).runs;
    expect(run.results[0]).toMatchObject({
      ...{ ruleId: 'BR-01', ruleIndex: 0, level: 'error' },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a%20b/%3Ci%3E.xml' }, region: { startLine: 3 } } }],
    });
    expect(run.tool.driver).toMatchObject({ version: '1.2.3', rules: [{ id: 'BR-01' }] });
    expect(run.invocations[0]).toMatchObject({ executionSuccessful: false });
  });

  it('in JSON contain the counts and results of the service', () => {
    expect(JSON.parse(write('json'))).toMatchObject({
      ...{ total: 2, valid: 0, invalid: 1, unreadable: 1 },
      results: [{ valid: false }, { filename: 'none.xml', error: 'There is no such file' }],
    });
  });
});

describe('skipped files in a report', () => {
  const outcomes: Outcome[] = [
    { name: 'a.zip/b.xml', fault: { sk: 'je poškodený', en: 'is damaged' } },
    { name: 'a.zip/c.jpg', skipped: { sk: 'nie je faktúra', en: 'is no invoice' } },
  ];
  const options = { language: 'en', version: '1', color: false } as const;

  it.each(['text', 'markdown', 'html', 'sarif', 'json'] as const)('are named in %s', (format) => {
    const report = writerOf(format)(outcomes, options);
    expect(report).toContain('c.jpg');
    expect(report).toContain('is no invoice');
  });

  it('are counted separately in JSON and are not failures in SARIF', () => {
    expect(JSON.parse(writerOf('json')(outcomes, options))).toMatchObject({
      ...{ total: 1, unreadable: 1, skipped: 1, results: [{ filename: 'a.zip/b.xml' }] },
      skipped_files: [{ filename: 'a.zip/c.jpg', reason: 'is no invoice' }],
    });
    const { runs } = JSON.parse(writerOf('sarif')(outcomes.slice(1), options));
    expect(runs[0].invocations[0]).toMatchObject({
      executionSuccessful: true,
      toolExecutionNotifications: [{ level: 'note' }],
    });
  });
});
