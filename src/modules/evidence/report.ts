import type { AppliedRuleset, DocumentType, Issue, Language, RootCause, Summary } from '@e-invoice/validator/issues';
import type { InvoiceDetails } from '../exchange/invoice-facts/index.ts';

/** What judged: the release, and a digest that changes with whatever could change a finding or its words. */
export type Engine = { readonly version: string; readonly digest: string };

/** The files beside `evidence.json` in the archive, in their order there. */
export const REPORT_FILES = ['report.html', 'report.md', 'developer-summary.md', 'issues.csv'] as const;
type ReportFile = (typeof REPORT_FILES)[number];

/** A rule pack that was applied: its digest says which rules exactly, the rest which release they are of. */
export type EvidencePack = {
  readonly id: string;
  readonly version: string;
  readonly digest: string;
  /** The release that the pack holds, in its publisher's words; absent where only the digest is known, and in reports of before. */
  readonly conforms_to?: string;
  /** The day on which that was published (ISO 8601); null: its publisher does not say. */
  readonly published?: string | null;
};

/** What was applied, exactly: a pack of the same digest holds the same rules. */
export type EvidenceRuleset = Omit<AppliedRuleset, 'packs' | 'coverage'> & {
  /** Reports of before it was told do not have it. */
  readonly coverage?: AppliedRuleset['coverage'];
  readonly packs: readonly EvidencePack[];
};

/**
 * What a validation found, for keeping (contract, section 3). Issues and root causes have Slovak and English; the texts for
 * people are in one language.
 */
export type Report = {
  /** `rep_…` */
  readonly id: string;
  readonly filename: string;
  /** Of the texts for people; reports of before had both in every line, and no such member. */
  readonly language?: Language;
  /** Lowercase hex of the judged bytes. */
  readonly sha256: string;
  readonly size_bytes: number;
  /** ISO 8601, UTC, with milliseconds. Its day is the day that the rules were applied on. */
  readonly created_at: string;
  readonly valid: boolean;
  readonly document_type: DocumentType;
  readonly sbdh: boolean;
  readonly ruleset: EvidenceRuleset;
  readonly engine: Engine;
  readonly summary: Summary;
  /** Parties and VAT; absent where the file is no invoice. */
  readonly details?: InvoiceDetails;
  readonly counts: { readonly fatal: number; readonly warning: number; readonly info: number };
  readonly issues: readonly Issue[];
  /** How many more there are, when they are too many to be told; the counts count them all. */
  readonly issues_left_out?: number;
  readonly root_causes: readonly RootCause[];
  readonly report_markdown: string;
  readonly developer_summary: string;
  /** SHA-256 of the files that stand beside the report in the archive, lowercase hex. */
  readonly files: Readonly<Partial<Record<ReportFile, string>>>;
};

/** Its fields, in their order. */
export const ENTRY = [
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

/** What a list tells of a report. */
export type ReportEntry = Pick<Report, (typeof ENTRY)[number]>;

export const toEntry = (report: Report): ReportEntry =>
  Object.fromEntries(ENTRY.map((name) => [name, report[name]])) as ReportEntry;

/** A report before its texts for people are written. */
export type Facts = Omit<Report, 'report_markdown' | 'developer_summary' | 'files'>;

/** A report with its detached JWS. */
export type SignedReport = Report & { readonly signature: string };

/** The files that the report names by their digests, as they were written with it. */
export type ReportTexts = Readonly<Partial<Record<ReportFile, string>>>;

/** A signed report with its files. */
export type WrittenReport = { readonly report: SignedReport; readonly texts: ReportTexts };
