import type { KeysBelow } from '../../../../locales/index.ts';
import { FINDINGS } from './findings.data.ts';

type FindingCode = keyof typeof FINDINGS;

export type Reason = KeysBelow<'verifier.reason'>;

/** A difference and the file that contains it. */
export type EvidenceFinding = {
  readonly code: FindingCode;
  /** A file of the archive or next to it; null: the archive as a whole. */
  readonly file: string | null;
  readonly detail?: string;
};

type CheckState = 'held' | 'failed' | 'unchecked';
type CheckName = KeysBelow<'verifier.check'> extends `${infer Name}.${CheckState}` ? Name : never;

/** A check with its result; `unchecked` if it could not be performed. */
export type Check = { readonly name: CheckName; readonly state: CheckState; readonly detail: string };

/** Accumulates the results of a verification. */
export type Findings = {
  /** Adds a finding, once per code and file, and at most 1,000 in total. */
  readonly report: (code: FindingCode, file: string | null, detail?: string) => void;
  /** The last result of a check replaces earlier ones. */
  readonly check: (name: CheckName, state: CheckState, detail?: string) => void;
  /** Whether the file has a finding that is not a note. */
  readonly hasFault: (file: string | null) => boolean;
  /** Whether there are no findings except notes. */
  readonly isIntact: () => boolean;
  readonly stateOf: (name: CheckName) => CheckState | undefined;
  readonly list: () => { readonly findings: readonly EvidenceFinding[]; readonly checks: readonly Check[] };
};

/**
 * Whether the finding is an error: the evidence was changed, or the supplied invoice is not the validated one. Notes
 * are not errors.
 */
export const isFault = ({ code }: EvidenceFinding): boolean => FINDINGS[code] !== 'note';

/** A hostile archive could cause millions of findings. */
const MOST = 1_000;

export function startFindings(): Findings {
  const findings: EvidenceFinding[] = [];
  const reported = new Set<string>();
  const faulty = new Set<string | null>();
  const checks = new Map<CheckName, Check>();
  return {
    report: (code, file, detail) => {
      if (FINDINGS[code] === 'fault') faulty.add(file);
      const name = JSON.stringify([code, file]);
      if (reported.has(name) || reported.size >= MOST) return;
      reported.add(name);
      findings.push({ code, file, ...(detail !== undefined && { detail }) });
    },
    check: (name, state, detail = '') => void checks.set(name, { name, state, detail }),
    hasFault: (file) => faulty.has(file),
    isIntact: () => faulty.size === 0,
    stateOf: (name) => checks.get(name)?.state,
    list: () => ({ findings, checks: [...checks.values()] }),
  };
}
