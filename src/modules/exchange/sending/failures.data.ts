import type { Text } from '@e-invoice/validator/issues';

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
    credentials_refused: { sk: 'odmietol prihlasovacie údaje', en: 'rejected the credentials' },
    access_refused: { sk: 'odmietol prístup', en: 'denied access' },
    address_refused: { sk: 'má adresu, na ktorú sa nesmie volať', en: 'has a forbidden address' },
    unreachable: { sk: 'je nedostupný', en: 'is unreachable' },
    unexpected_answer: { sk: 'odpovedal neočakávane', en: 'returned an unexpected response' },
    temporarily_unavailable: { sk: 'dočasne nepracuje', en: 'is temporarily unavailable' },
  }),
);

/** Failure of a partner connection; `said`: message of the partner, cleaned and truncated. */
export function toConnectionFailure(code: string, partnerMessage: string | null = null): SendFailure {
  const { sk, en } = CONNECTIONS.get(code) ?? { sk: 'nepracuje', en: 'is not working' };
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
    content_refused: {
      sk: 'Partner doklad odmietol pre jeho obsah. Opravený doklad pošlite ako nový.',
      en: 'The partner rejected the content of the document. Send a corrected version as a new document.',
    },
    conflict: {
      sk: 'Partner hlási, že tento doklad už má. Overte to u neho skôr, než ho pošlete znova.',
      en: 'The partner reports that it already has this document. Check with the partner before sending it again.',
    },
    no_answer: {
      sk: 'Partner neodpovedal. Doklad možno má; ten istý doklad sa mu pošle znova pod tým istým kľúčom.',
      en: 'The partner did not respond. It may have the document; the same bytes are sent again with the same idempotency key.',
    },
    unexpected_answer: {
      sk: 'Partner odpovedal neočakávane.',
      en: 'The partner returned an unexpected response.',
    },
    credentials_refused: {
      sk: 'Partner odmietol prihlasovacie údaje. Doklad neprevzal; opravte ich a pošlite ho znova.',
      en: 'The partner rejected the credentials and did not accept the document. Correct the credentials and send again.',
    },
    access_refused: {
      sk: 'Partner odmietol prístup: chýba kredit, oprávnenie alebo registrácia. Doklad neprevzal.',
      en: 'The partner denied access (credit, scope or registration is missing) and did not accept the document.',
    },
    sender_not_registered: {
      sk: 'Partner nepozná účastníka, za ktorého sa posiela. Doklad neprevzal.',
      en: 'The partner does not know the sending participant and did not accept the document.',
    },
    receiver_not_found: {
      sk: 'Partner nenašiel príjemcu alebo niečo iné, na čo sa doklad odvoláva. Doklad neprevzal.',
      en: 'The partner did not find the receiver or another object that the document references, and did not accept the document.',
    },
    address_refused: {
      sk: 'Adresa partnera vedie tam, kam sa nesmie volať.',
      en: 'The partner’s address leads to where nothing may be called.',
    },
    unreachable: {
      sk: 'Partner je nedostupný. Doklad neodišiel.',
      en: 'The partner is unreachable. The document was not sent.',
    },
    temporarily_unavailable: {
      sk: 'Partner teraz doklady neprijíma. Pošle sa mu neskôr.',
      en: 'The partner does not accept documents now. The document will be sent later.',
    },
    sending_not_enabled: {
      sk: 'Odosielanie cez tohto partnera nie je zapnuté.',
      en: 'Sending is not enabled for this partner.',
    },
    partner_not_found: {
      sk: 'Partner, cez ktorého sa malo posielať, už neexistuje.',
      en: 'The partner that was to send the document no longer exists.',
    },
    partner_moved: {
      sk: 'Adresa partnera sa zmenila, odkedy mu bol doklad odovzdaný bez odpovede. Nové miesto o ňom nevie, preto sa tam sám nepošle: overte na pôvodnom, či ho má, a výsledok zapíšte (POST /api/documents/{id}/send-settlement).',
      en: 'The partner’s address changed after a send without a response. The new address has no record of that send, so the document is not resent automatically. Check at the old address whether the document arrived and record the result (POST /api/documents/{id}/send-settlement).',
    },
  }),
);

/** Automatic retries have ended, and the partner may have the document. */
const NEEDS_OPERATOR: Text = {
  sk: 'Nie je isté, či partner doklad má, a sám sa mu už znova nepošle. Overte to u neho a výsledok zapíšte (POST /api/documents/{id}/send-settlement), alebo odoslanie zopakujte (POST /api/documents/{id}/retry).',
  en: 'It is unknown whether the partner has the document, and it is not resent automatically. Check with the partner and record the result (POST /api/documents/{id}/send-settlement), or retry the send (POST /api/documents/{id}/retry).',
};

/** Automatic retries have ended, and the partner does not have the document. */
const GIVEN_UP: Text = {
  sk: 'Partner doklad neprevzal a sám sa mu už znova nepošle. Pošlite ho, keď bude doklady prijímať.',
  en: 'The partner did not accept the document, and it is not resent automatically. Send it when the partner accepts documents again.',
};

/** Codes whose usual message promises a retry; they get another message when automatic retries have ended. */
const OF_ITS_END: ReadonlySet<string> = new Set(['no_answer', 'unreachable', 'temporarily_unavailable']);

/** `goesOn`: the send is retried automatically. `mayHaveArrived`: the partner may have the document. */
type Prospect = { readonly willRetry: boolean; readonly mayHaveArrived: boolean };

/** Failure of a submit that was not accepted. */
export function toSubmitFailure(code: string, { willRetry, mayHaveArrived }: Prospect): SendFailure {
  const usual = SUBMITS.get(code) ?? {
    sk: 'Partner doklad neprevzal.',
    en: 'The partner did not accept the document.',
  };
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

const NOT_HANDED_OVER: Text = {
  sk: 'Doklad neodišiel; pošlite ho znova.',
  en: 'The document was not sent; send it again.',
};

export const DELIVERY_FAILED = failure(
  'delivery_failed',
  'Partner oznámil, že doklad nedoručil.',
  'The partner reports that it could not deliver the document.',
);
