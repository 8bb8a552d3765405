import type { CHECKS } from './checks.data.ts';
import { FINDINGS, type REASONS } from './findings.data.ts';

type FindingCode = keyof typeof FINDINGS;

/** Why something cannot be read or does not hold. */
export type Reason = keyof typeof REASONS;

/** What differs, and in which file. */
export type EvidenceFinding = {
  readonly code: FindingCode;
  /** In the archive, or beside it; null: the archive itself. */
  readonly file: string | null;
  /** What the sentence names besides. */
  readonly detail?: string;
};

type CheckName = keyof typeof CHECKS;
type CheckState = 'held' | 'failed' | 'unchecked';

/** Something that was checked, or could have been. */
export type Check = { readonly name: CheckName; readonly state: CheckState; readonly detail: string };

/** What a verification has come to so far. */
export type Findings = {
  /** Each is told once a file, a thousand of them at most. */
  readonly report: (code: FindingCode, file: string | null, detail?: string) => void;
  /** The last word on a check counts. */
  readonly check: (name: CheckName, state: CheckState, detail?: string) => void;
  /** Whether anything of this file is wrong. */
  readonly hasFault: (file: string | null) => boolean;
  /** Whether anything is. */
  readonly isIntact: () => boolean;
  readonly stateOf: (name: CheckName) => CheckState | undefined;
  readonly list: () => { readonly findings: readonly EvidenceFinding[]; readonly checks: readonly Check[] };
};

/** Whether something is wrong: the evidence was changed, or the supplied invoice is another one. A note is not. */
export const isFault = ({ code }: EvidenceFinding): boolean => FINDINGS[code].level !== 'note';

/** So many are told: who reads a thousand knows enough, and a hostile archive may have millions. */
const MOST = 1_000;

export function startFindings(): Findings {
  const findings: EvidenceFinding[] = [];
  const told = new Set<string>();
  const faulty = new Set<string | null>();
  const checks = new Map<CheckName, Check>();
  return {
    report: (code, file, detail) => {
      if (FINDINGS[code].level === 'fault') faulty.add(file);
      const name = JSON.stringify([code, file]);
      if (told.has(name) || told.size >= MOST) return;
      told.add(name);
      findings.push({ code, file, ...(detail !== undefined && { detail }) });
    },
    check: (name, state, detail = '') => void checks.set(name, { name, state, detail }),
    hasFault: (file) => faulty.has(file),
    isIntact: () => faulty.size === 0,
    stateOf: (name) => checks.get(name)?.state,
    list: () => ({ findings, checks: [...checks.values()] }),
  };
}
