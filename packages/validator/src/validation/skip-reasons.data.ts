import type { SkipReason } from './describe-ruleset.ts';

export const NOT_WELL_FORMED: SkipReason = {
  code: 'not_well_formed',
  reason: {
    sk: 'Súbor nie je správne utvorené XML, preto sa táto vrstva nedá posúdiť.',
    en: 'The file is not well-formed XML, so this layer cannot be validated.',
  },
};

export const UNSUPPORTED_DOCUMENT_TYPE: SkipReason = {
  code: 'document_type_unsupported',
  reason: {
    sk: 'Dokument nie je faktúra ani dobropis vo formáte UBL 2.1, preto sa táto vrstva nedá posúdiť.',
    en: 'The document is not a UBL 2.1 invoice or credit note, so this layer cannot be validated.',
  },
};

export const DOCUMENT_MISSING: SkipReason = {
  code: 'document_missing',
  reason: {
    sk: 'V obálke nie je žiadny dokument, preto sa táto vrstva nedá posúdiť.',
    en: 'There is no document in the envelope, so this layer cannot be validated.',
  },
};
