import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FileResult, inLanguage } from '@e-invoice/validator/issues';
import type { Document } from '../../../documents/index.ts';
import type { Digest, Drop } from '../drop.ts';
import type { Folders } from '../folders.ts';
import type { DropboxParts } from '../parts.ts';
import { toReport, writeHtmlReport, writeMarkdownReport } from './report.ts';
import { aboutFile, chooseBase, type ResultFile, showEach, writeJson } from './write-results.ts';

const ARTIFACTS = [
  ['evidence.zip', '.evidence.zip'],
  ['invoice.html', '.invoice.html'],
  ['invoice.pdf', '.invoice.pdf'],
  ['send-package.xml', '.send-package.xml'],
] as const;

/** Statuses in which the steps configured for the workspace did not complete, although the document is valid. */
const STOPPED: ReadonlySet<Document['status']> = new Set(['failed', 'canceled', 'send_failed']);

type Ended = {
  readonly drop: Drop;
  readonly digest: Digest;
  readonly document: Document;
  /** The document existed before the file arrived. */
  readonly replayed: boolean;
};

/** Publishes the results of finished documents of one workspace. */
export async function showDocuments(parts: DropboxParts, folders: Folders, ended: readonly Ended[]): Promise<void> {
  const [first] = ended;
  if (first === undefined) return;
  const stored = ended.filter(({ document }) => document.erased_at === null).map(({ document }) => document.id);
  const results = await parts.documents.artifacts.readEach(first.drop, stored, 'validation.json');
  const shown = [];
  for (const one of ended) {
    // Yield to client requests of the same process.
    await nextTurn();
    const result = results.get(one.document.id);
    const files = await toFiles(parts, one, result === undefined ? null : JSON.parse(result.toString('utf8')));
    shown.push({ drop: one.drop, base: await chooseBase(folders, one.drop, aboutFile(one.drop, one.digest)), files });
  }
  await showEach(folders, shown);
}

type Stored = FileResult & { readonly judged_by?: unknown; readonly details?: unknown };

async function toFiles(
  parts: DropboxParts,
  { drop, digest, document, replayed }: Ended,
  stored: Stored | null,
): Promise<ResultFile[]> {
  const { language, trigger_files: triggers } = drop.settings;
  const { id, status, error, failed_steps, preparation } = document;
  const head = { document_id: id, status, replayed, file: aboutFile(drop, digest) };
  const files: ResultFile[] = [];
  let isDone = false;
  let result: object = { ...head, error };
  if (stored !== null) {
    const shown = inLanguage(stored, { language });
    isDone = shown.valid && failed_steps.length === 0 && !STOPPED.has(status);
    result = {
      ...head,
      failed_steps,
      ...(preparation !== null && { preparation }),
      ...shown,
      // Not published: set to undefined, so that JSON omits them.
      judged_by: undefined,
      details: undefined,
      filename: drop.name,
    };
    files.push(...(await readArtifacts(parts, document, drop)));
    const report = toReport(drop.name, shown, language);
    files.push({ ending: '.report.md', content: writeMarkdownReport(report) });
    files.push({ ending: '.report.html', content: writeHtmlReport(report) });
  }
  const main = Buffer.from(writeJson(result));
  files.push({ ending: '.result.json.jws', content: await parts.evidence.signResult(main) });
  files.push({ ending: '.result.json', content: main });
  if (triggers) files.push({ ending: isDone ? '.ok' : '.err', content: '' });
  return files;
}

/** Reads the artifacts of the steps other than validation, one by one because they may be large. */
async function readArtifacts({ documents }: DropboxParts, { id, steps }: Document, { workspaceId, actor }: Drop) {
  if (steps.length === 1) return [];
  const scope = { workspaceId, actor };
  const names = new Set<string>((await documents.artifacts.list(scope, id)).map(({ name }) => name));
  const files: ResultFile[] = [];
  for (const [name, ending] of ARTIFACTS) {
    if (names.has(name)) files.push({ ending, content: await documents.artifacts.read(scope, id, name) });
  }
  return files;
}
