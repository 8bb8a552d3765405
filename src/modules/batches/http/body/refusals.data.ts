/** Reasons why a single file of a batch is not validated; their texts are the messages `batch-refusal`. */
export const REFUSAL_CODES = [
  'file_too_large',
  'filename_not_allowed',
  'field_unknown',
  'field_repeated',
  'line_malformed',
  'line_too_long',
  'name_not_utf8',
  'name_leads_out',
  'name_twice',
  'entry_is_link',
  'entry_encrypted',
  'entry_method_unsupported',
  'entry_damaged',
  'archive_nested',
  'archive_nested_unreadable',
  'archive_nested_too_large',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];
