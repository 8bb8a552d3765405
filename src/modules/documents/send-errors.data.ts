import { text } from '../../../locales/index.ts';
import type { SendError } from './event.ts';

/** Result of a send whose content was erased. */
export const CONTENT_ERASED: SendError = {
  code: 'content_erased',
  detail: text('send-failure.content-erased'),
  said: null,
};

/**
 * Result of a rejected retry: an earlier attempt with unknown outcome may have arrived, whatever the partner returned
 * now.
 */
export const repeatRefused = (said: string | null): SendError => ({
  code: 'partner_repeat_refused',
  detail: text('send-failure.repeat-refused'),
  said,
});
