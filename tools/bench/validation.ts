import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runPacks } from '@e-invoice/schematron';
import { NamePool, parseXml, type XmlDocument } from '@e-invoice/schematron/xml';
import saxon from 'saxon-js';
import { describeEngine, loadPack } from '../../src/modules/rules/loader/index.ts';
import { makeSaxonValidator } from '../../src/modules/validation/reference-validator/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { type MeasureOptions, measureTogether } from './measure.ts';
import type { Row } from './table.ts';

/** Both validators and their parsers, prepared for measuring the same bytes. */
export type Validators = {
  readonly rules: number;
  readonly parse: (bytes: Uint8Array) => XmlDocument;
  /** All rules of all packs, on a document that was just parsed. */
  readonly validate: (document: XmlDocument) => void;
  readonly saxonParse: (text: string) => unknown;
  /** The same Schematron in SaxonJS, precompiled: sequential, each parsing and transforming. */
  readonly saxon: readonly ((text: string) => void)[];
};

/**
 * Prepares the validators. Each throws on a finding: the benchmark's invoices are valid, so a finding means that
 * something else is measured.
 */
export async function makeValidators(
  packFolders: readonly string[],
  cacheDir: string,
  now: number,
): Promise<Validators> {
  const engine = describeEngine(findRoot()).digest;
  const names = new NamePool();
  const packs = await Promise.all(packFolders.map((folder) => loadPack(folder, { cacheDir, engine, names })));
  const saxonValidators = await Promise.all(
    packs.map(({ manifest }, i) =>
      makeSaxonValidator({ schemaFile: join(packFolders[i]!, manifest.schema), cacheDir }),
    ),
  );
  const platform = saxon.getPlatform();
  return {
    rules: new Set(packs.flatMap(({ rules }) => rules.map(({ id }) => id))).size,
    parse: (bytes) => parse(bytes, names),
    validate: (document) => refuseFindings(runPacks(packs, document, { now }).flat()),
    saxonParse: (text) => platform.parseXmlFromString(text),
    saxon: saxonValidators.map((validator) => (text) => {
      const { findings, error } = validator.validate(text);
      if (error !== null) throw new Error(`SaxonJS stopped: ${error.message}`);
      refuseFindings(findings);
    }),
  };
}

function parse(bytes: Uint8Array, names: NamePool): XmlDocument {
  const parsed = parseXml(bytes, { names });
  if (!parsed.ok) throw new Error(`the invoice is not XML: ${parsed.faults[0]?.code}`);
  return parsed.document;
}

function refuseFindings(findings: readonly { readonly ruleId: string }[]): void {
  if (findings.length === 0) return;
  throw new Error(
    `the invoice violates ${findings
      .slice(0, 5)
      .map(({ ruleId }) => ruleId)
      .join(' ')}`,
  );
}

const SMALL: MeasureOptions = { rounds: 10, turnMilliseconds: 250 };
const LARGE: MeasureOptions = { rounds: 5, turnMilliseconds: 300 };
/** SaxonJS would take minutes above this number of lines. */
const TOO_LARGE_FOR_SAXON = 1_000;

/** Measures one invoice with the parsers, our engine and SaxonJS, alternately. */
export function measureInvoice(validators: Validators, lines: number, bytes: Uint8Array): Row {
  const options = lines < 50 ? SMALL : LARGE;
  const text = new TextDecoder().decode(bytes);
  const { parse: read, validate } = validators;
  const ours = measureTogether(
    {
      parse: () => read(bytes),
      rules: { prepare: () => read(bytes), run: validate },
      whole: () => validate(read(bytes)),
    },
    options,
  );
  const row = { lines, bytes: bytes.length, parse: ours.parse.median, rules: ours.rules.median };
  const common = { ...row, engine: ours.whole.median, fastest: ours.whole.fastest };
  return { ...common, saxon: lines > TOO_LARGE_FOR_SAXON ? null : measureSaxon(validators, text, options) };
}

/** Time of a pack's rules: the validator's time without the parsing it includes. */
function measureSaxon({ saxonParse, saxon: all }: Validators, text: string, options: MeasureOptions): Row['saxon'] {
  const works = Object.fromEntries([
    ['parse', () => saxonParse(text)],
    ...all.map((validate, i) => [`validator ${i}`, () => validate(text)] as const),
  ]);
  const { parse: reading, ...validations } = measureTogether(works, options);
  const parseTime = reading!.median;
  const rules = Object.values(validations).reduce((sum, { median }) => sum + median - parseTime, 0);
  return { parse: parseTime, rules };
}

/** Whether the project is built; processes are then started from the built files, as in production. */
export const isBuilt = (root: string): boolean => existsSync(join(root, 'dist', 'src', 'main.js'));
