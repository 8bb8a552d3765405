import type { SendError } from './event.ts';

/** Result of a send whose content was erased. */
export const CONTENT_ERASED: SendError = {
  code: 'content_erased',
  detail: {
    sk: 'Obsah dokladu bol vymazaný počas odosielania. Či ho partner prevzal, už služba nezistí.',
    en: 'The content was erased while it was being sent. Whether the partner received it will not be determined.',
  },
  said: null,
};

/**
 * Result of a rejected retry: an earlier attempt with unknown outcome may have arrived, whatever the partner returned
 * now.
 */
export const repeatRefused = (said: string | null): SendError => ({
  code: 'partner_repeat_refused',
  detail: {
    sk: 'Partner odmietol zopakovaný pokus, no skorší sa skončil bez odpovede: doklad už možno má. Overte to u neho a výsledok zapíšte (POST /api/documents/{id}/send-settlement).',
    en: 'The partner rejected the retry, but an earlier attempt ended without a response, so the partner may have the document. Check with the partner and record the result (POST /api/documents/{id}/send-settlement).',
  },
  said,
});
