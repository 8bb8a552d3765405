import { text } from '../../../../../locales/index.ts';
import { type CheckResult, fail, type StoredDocument } from '../preflight.ts';

/**
 * Why the state of a stored document prevents sending, whatever its content; null when the record allows it. Without
 * this check a preflight of the bytes would report `ready` for a document whose preparation is rejected.
 */
export function checkRecord(stored: StoredDocument | null): CheckResult | null {
  if (stored === null) return null;
  const { status } = stored;
  if (stored.isReceived) {
    return fail(text('preflight.check-record.fail'), { status, refused: 'document_received' });
  }
  const evidence = { status, refused: 'transition_not_allowed' };
  switch (status) {
    case 'sending':
    case 'sent':
    case 'delivered':
      return fail(text('preflight.check-record.fail-2'), evidence);
    case 'send_unknown':
      return fail(text('preflight.check-record.fail-3'), evidence);
    case 'delivery_failed':
    case 'invalid':
    case 'canceled':
      return fail(text('preflight.check-record.fail-4', { status }), evidence);
    case 'failed':
      return fail(text('preflight.check-record.fail-5'), evidence);
    default:
      return null;
  }
}
