import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Engine from '../../src/engine/index.ts';
import { compile, type Outcome, SchemaRefused, validate } from '../../src/engine/index.ts';
import { launchChromium, whyNoChromium } from '../support/chromium.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SCHEMAS = ['en16931-ubl/1.3.16/en16931-ubl.sch', 'peppol-bis-3/2026.5/peppol-bis-3.sch'];
const NOW = Date.UTC(2026, 10, 21);

/** Ten invoices and credit notes of the project, right and wrong ones, and one that is no XML. */
const INVOICES = [
  ...readdirSync(join(ROOT, 'schematron/canaries')).map((name) => join(ROOT, 'schematron/canaries', name)),
  ...['wrong-amount-due', 'not-well-formed'].map((name) => join(ROOT, 'test/golden', name, 'invoice.xml')),
];

/** The files below `schematron`, by path, as the browser gets them. */
const sources = Object.fromEntries(
  readdirSync(join(ROOT, 'schematron'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sch'))
    .map((path) => [path, readFileSync(join(ROOT, 'schematron', path), 'utf8')]),
);
const invoices = INVOICES.map((path) => readFileSync(path, 'utf8'));

type Library = Pick<typeof Engine, 'compile' | 'load' | 'validate'>;
type Task = { readonly sources: Record<string, string>; schemas: string[]; invoices: string[]; now: number };

/** Runs in either world: everything it uses comes in. */
function judgeAll({ compile, load, validate }: Library, { sources, schemas, invoices, now }: Task): Outcome[][] {
  const encoder = new TextEncoder();
  const readFile = (path: string): Uint8Array => encoder.encode(sources[path]);
  const compiled = schemas.map((file) => compile({ file, readFile }));
  const loaded = compiled.map(({ code }) => load(code));
  return [compiled, loaded].map((rules) => invoices.map((xml) => validate(rules, encoder.encode(xml), { now })));
}

const task: Task = { sources, schemas: SCHEMAS, invoices, now: NOW };

/** The engine as one script. What only Node has cannot be resolved for a browser, and then there is none. */
const bundle = async (): Promise<{ readonly code: string; readonly files: string[] }> => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(ROOT, 'src/engine/index.ts')],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'engine',
    minify: true,
    metafile: true,
    absWorkingDir: ROOT,
    logLevel: 'silent',
  });
  return { code: outputFiles[0]!.text, files: Object.keys(metafile.inputs) };
};

describe('the engine as a library', () => {
  it('compiles a schema, judges by it and tells in words and numbers where', () => {
    const schema =
      '<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><pattern><rule context="b"><assert id="ONE" flag="warning" test="@n">no n in <value-of select="."/></assert></rule></pattern></schema>';
    const rules = compile({ file: 's.sch', readFile: () => new TextEncoder().encode(schema) });
    const judge = (xml: string): Outcome => validate(rules, new TextEncoder().encode(xml));
    expect(rules.index.map(({ id }) => id)).toEqual(['ONE']);
    expect(judge('<a>\n <b>x</b><b n="1"/></a>')).toEqual({
      wellFormed: true,
      findings: [
        {
          ruleId: 'ONE',
          kind: 'assert',
          flag: 'warning',
          role: null,
          location: '/a/b[1]',
          line: 2,
          column: 2,
          text: 'no n in x',
          undetermined: null,
        },
      ],
    });
    expect(judge('<a>')).toMatchObject({ wellFormed: false, faults: [{ code: 'XML-NOT-WELL-FORMED' }] });
  });

  it('refuses what it cannot compile', () => {
    const readFile = () => new TextEncoder().encode('<schema xmlns="http://purl.oclc.org/dsdl/schematron"><x');
    expect(() => compile({ file: 's.sch', readFile })).toThrow(SchemaRefused);
  });

  it('needs nothing of Node: it can be bundled for a browser', async () => {
    const { files } = await bundle();
    const own = files.filter((path) => path.startsWith('src/'));
    expect(own.filter((path) => !/^src\/(engine|xml|lib)\//.test(path))).toEqual([]);
    const withNode = own.filter((path) =>
      /\b(Buffer|process|__dirname)\b\s*[.([]/.test(readFileSync(join(ROOT, path), 'utf8')),
    );
    expect(withNode).toEqual([]);
  });
});

const reason = await whyNoChromium();

describe.skipIf(reason !== null)(`in Chromium${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  let browser: Awaited<ReturnType<typeof launchChromium>>;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it('judges ten invoices exactly as in Node, by rules compiled there and by rules loaded as code', async () => {
    const page = await browser.newPage();
    await page.addScriptTag({ content: (await bundle()).code });
    const inBrowser = await page.evaluate(
      ({ source, given }) => new Function('task', `return (${source})(engine, task)`)(given),
      { source: judgeAll.toString(), given: task },
    );
    const library: Library = await import('../../src/engine/index.ts');
    const inNode = judgeAll(library, task);
    expect(inBrowser).toEqual(JSON.parse(JSON.stringify(inNode)));
    expect(invoices).toHaveLength(10);
    expect(inNode[0]!.map((outcome) => (outcome.wellFormed ? outcome.findings.length > 0 : null))).toContain(true);
    expect(inNode[0]).toEqual(inNode[1]);
  });
});
