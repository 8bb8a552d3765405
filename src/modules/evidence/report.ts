import type { AppliedRuleset, DocumentType, Issue, Language, RootCause, Summary } from '@e-invoice/validator/issues';
import type { InvoiceDetails } from '../exchange/invoice-facts/index.ts';

/** The validation engine: its release, and a digest of everything that can change a finding or its text. */
export type Engine = { readonly version: string; readonly digest: string };

/** Files archived with `evidence.json`, in archive order. */
export const REPORT_FILES = ['report.html', 'report.md', 'developer-summary.md', 'issues.csv'] as const;
type ReportFile = (typeof REPORT_FILES)[number];

/** An applied rule pack: the digest identifies the exact rules, the other fields their release. */
export type EvidencePack = {
  readonly id: string;
  readonly version: string;
  readonly digest: string;
  /** The release of the pack, in the publisher's words; absent if only the digest is known. */
  readonly conforms_to?: string;
  /** Publication date of that release (ISO 8601); null: the publisher states no date. */
  readonly published?: string | null;
};

/** The applied rules. Packs with the same digest contain the same rules. */
export type EvidenceRuleset = Omit<AppliedRuleset, 'packs'> & {
  readonly packs: readonly EvidencePack[];
};

/**
 * The result of a validation, for storage (contract, section 3). Issues and root causes are in Slovak and English;
 * the texts are in one language.
 */
export type Report = {
  /** `rep_…` */
  readonly id: string;
  readonly filename: string;
  /** Language of the texts. */
  readonly language: Language;
  /** SHA-256 of the validated file, lowercase hex. */
  readonly sha256: string;
  /** As in the result; absent in reports of earlier releases. */
  readonly semantic_digest?: string | null;
  readonly semantic_digest_version?: number;
  readonly size_bytes: number;
  /** ISO 8601, UTC, with milliseconds. The rules in force on this date were applied. */
  readonly created_at: string;
  readonly valid: boolean;
  readonly document_type: DocumentType;
  readonly sbdh: boolean;
  readonly ruleset: EvidenceRuleset;
  readonly engine: Engine;
  readonly summary: Summary;
  /** Parties and VAT; absent if the file is not an invoice. */
  readonly details?: InvoiceDetails;
  readonly counts: { readonly fatal: number; readonly warning: number; readonly info: number };
  readonly issues: readonly Issue[];
  /** Number of issues omitted because there are too many; `counts` includes them. */
  readonly issues_left_out?: number;
  readonly root_causes: readonly RootCause[];
  readonly report_markdown: string;
  readonly developer_summary: string;
  /** SHA-256 of the files archived with the report, lowercase hex. */
  readonly files: Readonly<Partial<Record<ReportFile, string>>>;
};

/** Members of a list entry, in order. */
const ENTRY = [
  'id',
  'filename',
  'sha256',
  'size_bytes',
  'created_at',
  'valid',
  'document_type',
  'summary',
  'counts',
] as const satisfies readonly (keyof Report)[];

export type ReportEntry = Pick<Report, (typeof ENTRY)[number]>;

export const toEntry = (report: Report): ReportEntry =>
  Object.fromEntries(ENTRY.map((name) => [name, report[name]])) as ReportEntry;

/** A report before its texts are written. */
export type Facts = Omit<Report, 'report_markdown' | 'developer_summary' | 'files'>;

export type SignedReport = Report & { readonly signature: string };

/** Content of the files whose digests are in the report. */
export type ReportTexts = Readonly<Partial<Record<ReportFile, string>>>;

export type WrittenReport = { readonly report: SignedReport; readonly texts: ReportTexts };
