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
import { textsOfBefore } from './legacy-texts.ts';
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
  /** What private keys are sealed with; asked for when the first key is needed. */
  readonly secret: () => string;
  readonly engine: Engine;
  /** What an applied pack is, by its digest and its release. */
  readonly packOf: (id: string, version: string) => EvidencePack;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  /** Where every report is given to. */
  readonly transparency: Pick<
    Transparency,
    'append' | 'appendAlone' | 'identity' | 'placesOf' | 'prove' | 'waitForProof'
  >;
  /** Who has more files for the archive of a report; asked whenever one is written. */
  readonly suppliers?: readonly ArchiveSupplier[];
  /** Draws a report as PDF, elsewhere than in the event loop. */
  readonly printReport: (sheet: Sheet) => Promise<Uint8Array>;
  /** Where people find the service, without a slash at the end; null: it is not said. */
  readonly site: string | null;
  /** The verifier that needs Node alone, as the build made it; null where there is no build. */
  readonly verifier?: Uint8Array | null;
  /** The key that signs reports where it is held elsewhere; absent or null: all keys are here. */
  readonly remote?: RemoteParts | null;
};

/** The files that somebody has for the archive of a report, by names that have a place in it. */
type ArchiveSupplier = (written: WrittenReport) => Promise<ReadonlyMap<string, Uint8Array>>;

/** What is known of a judged file: its result, with what a protocol names beside it where it is an invoice. */
type ValidationOutcome = FileResult & { readonly details?: InvoiceDetails | null };

/** A validation to be proven, and the language of the texts for people. */
type Proven = {
  readonly result: ValidationOutcome;
  readonly sizeBytes: number;
  readonly origin: Origin;
  readonly language: Language;
};

export type Evidence = {
  /** What this process judged a file by, at a time in milliseconds since the epoch. */
  readonly describe: (judged: { readonly ruleset: Pick<FileResult['ruleset'], 'packs'> }, at: number) => Origin;
  /** A signed report with its files. Nothing is kept of it. */
  readonly make: (proven: Proven) => Promise<WrittenReport>;
  /** A statement about a document before it is sent, signed with the same keys under a type of its own. */
  readonly signPreflight: <T extends object>(statement: T) => Promise<T & { readonly signature: string }>;
  /** The detached JWS of a file with results, as it stands beside it. */
  readonly signResult: (file: Uint8Array) => Promise<string>;
  /** The archive of a kept result, in Slovak, without its file. Throws when the result does not say what it was judged by. */
  readonly prove: (
    kept: ValidationOutcome,
    sizeBytes: number,
  ) => Promise<{
    readonly archive: Buffer;
    readonly report: Pick<SignedReport, 'id' | 'created_at' | 'valid' | 'document_type'>;
    /** By which the transparency log knows it. */
    readonly digest: Buffer;
  }>;
  /** An archive of ours once more, with what there is for it by now. */
  readonly renew: (archive: Uint8Array) => Promise<Buffer>;
  /** The archive of a report; with the judged bytes where they are given. */
  readonly archive: (written: WrittenReport, invoice: Uint8Array | null) => Promise<Buffer>;
  /** The report as PDF for people, in its language; it says the grade of what is proven now. */
  readonly pdf: (written: WrittenReport) => Promise<Uint8Array>;
  /** What is proven of a report now. A file that is made after it proves no less. */
  readonly gradeOf: (written: WrittenReport) => Promise<Grade>;
  /** Gives a report that nobody keeps to the transparency log. Resolves when it is stored there for good. */
  readonly log: (written: WrittenReport) => Promise<void>;
  /** Waits until the transparency log can prove the report, so many milliseconds at most. */
  readonly waitUntilLogged: (written: WrittenReport, milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Keeps a report where the scope's workspace alone reads it, and gives it to the transparency log. */
  readonly keep: (scope: Scope, written: WrittenReport) => Promise<void>;
  /** A report of the workspace, as it was signed. Throws `evidence_not_found`. */
  readonly get: (scope: Scope, id: string) => Promise<WrittenReport>;
  /** What reports of the workspace are about, the newest first. Throws CursorMalformed. */
  readonly list: (scope: Scope, page: Paging) => Promise<Page<ReportEntry>>;
  /** The evidence of a month of a workspace, for an auditor. */
  readonly exportPeriod: ExportPeriod;
  /** Removes reports of all workspaces made before that time, so many at most; how many went. */
  readonly eraseExpired: (before: Date, limit: number) => Promise<number>;
  readonly keys: EvidenceKeys;
  /** The public keys, of the log too, as `/.well-known/jwks.json` and `keys.json` in an archive have them. */
  readonly publishedKeys: () => Promise<PublishedKeys>;
};

type PublishedKeys = Jwks & { readonly log: Awaited<ReturnType<Transparency['identity']>> };

/** Makes evidence on a database. It holds nothing that must be closed besides the database. */
export function makeEvidence(parts: EvidenceParts): Evidence {
  const { db, secret, engine, packOf, now, newId, transparency, suppliers = [], printReport, site } = parts;
  const { verifier = null, remote = null } = parts;
  const howTo = Buffer.from(writeHowToVerify(site));
  const keys = makeEvidenceKeys({ db, secret, now, remote });
  const make = async (proven: Proven): Promise<WrittenReport> => {
    const sealer = await keys.sealing();
    const { report, texts } = await makeReportInTurns({ id: newId('rep'), ...proven }, nextTurn);
    // A thousand issues take tens of milliseconds to sign too.
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
      protocol: describeReport(report, report.language ?? 'sk'),
      at: report.created_at,
      grade: await gradeOfFiles(report.signature, files),
      site,
    });
  const find = async (workspaceId: string, id: string): Promise<WrittenReport | null> => {
    const found = await findReport(db, workspaceId, id);
    if (found === undefined) return null;
    return { report: found.report, texts: found.texts ?? textsOfBefore(found.report) };
  };
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
    prove: async (kept, sizeBytes) => {
      const written = await make({ result: kept, sizeBytes, origin: originOf(kept), language: 'sk' });
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

/** By which the transparency log knows a report: SHA-256 of its canonical JSON, the signature included. */
const digestOfReport = (report: SignedReport): Buffer =>
  hash('sha256', toCanonicalJson(report as unknown as JsonValue), 'buffer');
