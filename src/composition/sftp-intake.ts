import type { App } from '../app.ts';
import { toUtcDay } from '../lib/utc-day.ts';
import { type Dropbox, makeDropbox } from '../modules/sftp/intake/index.ts';
import { type Backlog, shareOf } from '../platform/queue/backlog.ts';
import { sftpErrorMessage } from './sftp-error-message.ts';

/** How long a count of waiting work is cached, in milliseconds. */
const COUNTED_FOR = 1_000;

/** Dependencies of the intake, available both in a process with all parts and in a separate one. */
type IntakeParts = Pick<
  App,
  'config' | 'log' | 'metrics' | 'now' | 'newId' | 'accounts' | 'documents' | 'batches' | 'pdfReader'
> & {
  readonly evidence: Pick<App['evidence'], 'signResult'>;
  readonly validationPool: Pick<App['validationPool'], 'preview'>;
  readonly queue: Pick<App['queue'], 'backlog'>;
};

/**
 * Creates the file intake of this process. `readme` returns additional text for /README.txt.
 *
 * It is not part of the common parts because it parses files with the code of the API. Code for archives and drafts
 * is loaded with the first such file.
 */
export function makeAppDropbox(app: IntakeParts, readme: () => string): Dropbox {
  const { accounts, config, validationPool, now, queue } = app;
  const limits = { bytes: config.maxQueuedBytes, files: config.maxQueuedFiles, fileBytes: config.maxXmlBytes };
  let counted: { readonly at: number; readonly backlog: Promise<Backlog> } | null = null;
  return makeDropbox({
    ...app,
    ...config.sftp,
    maxXmlBytes: config.maxXmlBytes,
    maxPdfBytes: config.maxPdfBytes,
    audit: accounts.audit,
    meter: accounts.meter,
    meterEach: accounts.meterEach,
    readme,
    preview: async (json, owner, signal) => {
      const { readDroppedDraft } = await import('../modules/drafts/http/dropped-draft.ts');
      const request = { draft: readDroppedDraft(json), today: toUtcDay(now()), reach: null };
      return validationPool.preview(request, { owner, signal });
    },
    readBatch: async function* (path, kind) {
      const { readDroppedBatch } = await import('../modules/batches/http/dropped-batch.ts');
      yield* readDroppedBatch(path, kind, limits, config.dataDir);
    },
    toProblemResponse: sftpErrorMessage,
    settings: async (workspaceId) => {
      const [settings, cii] = await Promise.all([
        accounts.sftp.settings({ workspaceId }),
        accounts.workspaces.cii(workspaceId),
      ]);
      return { ...settings, cii: cii ?? config.cii };
    },
    workspaces: accounts.sftp.workspaces,
    findHomes: accounts.sftp.findHomes,
    hasRoom: async (workspaceId) => {
      const { maxBacklog } = config.pressure;
      if (counted === null || now() - counted.at >= COUNTED_FOR)
        counted = { at: now(), backlog: queue.backlog(maxBacklog + 1) };
      const { waiting, limit } = shareOf(await counted.backlog, maxBacklog, workspaceId);
      return waiting < limit;
    },
  });
}
