import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sftpErrorMessage } from '../../src/composition/sftp-error-message.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { readDroppedBatch } from '../../src/modules/batches/http/dropped-batch.ts';
import { readDroppedDraft } from '../../src/modules/drafts/http/dropped-draft.ts';
import { makePdfReader } from '../../src/modules/rendering/index.ts';
import { type Dropbox, type DropboxParts, foldersOf, makeDropbox } from '../../src/modules/sftp/intake/index.ts';
import { makeMetrics, readConfig } from '../../src/platform/index.ts';
import { makeQueue } from '../../src/platform/queue/index.ts';
import { startWorkers } from '../../workers/main.ts';
import { fakeValidate } from '../http/fake-validate.ts';
import { startPrinter } from './chromium.ts';
import { makeTestDatabase, testLog } from './database.ts';
import { makeId, makeRecords, makeWorkspace } from './records.ts';
import { validationPoolOf } from './validation-pool-of.ts';

/** Uploader in tests. */
export const UPLOADER = { actor: 'sfk_test', address: '192.0.2.7' };

/**
 * Intake with real records and its own folder, whose workers report a file as valid when its content contains `valid`.
 * `makeOther` creates another process on the same folder; closing one leaves its claimed files in place.
 */
export async function openIntake(changes: Partial<DropboxParts> = {}) {
  const test = await makeTestDatabase({ maxConnections: 20 });
  const { db } = test;
  const folder = await mkdtemp(join(tmpdir(), 'einvoice-intake-'));
  const root = join(folder, 'sftp');
  const records = makeRecords(db);
  const metrics = makeMetrics('test');
  const queue = await makeQueue({ db, redisUrl: null, log: testLog, metrics });
  const validationPool = validationPoolOf({ validator: { validate: fakeValidate } });
  const start = () =>
    startWorkers({
      ...records,
      db,
      queue,
      log: testLog,
      // Separate, since restarted workers register their metrics again.
      metrics: makeMetrics('test'),
      now: () => Date.now(),
      config: readConfig({}),
      pdfReader: makePdfReader({ maxXmlBytes: 1_000_000 }),
      printer: startPrinter().printer,
      validationPool,
    });
  const { accounts } = records;
  const limits = { bytes: 64 * 1024 * 1024, files: 1_000, fileBytes: 1024 * 1024 };
  const opened: Dropbox[] = [];
  const workspaces: string[] = [];
  const makeOther = (others: Partial<DropboxParts> = {}): Dropbox => {
    const dropbox = makeDropbox({
      ...records,
      root,
      audit: accounts.audit,
      meter: accounts.meter,
      meterEach: accounts.meterEach,
      settings: async (workspaceId) => ({
        ...(await accounts.sftp.settings({ workspaceId })),
        cii: (await accounts.workspaces.cii(workspaceId)) ?? 'unsupported',
      }),
      workspaces: async () => workspaces,
      findHomes: accounts.sftp.findHomes,
      pdfReader: makePdfReader({ maxXmlBytes: limits.fileBytes }),
      preview: async (json, owner, signal) =>
        validationPool.preview({ draft: readDroppedDraft(json), today: '2027-01-15', reach: null }, { owner, signal }),
      readBatch: (path, kind) => readDroppedBatch(path, kind, limits, root),
      toProblemResponse: sftpErrorMessage,
      hasRoom: async () => true,
      maxXmlBytes: limits.fileBytes,
      maxPdfBytes: limits.fileBytes,
      quietMs: 0,
      halfFileMs: 86_400_000,
      keepMs: 0,
      readme: () => 'the server',
      now: () => Date.now(),
      newId: makeId,
      log: testLog,
      metrics: makeMetrics('test'),
      ...changes,
      ...others,
    });
    opened.push(dropbox);
    return dropbox;
  };
  const dropbox = makeOther();
  let workers = await start();
  const addWorkspace = async (): Promise<Scope> => {
    const scope = await makeWorkspace(db, 'enterprise');
    workspaces.push(scope.workspaceId);
    await dropbox.open(scope.workspaceId);
    return scope;
  };
  const pathsOf = (scope: Scope) => foldersOf(root, scope.workspaceId);
  /**
   * Renames a complete file into the inbox: without an upload marker, the intake would read a sidecar while it is
   * empty.
   */
  const put = async (scope: Scope, name: string, content: string | Uint8Array): Promise<void> => {
    const written = join(folder, makeId('drp'));
    await writeFile(written, content);
    await rename(written, join(pathsOf(scope).inbox, name));
  };
  return {
    db,
    root,
    records,
    dropbox,
    workspaces,
    makeOther,
    addWorkspace,
    pathsOf,
    /** Stops the workers, so that nothing is validated until they are started again. */
    stopWorkers: () => workers.stop(),
    startWorkers: async () => {
      workers = await start();
    },
    put,
    /** Uploads a file as a client does, and waits for its results. */
    drop: async (scope: Scope, name: string, content: string | Uint8Array) => {
      await put(scope, name, content);
      dropbox.arrived(scope.workspaceId, name, UPLOADER);
      await dropbox.idle();
    },
    results: async (scope: Scope) => (await readdir(pathsOf(scope).results)).sort(),
    read: (scope: Scope, name: string) => readFile(join(pathsOf(scope).results, name), 'utf8'),
    readJson: async (scope: Scope, name: string) =>
      JSON.parse(await readFile(join(pathsOf(scope).results, name), 'utf8')),
    documents: async (scope: Scope) => (await records.documents.list(scope, { limit: 100 })).items,
    close: async () => {
      await Promise.all(opened.map((one) => one.close()));
      await workers.stop();
      await queue.close();
      await accounts.close();
      await test.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Intake = Awaited<ReturnType<typeof openIntake>>;
