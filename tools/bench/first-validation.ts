/** Process that validates one invoice and reports the time since its start; see `cold-start.ts`. */
import { makeInvoice } from './invoices.ts';

const [engine = '', packFolder = '', cacheDir = ''] = process.argv.slice(2);
const bytes = makeInvoice(4);

async function validateOnce(): Promise<number> {
  if (engine === 'engine') {
    const { runPack } = await import('@e-invoice/schematron');
    const { describeEngine, loadPack } = await import('../../src/modules/rules/loader/index.ts');
    const { parseXml } = await import('@e-invoice/schematron/xml');
    const { findRoot } = await import('../../src/platform/index.ts');
    const pack = await loadPack(packFolder, { cacheDir, engine: describeEngine(findRoot()).digest });
    const parsed = parseXml(bytes, { names: pack.names });
    if (!parsed.ok) throw new Error('the invoice is not XML');
    return runPack(pack, parsed.document).length;
  }
  const { makeSaxonValidator } = await import('../../src/modules/validation/reference-validator/index.ts');
  const { readFileSync } = await import('node:fs');
  const { schema } = JSON.parse(readFileSync(`${packFolder}/pack.json`, 'utf8')) as { schema: string };
  const saxon = await makeSaxonValidator({ schemaFile: `${packFolder}/${schema}`, cacheDir });
  const { findings, error } = saxon.validate(new TextDecoder().decode(bytes));
  if (error !== null) throw new Error(error.message);
  return findings.length;
}

const loaded = performance.now();
const found = await validateOnce();
if (found > 0) throw new Error(`the invoice violates ${found} rules`);
process.send?.({ milliseconds: performance.now() - loaded });
