import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RulePack, validateByPack, whenReady } from '@e-invoice/validator/validation';
import { describeEngine } from './describe-engine.ts';
import { type InstallRequest, withDraft } from './install-pack.ts';
import { loadFolder, readCanaries } from './load-folder.ts';
import { type PackFile, readPackFiles, writePackFiles } from './pack-files.ts';
import { PackRefused } from './pack-refused.ts';

/** Ids of the rules that each example of a release violates. */
export type Examples = { readonly good: readonly string[]; readonly bad: readonly string[] };

/** A verified release as stored by the service. */
export type PackedRelease = {
  readonly pack: RulePack;
  readonly files: readonly PackFile[];
  readonly examples: Examples;
};

/**
 * Compiles a release and verifies it with its examples, as `installPack`, without installing it.
 *
 * @param today `YYYY-MM-DD`, for rules that read the current date
 * @throws PackRefused with the reason
 */
export function packRelease(root: string, request: InstallRequest, today: string): Promise<PackedRelease> {
  return inTemporaryFolder((folder) =>
    withDraft(
      { root, shelf: { folder, cacheDir: join(folder, '.compiled') } },
      request,
      today,
      async (pack, draft) => ({
        pack,
        files: readPackFiles(draft),
        examples: await validateExamples(pack, draft, today),
      }),
    ),
  );
}

/**
 * Compiles a stored release with the running engine and validates its examples again.
 *
 * @param today `YYYY-MM-DD`, for rules that read the current date
 * @throws PackRefused when the canaries fail now; Error when it does not compile
 */
export function repeatExamples(root: string, files: readonly PackFile[], today: string): Promise<PackedRelease> {
  return inTemporaryFolder(async (folder) => {
    const place = join(folder, 'pack');
    writePackFiles(place, files);
    const options = { cacheDir: null, engine: describeEngine(root).digest };
    const pack = await loadFolder(place, options, today);
    // These properties are computed lazily from the folder, which is deleted afterwards.
    void [pack.digest, pack.ruleIds];
    return { pack, files, examples: await validateExamples(pack, place, today) };
  });
}

async function validateExamples(pack: RulePack, folder: string, today: string): Promise<Examples> {
  const { good, bad } = readCanaries(folder, pack.pack.manifest.canaries);
  const brokenIn = async (bytes: Uint8Array): Promise<string[]> => {
    const outcome = await whenReady(() => validateByPack(pack, bytes, today));
    if (!outcome.ok) throw new PackRefused('An example is not well-formed XML');
    return [...new Set(outcome.issues.map(({ rule_id }) => rule_id))].sort();
  };
  return { good: await brokenIn(good), bad: await brokenIn(bad) };
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'einvoice-rules-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
