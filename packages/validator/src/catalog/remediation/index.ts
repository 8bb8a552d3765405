/** What to do about a finding, of this service or of any other validator. */
export {
  type Remediation,
  type RemediationAlternative,
  type RemediationQuestion,
  suggestRemediation,
} from './suggest-remediation.ts';
