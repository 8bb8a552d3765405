/** `export-evidence`: the reports of a workspace's month for an auditor, as the API exports them. */
import { randomBytes } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { drawReport, makeEvidence, readMonth, readSecret } from '../evidence/index.ts';
import { newId } from '../lib/ids.ts';
import { describeEngine } from '../packs/index.ts';
import { makeLog, makeMetrics, readConfig } from '../runtime/index.ts';
import { makeLogParts } from '../wiring/transparency.ts';
import { withServiceDatabase } from './with-database.ts';

const USAGE = `usage: export-evidence --workspace <wsp_…> --month <YYYY-MM> [--out <file>] [--lang sk|en] [--sample <0 to 20>] [--seed <text>]
exit codes: 0 written, 2 not understood or not usable`;

type Options = {
  readonly workspace: string;
  readonly month: string;
  readonly out: string;
  readonly language: 'sk' | 'en';
  readonly sample: number;
  readonly seed: string;
};

/** Writes the export. @returns the exit code as told by its usage */
export async function exportEvidence(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    console.error(USAGE);
    return 2;
  }
  const { workspace, month, out, language, sample, seed } = options;
  const config = readConfig();
  const now = (): number => Date.now();
  const log = makeLog({ level: 'warn', role: 'cli' }, process.stderr);
  try {
    await withServiceDatabase(config, log, async (db) => {
      const engine = describeEngine(config.root);
      const parts = { config, db, log, metrics: makeMetrics('cli'), now };
      // Nothing is judged here, and nothing logged: proofs are read.
      const { transparency, close } = makeLogParts(parts, { engine, validator: { packs: [] } });
      const evidence = makeEvidence({
        db,
        secret: () => readSecret(config),
        engine,
        digestOf: (id, version) => {
          throw new Error(`${id}@${version} judges nothing here`);
        },
        transparency,
        now,
        newId: (prefix) => newId(prefix, now(), randomBytes),
        printReport: drawReport,
        site: config.publicUrl,
      });
      const wish = { month: readMonth(month), language, sample, seed };
      const file = createWriteStream(out, { flags: 'wx', mode: 0o600 });
      file.once('open', () => file.once('error', () => rmSync(out, { force: true })));
      try {
        await pipeline(await evidence.exportPeriod(workspace, wish), file);
      } finally {
        await close();
      }
    });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (path !== out) throw error;
    console.error(`${out} cannot be written: ${code}`);
    return 2;
  }
  console.log(out);
  return 0;
}

/** Null when they are not those of the usage. */
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
    // parseArgs refuses unknown options so.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
