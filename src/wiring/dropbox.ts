import { readDroppedBatch, readDroppedDraft, tellRefusal } from '../api/body/dropped.ts';
import type { App } from '../app.ts';
import { type Dropbox, makeDropbox } from '../dropbox/index.ts';
import { toUtcDay } from '../lib/utc-day.ts';
import { type Backlog, shareOf } from '../queue/index.ts';

/** How long a count of the work that waits is used, in milliseconds. */
const COUNTED_FOR = 1_000;

/**
 * Makes the intake of files of this process. `readme`: what /README.txt tells besides.
 *
 * It reads what is dropped by the rules of the API, and so does not stand among the parts that every process has.
 */
export function makeAppDropbox(app: App, readme: () => string): Dropbox {
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
    preview: (json, owner, signal) =>
      validationPool.preview({ draft: readDroppedDraft(json), today: toUtcDay(now()), reach: null }, { owner, signal }),
    readBatch: (path, kind) => readDroppedBatch(path, kind, limits),
    tellRefusal,
    settings: (workspaceId) => accounts.sftp.settings({ workspaceId }),
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
