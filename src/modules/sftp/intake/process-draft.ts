import { createHash } from 'node:crypto';
import { inLanguage } from '@e-invoice/validator/issues';
import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { type Digest, type Drop, readCounted } from './drop.ts';
import type { Folders } from './folders.ts';
import type { DropboxParts } from './parts.ts';
import { keyOf } from './process-documents.ts';
import { aboutFile, chooseBase, showResults, writeJson } from './results/write-results.ts';

/** Same limit as the API. */
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Previews a JSON draft. Only the published result is stored.
 *
 * @throws Refusal for an invalid draft; any other error may be temporary
 */
export async function takeDraft(
  parts: DropboxParts,
  folders: Folders,
  { drop, digest, scope }: { drop: Drop; digest: Digest; scope: Scope },
  signal: AbortSignal,
): Promise<void> {
  if (digest.bytes > MAX_BYTES) throw refusal('file_too_large', { filename: drop.name, limit: MAX_BYTES });
  const { xml, totals, validation, readiness } = await parts.preview(
    await readCounted(drop.path, digest),
    drop.workspaceId,
    signal,
  );
  await parts.meter(scope, 'preview', { receipt: `${keyOf(drop, digest)} ${drop.id}` });
  const { language, trigger_files: triggers } = drop.settings;
  const about = aboutFile(drop, digest);
  const sha256 = createHash('sha256').update(xml).digest('hex');
  const fields = { file: about, xml, sha256, totals, validation: inLanguage(validation, { language }), readiness };
  const main = Buffer.from(writeJson({ ...fields, stored: false }));
  const base = await chooseBase(folders, drop, about);
  await showResults(folders, drop, base, [
    { ending: '.preview.xml', content: xml },
    { ending: '.result.json.jws', content: await parts.evidence.signResult(main) },
    { ending: '.result.json', content: main },
    ...(triggers ? [{ ending: validation.valid ? '.ok' : '.err', content: '' }] : []),
  ]);
}
