/** `export-evidence`: exports the reports of one workspace and month for an auditor, in the format of the API. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { makeEvidenceParts } from '../composition/evidence.ts';
import { makeLogParts } from '../composition/transparency.ts';
import { type IdPrefix, newId } from '../lib/ids.ts';
import { makeDocuments } from '../modules/documents/index.ts';
import { drawReport, readMonth } from '../modules/evidence/index.ts';
import { describeEngine } from '../modules/rules/loader/index.ts';
import { makeLog, makeMetrics, readConfig } from '../platform/index.ts';
import { withServiceDatabase } from './with-database.ts';

export const USAGE = `usage: export-evidence --workspace <wsp_…> --month <YYYY-MM> [--out <file>] [--lang sk|en] [--sample <0 to 20>] [--seed <text>]
exit codes: 0 written, 2 invalid arguments or unusable data`;

type Options = {
  readonly workspace: string;
  readonly month: string;
  readonly out: string;
  readonly language: 'sk' | 'en';
  readonly sample: number;
  readonly seed: string;
};

/**
 * Writes the export.
 *
 * @returns the exit code, see USAGE
 */
export async function exportEvidence(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    console.error(USAGE);
    return 2;
  }
  const { out } = options;
  let file: FileHandle;
  try {
    // Open the output first, so that an unwritable path fails at once.
    file = await open(out, 'wx', 0o600);
  } catch (error) {
    console.error(`${out} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
    return 2;
  }
  try {
    await writeExport(options, file);
  } catch (error) {
    await file.close();
    rmSync(out, { force: true });
    throw error;
  }
  console.log(out);
  return 0;
}

async function writeExport({ workspace, month, language, sample, seed }: Options, file: FileHandle): Promise<void> {
  const config = readConfig();
  const now = (): number => Date.now();
  const log = makeLog({ level: 'warn', role: 'cli' }, process.stderr);
  await withServiceDatabase(config, log, async (db) => {
    const parts = {
      config,
      db,
      log,
      metrics: makeMetrics('cli'),
      now,
      newId: (prefix: IdPrefix) => newId(prefix, now(), randomBytes),
      engine: describeEngine(config.root),
    };
    // The command validates nothing and appends nothing to the log; it only reads proofs.
    const { transparency, close: closeLog } = makeLogParts(parts, { ...parts, packsInUse: () => [] });
    const { evidence, close: closeEvidence } = makeEvidenceParts({
      ...parts,
      packOf: (id, version) => {
        throw new Error(`${id}@${version} is not used for validation on this installation`);
      },
      transparency,
      printReport: drawReport,
    });
    try {
      const request = { month: readMonth(month), language, sample, seed };
      const { artifacts } = makeDocuments(parts);
      await pipeline(await evidence.exportPeriod(workspace, request, artifacts), file.createWriteStream());
    } finally {
      await closeEvidence();
      await closeLog();
    }
  });
}

/** @returns null when the arguments do not match the usage */
function readOptions(args: readonly string[]): Options | null {
  try {
    const text = { type: 'string' } as const;
    const options = { workspace: text, month: text, out: text, lang: text, sample: text, seed: text };
    const { values } = parseArgs({ args: [...args], options });
    const { workspace = '', month = '', lang: language = 'sk', sample = '5' } = values;
    const { out = `evidence-${workspace}-${month}.zip`, seed = randomBytes(16).toString('hex') } = values;
    const isUnderstood =
      workspace !== '' &&
      /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) &&
      (language === 'sk' || language === 'en') &&
      /^(1?\d|20)$/.test(sample) &&
      /^[\w-]{1,64}$/.test(seed);
    if (!isUnderstood) return null;
    return { workspace, month, out, language, sample: Number(sample), seed };
  } catch (error) {
    // parseArgs throws TypeError for unknown options.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
