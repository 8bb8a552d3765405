import {
  DOCUMENT_TYPES,
  type DocumentType,
  type FileResult,
  type Issue,
  LEVELS,
  type Level,
} from '@e-invoice/validator/issues';
import { splitCauses } from './verdict.ts';

/** A finding without invoice data: rule, level and location. */
export type LinkIssue = Pick<Issue, 'rule_id' | 'level' | 'location' | 'line' | 'column'>;

/** Report in a link: rule ids and locations, without values, names or numbers of the invoice. */
export type LinkReport = {
  readonly document_type: DocumentType;
  readonly ruleset: { readonly id: string; readonly version: string };
  readonly fatal_count: number;
  readonly warning_count: number;
  readonly info_count: number;
  /** Totals of both kinds; the link may contain fewer. */
  readonly mistakes: number;
  readonly checks: number;
  /** One list per mistake and per matter to check, in report order. */
  readonly causes: readonly (readonly LinkIssue[])[];
};

/** Mail programs truncate longer links. */
const MAX_CAUSES = 60;
const MAX_OF_ONE = 5;

/** Encodes the report for a link; decoded by `readLinkReport`. */
export function writeLinkReport(result: FileResult): string {
  const { document_type: d, ruleset, fatal_count, warning_count, info_count } = result;
  const { mistakes, checks } = splitCauses(result);
  const n = [fatal_count, warning_count, info_count, mistakes.length, checks.length];
  const c = [...mistakes, ...checks]
    .slice(0, MAX_CAUSES)
    .map(({ issue_indexes }) => issue_indexes.slice(0, MAX_OF_ONE).flatMap((index) => result.issues[index] ?? []))
    .filter((group) => group.length > 0)
    .map((group) => group.map(toRow));
  return JSON.stringify({ v: 1, d, r: [ruleset.id, ruleset.version], n, c });
}

const toRow = ({ rule_id, level, location, line, column }: Issue) => [
  rule_id,
  LEVELS.indexOf(level),
  PATH.test(location) ? location : '',
  line ?? 0,
  column ?? 0,
];

/** A path of names and indexes only, so that it cannot contain arbitrary text of a third party. */
const PATH = /^(?:\/@?[A-Za-z_][\w.-]{0,80}(?::[\w.-]{1,80})?(?:\[\d{1,6}\])?){1,40}$/;
const RULE = /^[A-Za-z0-9][\w.-]{0,79}$/;
const NAME = /^[\w.+-]{1,60}$/;

/**
 * Decodes the report of a link; null when it is invalid. Links are untrusted input, so only the expected format is
 * accepted.
 */
export function readLinkReport(text: string): LinkReport | null {
  const { v, d, r, n, c } = parse(text);
  const document_type = DOCUMENT_TYPES.find((known) => known === d);
  if (v !== 1 || document_type === undefined || !Array.isArray(r) || !Array.isArray(n) || !Array.isArray(c))
    return null;
  const [id, version] = r as unknown[];
  const [fatal_count, warning_count, info_count, mistakes, checks] = n as unknown[];
  if (!isName(id) || !isName(version)) return null;
  if (!isCount(fatal_count) || !isCount(warning_count) || !isCount(info_count)) return null;
  if (!isCount(mistakes) || !isCount(checks) || c.length > MAX_CAUSES) return null;
  const causes: readonly (readonly (LinkIssue | null)[])[] = c.map((rows: unknown) =>
    Array.isArray(rows) ? rows.map(toIssue) : [],
  );
  const sound = causes.filter(isCause);
  if (sound.length < causes.length) return null;
  const counts = { fatal_count, warning_count, info_count, mistakes, checks };
  return { document_type, ruleset: { id, version }, ...counts, causes: sound };
}

function parse(text: string): { v?: unknown; d?: unknown; r?: unknown; n?: unknown; c?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function toIssue(row: unknown): LinkIssue | null {
  const [rule_id, level, location, line, column] = Array.isArray(row) ? (row as unknown[]) : [];
  const known: Level | undefined = typeof level === 'number' ? LEVELS[level] : undefined;
  if (typeof rule_id !== 'string' || !RULE.test(rule_id) || known === undefined) return null;
  if (typeof location !== 'string' || (location !== '' && !PATH.test(location))) return null;
  if (!isCount(line) || !isCount(column)) return null;
  return { rule_id, level: known, location, line: line === 0 ? null : line, column: column === 0 ? null : column };
}

const isCause = (rows: readonly (LinkIssue | null)[]): rows is readonly LinkIssue[] =>
  rows.length > 0 && rows.length <= MAX_OF_ONE && !rows.includes(null);

const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 10_000_000;
