import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadPack, type Pack, runPack } from '../src/engine/index.ts';
import { makeSaxonJudge } from '../src/reference/index.ts';
import { parseXml } from '../src/xml/index.ts';
import { type MeasureOptions, measure } from './measure.ts';
import type { Row } from './table.ts';

/** The two judges and the parser, ready to be measured on the same bytes. */
export type Judges = {
  readonly rules: number;
  parse(bytes: Uint8Array): void;
  /** Parsing and all rules of the pack. */
  engine(bytes: Uint8Array): void;
  /** The same Schematron by SaxonJS, compiled beforehand: parsing and transforming. */
  saxon(text: string): void;
};

/**
 * Prepares the judges. Each throws when it finds something: the invoices of the benchmark are correct, and a judge
 * that says otherwise measures something else.
 */
export async function makeJudges(packFolder: string, cacheDir: string): Promise<Judges> {
  const pack = await loadPack(packFolder, { cacheDir });
  const saxon = await makeSaxonJudge({ schemaFile: join(packFolder, pack.manifest.schema), cacheDir });
  return {
    rules: new Set(pack.rules.map(({ id }) => id)).size,
    parse: (bytes) => void parse(bytes),
    engine: (bytes) => judge(pack, bytes),
    saxon(text) {
      const { findings, error } = saxon.judge(text);
      if (error !== null) throw new Error(`SaxonJS stopped: ${error.message}`);
      refuseFindings(findings.map(({ ruleId }) => ruleId));
    },
  };
}

function parse(bytes: Uint8Array) {
  const parsed = parseXml(bytes);
  if (!parsed.ok) throw new Error(`the invoice is not XML: ${parsed.faults[0]?.code}`);
  return parsed.document;
}

const judge = (pack: Pack, bytes: Uint8Array): void =>
  refuseFindings(runPack(pack, parse(bytes)).map(({ ruleId }) => ruleId));

function refuseFindings(ruleIds: readonly string[]): void {
  if (ruleIds.length > 0) throw new Error(`the invoice breaks ${ruleIds.slice(0, 5).join(' ')}`);
}

const SMALL: MeasureOptions = { warmUp: 300, minRuns: 50, minMilliseconds: 2_000 };
const SMALL_SLOWLY: MeasureOptions = { warmUp: 20, minRuns: 20, minMilliseconds: 3_000 };
const LARGE: MeasureOptions = { warmUp: 20, minRuns: 20, minMilliseconds: 2_000 };
const HUGE: MeasureOptions = { warmUp: 2, minRuns: 7, minMilliseconds: 0 };
const LARGE_SLOWLY: MeasureOptions = { warmUp: 1, minRuns: 3, minMilliseconds: 0 };

/** Measures one invoice by the parser, our engine and, unless it would take minutes, SaxonJS. */
export function measureInvoice(judges: Judges, lines: number, bytes: Uint8Array): Row {
  const small = lines < 50;
  const options = small ? SMALL : lines > 1_000 ? HUGE : LARGE;
  const text = new TextDecoder().decode(bytes);
  const engine = measure(() => judges.engine(bytes), options);
  return {
    lines,
    bytes: bytes.length,
    parse: measure(() => judges.parse(bytes), options).median,
    engine: engine.median,
    fastest: engine.fastest,
    saxon: lines > 1_000 ? null : measure(() => judges.saxon(text), small ? SMALL_SLOWLY : LARGE_SLOWLY).median,
  };
}

/** Whether the project is built: then processes are started from the built files, as in operation. */
export const isBuilt = (root: string): boolean => existsSync(join(root, 'dist', 'src', 'main.js'));
