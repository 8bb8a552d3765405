/**
 * `npm run bench -- causes`: cost of finding the root causes of an invoice compared with validating it, including the
 * verification of corrections on a copy, and cost of explaining a failed assertion from its expression. Measures
 * processor time, which depends less on the load of the machine. `--enforce` fails when a budget is missed.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runPacks } from '@e-invoice/schematron';
import { parseXml } from '@e-invoice/schematron/xml';
import { makeValidator, whenReady } from '@e-invoice/validator/validation';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { loadPack } from '../../src/modules/rules/loader/index.ts';
import { prepareExplanations } from '../../src/modules/rules/loader/load-pack.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeInvoice } from './invoices.ts';
import { medianOf } from './measure.ts';
import { milliseconds, renderTable } from './table.ts';

/** Time limit for the root causes of one invoice, in milliseconds, by number of lines. */
const BUDGETS = [
  { lines: 4, rounds: 60, limit: 10 },
  { lines: 1_000, rounds: 7, limit: 150 },
] as const;

const total = (name: string, by: (value: number) => string) => (xml: string) =>
  xml.replace(new RegExp(`(<cbc:${name} [^>]*>)([\\d.]+)`), (_, tag: string, value: string) => tag + by(Number(value)));

/** One typical mistake each: a total, a rate, a format, a code, a missing element. */
const MISTAKES: Readonly<Record<string, (xml: string) => string>> = {
  'a total off by ten': total('PayableAmount', (value) => (value + 10).toFixed(2)),
  'a line amount off': total('LineExtensionAmount', (value) => (value * 2 + 1).toFixed(2)),
  'another rate on every line of one': (xml) => xml.replaceAll('<cbc:Percent>19<', '<cbc:Percent>10<'),
  'decimal commas throughout': (xml) => xml.replaceAll(/(currencyID="EUR">\d+)\.(\d+)</g, '$1,$2<'),
  'an unknown unit on every line': (xml) => xml.replaceAll(/unitCode="[^"]*"/g, 'unitCode="ks"'),
  'no buyer reference': (xml) =>
    xml
      .replace(/<cbc:BuyerReference>.*<\/cbc:BuyerReference>/, '')
      .replace(/<cac:OrderReference>[\s\S]*?<\/cac:OrderReference>/, ''),
};

const TODAY = '2026-11-21';
const { values: options } = parseArgs({ options: { enforce: { type: 'boolean', default: false } } });
const root = findRoot();
const packs = await loadRulePacks(root);
const { validate } = makeValidator({ packs, structure: loadUblStructure(root), codeLists: loadCodeLists(root) });
const validateBytes = (bytes: Uint8Array) => validate(bytes, { filename: null, today: TODAY, clock: () => 0 });

/** Median processor time of a call, in milliseconds. */
function timeOf(work: () => unknown, rounds: number): number {
  work();
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return medianOf(times);
}

const rows: string[][] = [['lines', 'mistake', 'issues', 'causes', 'valid file', 'with causes', 'causes alone']];
const missed: string[] = [];
for (const { lines, rounds, limit } of BUDGETS) {
  const sound = makeInvoice(lines);
  const plain = timeOf(() => validateBytes(sound), rounds);
  for (const [name, make] of Object.entries(MISTAKES)) {
    const wrong = new TextEncoder().encode(make(new TextDecoder().decode(sound)));
    const { issues, root_causes } = validateBytes(wrong);
    if (root_causes.length === 0) throw new Error(`${name} is no mistake`);
    const whole = timeOf(() => validateBytes(wrong), rounds);
    const own = Math.max(whole - plain, 0);
    rows.push([
      String(lines),
      name,
      String(issues.length),
      String(root_causes.length),
      milliseconds(plain),
      milliseconds(whole),
      milliseconds(own),
    ]);
    if (own > limit) missed.push(`${name} in ${lines} lines: ${milliseconds(own)} ms, the limit is ${limit} ms`);
  }
}
console.log(`root causes, in milliseconds of the processor\n${renderTable(rows)}\n`);

/** Measures explaining a failed assertion by evaluating its expression, as for installed third-party packs. */
async function measureExplaining(): Promise<void> {
  const folder = join(root, 'schematron', 'en16931-ubl', '1.3.16');
  const cache = { cacheDir: null, engine: '' };
  const pack = await loadPack(folder, cache);
  const explain = await prepareExplanations(folder, cache, pack.names);
  const text = MISTAKES['another rate on every line of one']!(new TextDecoder().decode(makeInvoice(4)));
  const parsed = parseXml(new TextEncoder().encode(text), { names: pack.names });
  if (!parsed.ok) throw new Error('the invoice is not XML');
  const now = Date.parse(TODAY);
  const [findings = []] = runPacks([pack], parsed.document, { now });
  const explainAll = (): void => {
    const why = explain(parsed.document, now);
    for (const finding of findings) why(finding);
  };
  await whenReady(explainAll);
  const all = timeOf(() => Array.from({ length: 20 }, explainAll), 60) / 20;
  const each = all / findings.length;
  console.log(
    `explaining ${findings.length} failed assertions of a small invoice: ${milliseconds(all)} ms, ${milliseconds(each)} ms for one`,
  );
}
await measureExplaining();

for (const line of missed) console.log(`missed: ${line}`);
if (options.enforce && missed.length > 0) process.exitCode = 1;
