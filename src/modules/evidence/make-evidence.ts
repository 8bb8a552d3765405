import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import type { FileResult, Language } from '@e-invoice/validator/issues';
import type { IdPrefix } from '../../lib/ids.ts';
import { type Page, type Paging, readNewest } from '../../lib/page-cursor.ts';
import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import type { InvoiceDetails } from '../exchange/invoice-facts/index.ts';
import { writeArchive } from './archive.ts';
import { type EvidenceKeys, makeEvidenceKeys, type RemoteParts } from './evidence-keys.ts';
import { type Database, deleteReports, findReport, insertReport, listReports } from './evidence-store.ts';
import { gradeOfFiles } from './grade.ts';
import { writeHowToVerify } from './how-to-verify.ts';
import type { Jwks } from './jwk.ts';
import { makeReportInTurns } from './make-report.ts';
import { type ExportPeriod, makeExportPeriod } from './monthly-export/make-periods.ts';
import { type Origin, originOf } from './origin.ts';
import type { Grade, Sheet } from './pdf/sheet.ts';
import { readArchive } from './read-archive.ts';
import type { Engine, EvidencePack, ReportEntry, SignedReport, WrittenReport } from './report.ts';
import { describeReport } from './report-content.ts';
import { signBytes, signReport, signStatement } from './signature.ts';
import { listRenewals } from './timestamps/timestamp-store.ts';
import type { Transparency } from './transparency/index.ts';
import { STAMP_FILES } from './verifier/index.ts';

type EvidenceParts = {
  readonly db: Database;
  /** Secret that encrypts private keys; read when the first key is needed. */
  readonly secret: () => string;
  readonly engine: Engine;
  /** Returns digest and release of an applied rule pack. */
  readonly packOf: (id: string, version: string) => EvidencePack;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  readonly transparency: Pick<
    Transparency,
    'append' | 'appendAlone' | 'identity' | 'placesOf' | 'prove' | 'waitForProof'
  >;
  /** Called for each archive to add files to it. */
  readonly suppliers?: readonly ArchiveSupplier[];
  /** Renders a report as PDF, outside the event loop. */
  readonly printReport: (sheet: Sheet) => Promise<Uint8Array>;
  /** Public address of the service without a trailing slash; null: texts omit it. */
  readonly site: string | null;
  /** The standalone verifier (requires only Node) from the build; null if there is no build. */
  readonly verifier?: Uint8Array | null;
  /** Remote key that signs reports; absent or null: all keys are local. */
  readonly remote?: RemoteParts | null;
};

/** Returns archive files by name; the names must be in `ARCHIVE_FILES`. */
type ArchiveSupplier = (written: WrittenReport) => Promise<ReadonlyMap<string, Uint8Array>>;

/** Validation result, with the details of the report if the file is an invoice. */
type ValidationOutcome = FileResult & { readonly details?: InvoiceDetails | null };

type Proven = {
  readonly result: ValidationOutcome;
  readonly sizeBytes: number;
  readonly origin: Origin;
  readonly language: Language;
};

