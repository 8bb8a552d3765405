import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, type Outcome, validate } from '@e-invoice/schematron';
import { compile, SchemaRefused } from '@e-invoice/schematron/compile';
import { NamePool } from '@e-invoice/schematron/xml';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, whyNoChromium } from '../support/chromium.ts';
import { moduleOf } from './support/run-schema.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SCHEMAS = ['en16931-ubl/1.3.16/en16931-ubl.sch', 'peppol-bis-3/2026.5/peppol-bis-3.sch'];
const NOW = Date.UTC(2026, 10, 21);
const ORIGIN = 'http://engine.test';

/** Ten valid and invalid invoices and credit notes, and one file that is not XML. */
const INVOICES = [
  ...readdirSync(join(ROOT, 'schematron/canaries')).map((name) => join(ROOT, 'schematron/canaries', name)),
  ...['wrong-amount-due', 'not-well-formed'].map((name) => join(ROOT, 'test/golden', name, 'invoice.xml')),
];

/** The files below `schematron`, by path, as the browser receives them. */
const sources = Object.fromEntries(
  readdirSync(join(ROOT, 'schematron'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sch'))
    .map((path) => [path, readFileSync(join(ROOT, 'schematron', path), 'utf8')]),
);
const invoices = INVOICES.map((path) => readFileSync(path, 'utf8'));

const encoder = new TextEncoder();
const compileAll = (): string[] =>
  SCHEMAS.map((file) => compile({ file, readFile: (path) => encoder.encode(sources[path]) }).code);

/** The engine as one module. The bundler targets browsers, so an import of a Node.js module would fail to resolve. */
const bundle = async (): Promise<{ readonly code: string; readonly files: string[] }> => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: "export * from '@e-invoice/schematron'; export * from '@e-invoice/schematron/compile';",
      resolveDir: ROOT,
    },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    minify: true,
    metafile: true,
    absWorkingDir: ROOT,
    logLevel: 'silent',
  });
  return { code: outputFiles[0]!.text, files: Object.keys(metafile.inputs) };
};

/** The script of the page; the Content-Security-Policy allows scripts from its own origin only and forbids `eval`. */
const PAGE = `
import { compile, load, validate } from './engine.js';
const { sources, schemas, invoices, now } = await (await fetch('./task.json')).json();
const encoder = new TextEncoder();
const codes = schemas.map((file) => compile({ file, readFile: (path) => encoder.encode(sources[path]) }).code);
const rules = [];
for (const [i] of schemas.entries()) rules.push(load(await import('./rules-' + i + '.js')));
const outcomes = invoices.map((xml) => validate(rules, encoder.encode(xml), { now }));
let evaluated = true;
try { new Function('return 1')(); } catch { evaluated = false; }
globalThis.done = { codes, outcomes, evaluated };
`;

describe('the engine as a library', () => {
  it('compiles a schema, validates with it and returns findings with positions', () => {
    const schema =
      '<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><pattern><rule context="b"><assert id="ONE" flag="warning" test="@n">no n in <value-of select="."/></assert></rule></pattern></schema>';
    const { code, rules: index } = compile({ file: 's.sch', readFile: () => encoder.encode(schema) });
    const rules = load(moduleOf(code));
    const validateXml = (xml: string): Outcome => validate(rules, encoder.encode(xml));
    expect(index.map(({ id }) => id)).toEqual(['ONE']);
    expect(validateXml('<a>\n <b>x</b><b n="1"/></a>')).toEqual({
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
    expect(validateXml('<a>')).toMatchObject({ wellFormed: false, faults: [{ code: 'XML-NOT-WELL-FORMED' }] });
  });

  it('refuses an unsupported construct', () => {
    const readFile = () => encoder.encode('<schema xmlns="http://purl.oclc.org/dsdl/schematron"><x');
    expect(() => compile({ file: 's.sch', readFile })).toThrow(SchemaRefused);
  });

  it('imports no Node.js module, so it can be bundled for a browser', async () => {
    const { files } = await bundle();
    const own = files.filter((path) => !/node_modules\/|^<stdin>$/.test(path));
    expect(own.filter((path) => !/^packages\/schematron\/src\//.test(path))).toEqual([]);
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

  it("compiles and validates invoices in a browser under script-src 'self' with the same results as in Node.js", async () => {
    const codes = compileAll();
    const script = (body: string) => ({ contentType: 'text/javascript', body });
    const files = new Map<string, { readonly contentType: string; readonly body: string }>([
      ['/', { contentType: 'text/html', body: '<!doctype html><script type="module" src="/page.js"></script>' }],
      ['/page.js', script(PAGE)],
      ['/engine.js', script((await bundle()).code)],
      ...codes.map((code, i) => [`/rules-${i}.js`, script(code)] as const),
      [
        '/task.json',
        { contentType: 'application/json', body: JSON.stringify({ sources, schemas: SCHEMAS, invoices, now: NOW }) },
      ],
    ]);
    const page = await browser.newPage();
    await page.route(`${ORIGIN}/**`, async (route) => {
      const file = files.get(new URL(route.request().url()).pathname);
      if (file === undefined) return route.fulfill({ status: 404 });
      const headers = { 'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'" };
      return route.fulfill({ ...file, headers });
    });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(`${ORIGIN}/`);
    await page.waitForFunction(() => 'done' in globalThis).catch((error: Error) => faults.push(error.message));
    const done = await page.evaluate(() => (globalThis as { done?: unknown }).done);
    const names = new NamePool();
    const rules = codes.map((code) => load(moduleOf(code), names));
    const outcomes = invoices.map((xml) => validate(rules, encoder.encode(xml), { now: NOW }));
    expect(done, faults.join('\n')).toEqual({
      codes,
      outcomes: JSON.parse(JSON.stringify(outcomes)),
      evaluated: false,
    });
    expect(invoices.length).toBeGreaterThanOrEqual(10);
    expect(outcomes.map((outcome) => (outcome.wellFormed ? outcome.findings.length > 0 : null))).toContain(true);
  });
});
