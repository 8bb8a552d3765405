import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../../locales/index.ts';

/** Why a preparation cannot succeed in the current state of the document, the partner or the network. */
export type SendFailure = {
  readonly code: string;
  readonly detail: Text;
  /** Message of the partner, cleaned and truncated; null or absent without a message. */
  readonly said?: string | null;
};

const failure = (code: string, sk: string, en: string): SendFailure => ({ code, detail: { sk, en } });

/** All attempts of the job failed. */
export const NOT_FINISHED = failure(
  'send_preparation_not_finished',
  'Odoslanie sa pre poruchu služby alebo nedostupný zdroj nepodarilo pripraviť. Dá sa pripraviť znova.',
  'The send preparation did not finish because of an internal error or an unavailable source. Start it again.',
);

export const PARTNER_GONE = failure(
  'partner_not_found',
  'Partner, pre ktorého sa malo odoslanie pripraviť, už neexistuje.',
  'The partner of this preparation no longer exists.',
);

export const NO_DOCUMENT = failure(
  'document_not_sendable',
  'Súbor nie je faktúra ani dobropis vo formáte UBL, preto ho nemožno odoslať do siete Peppol.',
  'The file is not a UBL invoice or credit note, so it cannot be sent through the Peppol network.',
);

/** The document was validated only with the layers or the rule set of its request, not with all rules. */
export const PARTLY_JUDGED = failure(
  'document_partly_judged',
  'Doklad bol posúdený iba podľa vrstiev alebo sady pravidiel, o ktoré požiadavka žiadala. Na odoslanie ho vložte znova bez parametrov layers a ruleset.',
  'The document was validated only against the requested layers or rule set. To send it, submit it again without layers and ruleset.',
);

/** The document lacks a value that the envelope requires. */
export const missing = (code: string, term: string, sk: string, en: string): SendFailure =>
  failure(code, `Vo faktúre chýba ${sk} (${term}).`, `The invoice does not contain ${en} (${term}).`);

export const receiverMalformed = (receiver: string): SendFailure =>
  failure(
    'receiver_malformed',
    `Identifikátor príjemcu ${receiver} nemá tvar schéma:identifikátor.`,
    `The receiver’s identifier ${receiver} does not have the format scheme:identifier.`,
  );

export const notRegistered = (receiver: string): SendFailure =>
  failure(
    'receiver_not_registered',
    `Príjemca ${receiver} nie je v sieti Peppol registrovaný.`,
    `The receiver ${receiver} is not registered in the Peppol network.`,
  );

export const typeNotSupported = (receiver: string): SendFailure =>
  failure(
    'receiver_document_type_not_supported',
    `Príjemca ${receiver} tento typ dokladu neprijíma.`,
    `The receiver ${receiver} does not accept this type of document.`,
  );

export const processNotSupported = (receiver: string): SendFailure =>
  failure(
    'receiver_process_not_supported',
    `Príjemca ${receiver} tento typ dokladu neprijíma v procese, ktorý faktúra uvádza (BT-23).`,
    `The receiver ${receiver} does not accept this type of document in the process stated in the invoice (BT-23).`,
  );

export const endpointInactive = (receiver: string): SendFailure =>
  failure(
    'receiver_endpoint_inactive',
    `Prijímací bod príjemcu ${receiver} dnes neplatí: jeho certifikát alebo registrácia vypršala, alebo ešte nezačala platiť.`,
    `The receiving endpoint of ${receiver} is not valid today: its certificate or registration has expired or is not yet valid.`,
  );

export const receiverUnknown = (receiver: string): SendFailure =>
  failure(
    'receiver_lookup_unavailable',
    `Nepodarilo sa zistiť, či príjemca ${receiver} doklad prijme: sieť Peppol neodpovedala. Neznamená to, že registrovaný nie je.`,
    `Whether the receiver ${receiver} accepts the document could not be determined: the Peppol network did not respond. This does not mean that the receiver is not registered.`,
  );

export const envelopeInvalid = (rules: readonly string[]): SendFailure =>
  failure(
    'envelope_invalid',
    `Obálka dokladu by porušila pravidlá siete: ${rules.join(', ')}.`,
    `The envelope of the document would break network rules: ${rules.join(', ')}.`,
  );