export type Evidence = {
  /** Returns the engine and rule packs of this process. @param at milliseconds since the epoch */
  readonly describe: (validated: { readonly ruleset: Pick<FileResult['ruleset'], 'packs'> }, at: number) => Origin;
  /** Creates a signed report with its texts. Stores nothing. */
  readonly make: (proven: Proven) => Promise<WrittenReport>;
  /** Signs a statement about a document before it is sent, with the same keys but a separate JWS type. */
  readonly signPreflight: <T extends object>(statement: T) => Promise<T & { readonly signature: string }>;
  /** Returns the detached JWS of a result file. */
  readonly signResult: (file: Uint8Array) => Promise<string>;
  /**
   * Creates the archive of a stored result, with Slovak texts and without the invoice. @throws Error if the result
   * does not record its origin
   */
  readonly prove: (
    result: ValidationOutcome,
    sizeBytes: number,
  ) => Promise<{
    readonly archive: Buffer;
    readonly report: Pick<SignedReport, 'id' | 'created_at' | 'valid' | 'document_type'>;
    readonly digest: Buffer;
  }>;
  /** Writes an archive of this service again, with the proofs and time stamps available now. */
  readonly renew: (archive: Uint8Array) => Promise<Buffer>;
  /** Writes the archive of a report, including the validated file unless it is null. */
  readonly archive: (written: WrittenReport, invoice: Uint8Array | null) => Promise<Buffer>;
  /** Renders the report as PDF in its language, with the current grade. */
  readonly pdf: (written: WrittenReport) => Promise<Uint8Array>;
  /** Returns the current grade. Files created afterwards have at least this grade. */
  readonly gradeOf: (written: WrittenReport) => Promise<Grade>;
  /** Records an unstored report in the transparency log. Resolves when the entry is committed. */
  readonly log: (written: WrittenReport) => Promise<void>;
  /** Waits up to `milliseconds` until the transparency log can prove the report. */
  readonly waitUntilLogged: (written: WrittenReport, milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Stores a report in the workspace of the scope and records it in the transparency log. */
  readonly keep: (scope: Scope, written: WrittenReport) => Promise<void>;
  /** Returns a stored report of the workspace. @throws Refusal `evidence_not_found` */
  readonly get: (scope: Scope, id: string) => Promise<WrittenReport>;
  /** Lists reports of the workspace, newest first. @throws CursorMalformed */
  readonly list: (scope: Scope, page: Paging) => Promise<Page<ReportEntry>>;
  readonly exportPeriod: ExportPeriod;
  /**
   * Deletes at most `limit` reports made before a time, across all workspaces. @returns the number of deleted reports
   */
  readonly eraseExpired: (before: Date, limit: number) => Promise<number>;
  readonly keys: EvidenceKeys;
  /**
   * Public keys including the key of the log, as published in `/.well-known/jwks.json` and in `keys.json` of
   * archives.
   */
  readonly publishedKeys: () => Promise<PublishedKeys>;
};

type PublishedKeys = Jwks & { readonly log: Awaited<ReturnType<Transparency['identity']>> };

/** Creates the evidence service. It owns no resources that need closing. */
export function makeEvidence(parts: EvidenceParts): Evidence {
  const { db, secret, engine, packOf, now, newId, transparency, suppliers = [], printReport, site } = parts;
  const { verifier = null, remote = null } = parts;
  const howTo = Buffer.from(writeHowToVerify(site));
  const keys = makeEvidenceKeys({ db, secret, now, remote });
  const make = async (proven: Proven): Promise<WrittenReport> => {
    const sealer = await keys.sealing();
    const { report, texts } = await makeReportInTurns({ id: newId('rep'), ...proven }, nextTurn);
    // Signing a report of a thousand issues also takes tens of milliseconds.
    await nextTurn();
    return { report: await signReport(report, sealer), texts };
  };
  const supplied = async (written: WrittenReport): Promise<Map<string, Uint8Array>> => {
    const files = new Map<string, Uint8Array>();
    const proof = await transparency.prove(digestOfReport(written.report));
    if (typeof proof === 'object') {
      files.set('evidence.tlog-proof', Buffer.from(proof.file));
      const stamps = proof.stamp === null ? [] : [proof.stamp, ...(await listRenewals(db, proof.treeSize))];
      for (const [index, name] of STAMP_FILES.entries()) if (index < stamps.length) files.set(name, stamps[index]!);
    }
    for (const supply of suppliers) for (const [name, bytes] of await supply(written)) files.set(name, bytes);
    return files;
  };
  const print = async ({ report }: WrittenReport, files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> =>
    printReport({
      protocol: describeReport(report, report.language),
      at: report.created_at,
      grade: await gradeOfFiles(report.signature, files),
      site,
    });
  const find = async (workspaceId: string, id: string): Promise<WrittenReport | null> =>
    (await findReport(db, workspaceId, id)) ?? null;
  const signSums = async (sums: Uint8Array) => signBytes(sums, 'sums+jws', await keys.signing());
  const publishedKeys = async (): Promise<PublishedKeys> => ({
    ...(await keys.published()),
    log: await transparency.identity(),
  });
  const writeKeys = async (): Promise<string> => JSON.stringify(await publishedKeys());
  const archive = async (written: WrittenReport, invoice: Uint8Array | null): Promise<Buffer> => {
    const extras = new Map<string, Uint8Array>([
      ['keys.json', Buffer.from(await writeKeys())],
      ['OVERENIE.txt', howTo],
    ]);
    if (verifier !== null) extras.set('verify.mjs', verifier);
    for (const [name, bytes] of await supplied(written)) extras.set(name, bytes);
    extras.set('report.pdf', await print(written, extras));
    return writeArchive(written, { invoice, extras, signSums });
  };
  const renew = async (bytes: Uint8Array): Promise<Buffer> => {
    const { written, invoice } = await readArchive(bytes);
    return archive(written, invoice);
  };
  return {
    keys,
    publishedKeys,
    make,
    archive,
    pdf: async (written) => print(written, await supplied(written)),
    gradeOf: async (written) => gradeOfFiles(written.report.signature, await supplied(written)),
    describe: ({ ruleset }, at) => ({
      at: new Date(at).toISOString(),
      engine,
      packs: ruleset.packs.map(({ id, version }) => packOf(id, version)),
    }),
    signPreflight: async (statement) => signStatement(statement, 'preflight+jws', await keys.signing()),
    signResult: async (file) => signBytes(file, 'result+jws', await keys.signing()),
    prove: async (result, sizeBytes) => {
      const written = await make({ result, sizeBytes, origin: originOf(result), language: 'sk' });
      const { id, created_at, valid, document_type } = written.report;
      return {
        archive: await archive(written, null),
        report: { id, created_at, valid, document_type },
        digest: digestOfReport(written.report),
      };
    },
    renew,
    log: ({ report }) => transparency.appendAlone(digestOfReport(report)),
    waitUntilLogged: async ({ report }, milliseconds, signal) => {
      await transparency.waitForProof(digestOfReport(report), milliseconds, signal);
    },
    eraseExpired: (before, limit) => deleteReports(db, before, new Date(now()), limit),
    list: ({ workspaceId }, page) =>
      readNewest('rep', page, (before, limit) => listReports(db, workspaceId, before, limit)),
    keep: (scope, written) =>
      insertReport(db, scope, written, (trx) => {
        const { workspaceId } = scope;
        transparency.append(trx, digestOfReport(written.report), { workspaceId, reportId: written.report.id });
      }),
    get: async (scope, id) => {
      const found = await find(scope.workspaceId, id);
      if (found === null) throw refusal('evidence_not_found', { id });
      return found;
    },
    exportPeriod: makeExportPeriod({
      db,
      published: writeKeys,
      signSums,
      find,
      archive,
      renew,
      placesOf: transparency.placesOf,
      now,
    }),
  };
}

/** Identifies a report in the transparency log: SHA-256 of its canonical JSON, including the signature. */
const digestOfReport = (report: SignedReport): Buffer =>
  hash('sha256', toCanonicalJson(report as unknown as JsonValue), 'buffer');
