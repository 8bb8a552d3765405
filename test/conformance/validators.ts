import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeSaxonValidator } from '../../src/modules/validation/reference-validator/index.ts';
import { fullLocation } from './full-location.ts';
import type { PackValidator } from './outcome.ts';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Creates the named validator for a pack folder.
 *
 * @throws Error if the pack does not compile
 */
export const validators: Readonly<Record<string, (packFolder: string) => Promise<PackValidator>>> = {
  async engine(packFolder) {
    // Loaded on demand, so that a defect of one validator does not affect the other.
    const { runPack } = await import('@e-invoice/schematron');
    const { describeEngine, loadPack, readRestrictionTable } = await import('../../src/modules/rules/loader/index.ts');
    const { findViolations, makeRestrictionTable, readRestrictions } = await import(
      '../../packages/validator/src/validation/layers/restrictions/index.ts'
    );
    const { parseXml } = await import('@e-invoice/schematron/xml');
    const pack = await loadPack(packFolder, {
      cacheDir: join(ROOT, 'dist', 'packs'),
      engine: describeEngine(ROOT).digest,
    });
    const { restrictions } = pack.manifest;
    const rows =
      typeof restrictions === 'string' ? readRestrictions(readRestrictionTable(join(packFolder, restrictions))) : [];
    const table = makeRestrictionTable(rows, pack.names);
    return {
      ruleIds: [...pack.rules.map(({ id }) => id), ...rows.map(({ ruleId }) => ruleId)],
      validate(file, bytes) {
        const parsed = parseXml(bytes, { names: pack.names });
        if (!parsed.ok) return { file, error: parsed.faults.map(({ code }) => code).join(' '), findings: [] };
        return {
          file,
          error: null,
          findings: [
            ...runPack(pack, parsed.document).map(({ ruleId, flag, node, undetermined }) => ({
              ruleId,
              flag,
              location: fullLocation(node),
              undetermined: undetermined === null ? null : `${undetermined.code} ${undetermined.message}`,
            })),
            ...findViolations(table, parsed.document).map(({ restriction, node }) => ({
              ruleId: restriction.ruleId,
              flag: restriction.level,
              location: fullLocation(node),
              undetermined: null,
            })),
          ],
        };
      },
    };
  },

  async saxon(packFolder) {
    const saxon = await makeSaxonValidator({
      schemaFile: join(packFolder, readPack(packFolder).schema),
      cacheDir: join(ROOT, 'dist', 'reference'),
    });
    return {
      ruleIds: saxon.checks.map(({ ruleId }) => ruleId),
      validate(file, bytes) {
        const { findings, error } = saxon.validate(decode(bytes));
        return {
          file,
          error: error === null ? null : `${error.code} ${error.message}`,
          findings: findings.map(({ ruleId, flag, location, undetermined }) => ({
            ruleId,
            flag,
            location,
            undetermined: undetermined === null ? null : `${undetermined.code} ${undetermined.message}`,
          })),
        };
      },
    };
  },
};

export type PackFile = { readonly id: string; readonly version: string; readonly schema: string };

export const readPack = (folder: string): PackFile =>
  JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')) as PackFile;

/** The text of an XML file, decoded by its byte order mark or declared encoding. */
export function decode(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^<\?xml[^>]*\bencoding=["']([^"']+)["']/.exec(start)?.[1];
  const marked = start.startsWith('\xff\xfe') ? 'utf-16le' : start.startsWith('\xfe\xff') ? 'utf-16be' : null;
  return new TextDecoder(marked ?? declared ?? 'utf-8').decode(bytes);
}
