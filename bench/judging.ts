import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Pack, runPack } from '../src/engine/index.ts';
import { loadPack } from '../src/packs/index.ts';
import { makeSaxonJudge } from '../src/reference/index.ts';
import { parseXml } from '../src/xml/index.ts';
import { type Measurement, type MeasureOptions, measureTogether } from './measure.ts';
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

const SMALL: MeasureOptions = { rounds: 10, turnMilliseconds: 250 };
const LARGE: MeasureOptions = { rounds: 5, turnMilliseconds: 300 };
/** SaxonJS would take minutes. */
const TOO_LARGE_FOR_SAXON = 1_000;

/** Measures one invoice by the parser, our engine and SaxonJS in turns. */
export function measureInvoice(judges: Judges, lines: number, bytes: Uint8Array): Row {
  const options = lines < 50 ? SMALL : LARGE;
  const text = new TextDecoder().decode(bytes);
  const ours = { parse: () => judges.parse(bytes), engine: () => judges.engine(bytes) };
  const withSaxon = { ...ours, saxon: () => judges.saxon(text) };
  const times: Record<keyof typeof ours, Measurement> & { saxon?: Measurement } =
    lines > TOO_LARGE_FOR_SAXON ? measureTogether(ours, options) : measureTogether(withSaxon, options);
  return {
    lines,
    bytes: bytes.length,
    parse: times.parse.median,
    engine: times.engine.median,
    fastest: times.engine.fastest,
    saxon: times.saxon?.median ?? null,
  };
}

/** Whether the project is built: then processes are started from the built files, as in operation. */
export const isBuilt = (root: string): boolean => existsSync(join(root, 'dist', 'src', 'main.js'));
