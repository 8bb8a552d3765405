import type { remediation as english } from '../en/remediation.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const remediation = {
  'remediation.one-of-them': 'rule_id, message alebo location',
} as const satisfies TranslationOf<typeof english>;
