import { type CheckResult, fail, type StoredDocument } from '../preflight.ts';

/**
 * Why the state of a stored document prevents sending, whatever its content; null when the record allows it. Without
 * this check a preflight of the bytes would report `ready` for a document whose preparation is rejected.
 */
export function checkRecord(stored: StoredDocument | null): CheckResult | null {
  if (stored === null) return null;
  const { status } = stored;
  if (stored.isReceived) {
    return fail(
      'Doklad ste prijali od iného; ďalej sa neposiela. Prijatú faktúru možno zodpovedať (invoice-responses).',
      'This is a received document and cannot be sent. A received invoice can be answered (invoice-responses).',
      { status, refused: 'document_received' },
    );
  }
  const evidence = { status, refused: 'transition_not_allowed' };
  switch (status) {
    case 'sending':
    case 'sent':
    case 'delivered':
      return fail('Tento doklad je už odoslaný.', 'This document has already been sent.', evidence);
    case 'send_unknown':
      return fail(
        'Tento doklad už partner možno má; kým sa to nezistí, znova sa neodošle.',
        'The partner may already have this document; it is not sent again until this is clarified.',
        evidence,
      );
    case 'delivery_failed':
    case 'invalid':
    case 'canceled':
      return fail(
        `Tento doklad je v konečnom stave ${status} a na odoslanie sa nepripraví. Vložte súbor znova, ako nový dokument.`,
        `This document is in the final status ${status} and will not be prepared for sending. Submit the file again, as a new document.`,
        evidence,
      );
    case 'failed':
      return fail(
        'Posúdenie dokladu zlyhalo; najprv ho zopakujte (retry).',
        'Validation of this document failed; retry it first (retry).',
        evidence,
      );
    default:
      return null;
  }
}
