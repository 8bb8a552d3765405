import { text } from '../../../../locales/index.ts';

export const REASON_TEXTS = {
  issues_left_out: text('reference-validator.reason.issues_left_out'),
  other_release: text('reference-validator.reason.other_release'),
  white_space_of_dates: text('reference-validator.reason.white_space_of_dates'),
  error_optional: text('reference-validator.reason.error_optional'),
} as const;
