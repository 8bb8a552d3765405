/** Remediation of rules of other validators. */
export const remediation = {
  'remediation.one-of-them': 'rule_id, message or location',
} as const;
