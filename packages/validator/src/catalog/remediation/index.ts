/** Suggests how to fix a finding of this service or of another validator. */
export {
  type Remediation,
  type RemediationAlternative,
  type RemediationQuestion,
  suggestRemediation,
} from './suggest-remediation.ts';
