import type { FileResult } from '@e-invoice/validator/issues';
import type { VerdictWord } from './thread-messages.ts';

export const verdictOf = ({ valid, issues }: Pick<FileResult, 'valid' | 'issues'>): VerdictWord => {
  if (issues.some(({ undetermined }) => undetermined === true)) return 'undetermined';
  return valid ? 'valid' : 'invalid';
};