const CONNECTIONS: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    credentials_refused: text('send-failure.connection.credentials_refused'),
    access_refused: text('send-failure.connection.access_refused'),
    address_refused: text('send-failure.connection.address_refused'),
    unreachable: text('send-failure.connection.unreachable'),
    unexpected_answer: text('send-failure.connection.unexpected_answer'),
    temporarily_unavailable: text('send-failure.connection.temporarily_unavailable'),
  }),
);

/** Failure of a partner connection; `said`: message of the partner, cleaned and truncated. */
export function toConnectionFailure(code: string, partnerMessage: string | null = null): SendFailure {
  const { sk, en } = CONNECTIONS.get(code) ?? text('send-failure.to-connection-failure');
  return { ...failure(`partner_${code}`, `Partner ${sk}.`, `The partner ${en}.`), said: partnerMessage };
}

/** Failure of a dry run; `said`: message of the partner, cleaned and truncated. */
export const toDryRunFailure = (partnerMessage: string | null): SendFailure =>
  failure(
    'partner_would_refuse',
    `Partner by doklad odmietol${partnerMessage === null ? '.' : `: ${partnerMessage}`}`,
    `The partner would reject the document${partnerMessage === null ? '.' : `: ${partnerMessage}`}`,
  );

const SUBMITS: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    content_refused: text('send-failure.submit.content_refused'),
    conflict: text('send-failure.submit.conflict'),
    no_answer: text('send-failure.submit.no_answer'),
    unexpected_answer: text('send-failure.submit.unexpected_answer'),
    credentials_refused: text('send-failure.submit.credentials_refused'),
    access_refused: text('send-failure.submit.access_refused'),
    sender_not_registered: text('send-failure.submit.sender_not_registered'),
    receiver_not_found: text('send-failure.submit.receiver_not_found'),
    address_refused: text('send-failure.submit.address_refused'),
    unreachable: text('send-failure.submit.unreachable'),
    temporarily_unavailable: text('send-failure.submit.temporarily_unavailable'),
    sending_not_enabled: text('send-failure.submit.sending_not_enabled'),
    partner_not_found: text('send-failure.submit.partner_not_found'),
    partner_moved: text('send-failure.submit.partner_moved'),
  }),
);

/** Automatic retries have ended, and the partner may have the document. */
const NEEDS_OPERATOR: Text = text('send-failure.needs-operator');

/** Automatic retries have ended, and the partner does not have the document. */
const GIVEN_UP: Text = text('send-failure.given-up');

/** Codes whose usual message promises a retry; they get another message when automatic retries have ended. */
const OF_ITS_END: ReadonlySet<string> = new Set(['no_answer', 'unreachable', 'temporarily_unavailable']);

/** `goesOn`: the send is retried automatically. `mayHaveArrived`: the partner may have the document. */
type Prospect = { readonly willRetry: boolean; readonly mayHaveArrived: boolean };

/** Failure of a submit that was not accepted. */
export function toSubmitFailure(code: string, { willRetry, mayHaveArrived }: Prospect): SendFailure {
  const usual = SUBMITS.get(code) ?? text('send-failure.submit.usual');
  const ended = mayHaveArrived ? NEEDS_OPERATOR : GIVEN_UP;
  const { sk, en } = !willRetry && OF_ITS_END.has(code) ? ended : usual;
  return failure(`partner_${code}`.replace('partner_partner', 'partner').replace('partner_sending', 'sending'), sk, en);
}

/** All attempts of the job failed. */
export function sendInterrupted({ willRetry, mayHaveArrived }: Prospect): SendFailure {
  if (willRetry) {
    return failure(
      'send_interrupted',
      'Odosielanie prerušila porucha služby. Pokračuje sa tým istým dokladom pod tým istým kľúčom.',
      'Sending was interrupted by an internal error. It continues with the same bytes and the same idempotency key.',
    );
  }
  const { sk, en } = mayHaveArrived ? NEEDS_OPERATOR : NOT_HANDED_OVER;
  return failure(
    'send_interrupted',
    `Odosielanie prerušila porucha služby. ${sk}`,
    `Sending was interrupted by an internal error. ${en}`,
  );
}

const NOT_HANDED_OVER: Text = text('send-failure.not-handed-over');

export const DELIVERY_FAILED = failure(
  'delivery_failed',
  'Partner oznámil, že doklad nedoručil.',
  'The partner reports that it could not deliver the document.',
);
