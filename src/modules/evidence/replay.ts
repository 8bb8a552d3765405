import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import type { FileResult } from '@e-invoice/validator/issues';
import type { Engine, Report } from './report.ts';
import { toWellFormed } from './well-formed.ts';

type PackAtHand = { readonly id: string; readonly version: string; readonly digest: string };

/** A reason why a report cannot be reproduced. */
export type Missing =
  | { readonly missing: 'pack'; readonly id: string; readonly version: string; readonly digest: string }
  /** A pack with this name is installed but contains different rules. */
  | {
      readonly missing: 'pack content';
      readonly id: string;
      readonly version: string;
      readonly digest: string;
      readonly found: string;
    }
  | { readonly missing: 'engine'; readonly version: string; readonly digest: string; readonly found: Engine };

/** Returns the rule packs and engine of a report that are not installed. */
export function findMissing(report: Report, packs: readonly PackAtHand[], engine: Engine): Missing[] {
  const missing = report.ruleset.packs.flatMap(({ id, version, digest }): Missing[] => {
    const found = packs.find((pack) => pack.id === id && pack.version === version);
    if (found === undefined) return [{ missing: 'pack', id, version, digest }];
    return found.digest === digest ? [] : [{ missing: 'pack content', id, version, digest, found: found.digest }];
  });
  if (report.engine.digest !== engine.digest) missing.push({ missing: 'engine', ...report.engine, found: engine });
  return missing;
}

/** The report fields that must be reproduced; names and times are excluded. */
const FINDINGS = ['sha256', 'valid', 'document_type', 'sbdh', 'summary', 'counts', 'issues', 'root_causes'] as const;

/**
 * Returns the fields in which a repeated validation differs from the report, compared as bytes; empty if it matches.
 */
export function compareFindings(report: Report, result: FileResult): string[] {
  const again: Readonly<Record<string, unknown>> = {
    ...result,
    counts: { fatal: result.fatal_count, warning: result.warning_count, info: result.info_count },
  };
  const toText = (value: unknown): string => toCanonicalJson(toWellFormed((value ?? null) as JsonValue));
  const applied = ({ id, version, coverage, layers, skipped }: Omit<Report['ruleset'], 'packs'>) => ({
    id,
    version,
    layers,
    skipped,
    coverage,
  });
  const differing: string[] = FINDINGS.filter((part) => toText(report[part]) !== toText(again[part]));
  if (toText(report.issues_left_out) !== toText(result.issues_left_out)) differing.push('issues_left_out');
  if (toText(applied(report.ruleset)) !== toText(applied(result.ruleset))) differing.push('ruleset');
  return differing;
}
