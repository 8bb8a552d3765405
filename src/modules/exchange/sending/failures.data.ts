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
  'The send preparation did not finish through a fault of the service or a source that is down. It can be started again.',
);

export const PARTNER_GONE = failure(
  'partner_not_found',
  'Partner, pre ktorého sa malo odoslanie pripraviť, už neexistuje.',
  'The partner that it was to be prepared for does not exist any more.',
);

export const NO_DOCUMENT = failure(
  'document_not_sendable',
  'Súbor nie je faktúra ani dobropis vo formáte UBL, preto ho nemožno odoslať do siete Peppol.',
  'The file is no invoice or credit note in UBL, so it cannot be sent into the Peppol network.',
);

/** The document was validated only with the layers or the rule set of its request, not with all rules. */
export const PARTLY_JUDGED = failure(
  'document_partly_judged',
  'Doklad bol posúdený iba podľa vrstiev alebo sady pravidiel, o ktoré požiadavka žiadala. Na odoslanie ho vložte znova bez parametrov layers a ruleset.',
  'The document was judged only by the layers or the rule set that were asked for. To send it, submit it again without layers and ruleset.',
);

/** The document lacks a value that the envelope requires. */
export const missing = (code: string, term: string, sk: string, en: string): SendFailure =>
  failure(code, `Vo faktúre chýba ${sk} (${term}).`, `The invoice lacks ${en} (${term}).`);

export const receiverMalformed = (receiver: string): SendFailure =>
  failure(
    'receiver_malformed',
    `Identifikátor príjemcu ${receiver} nemá tvar schéma:identifikátor.`,
    `The receiver’s identifier ${receiver} is not scheme:identifier.`,
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
    `The receiver ${receiver} does not take this type of document.`,
  );

export const processNotSupported = (receiver: string): SendFailure =>
  failure(
    'receiver_process_not_supported',
    `Príjemca ${receiver} tento typ dokladu neprijíma v procese, ktorý faktúra uvádza (BT-23).`,
    `The receiver ${receiver} does not take this type of document in the process that the invoice names (BT-23).`,
  );

export const endpointInactive = (receiver: string): SendFailure =>
  failure(
    'receiver_endpoint_inactive',
    `Prijímací bod príjemcu ${receiver} dnes neplatí: jeho certifikát alebo registrácia vypršala, alebo ešte nezačala platiť.`,
    `The receiving endpoint of ${receiver} is not valid today: its certificate or registration has ended, or has not begun.`,
  );

export const receiverUnknown = (receiver: string): SendFailure =>
  failure(
    'receiver_lookup_unavailable',
    `Nepodarilo sa zistiť, či príjemca ${receiver} doklad prijme: sieť Peppol neodpovedala. Neznamená to, že registrovaný nie je.`,
    `Whether the receiver ${receiver} takes the document could not be found out: the Peppol network gave no answer. That does not mean that it is not registered.`,
  );

export const envelopeInvalid = (rules: readonly string[]): SendFailure =>
  failure(
    'envelope_invalid',
    `Obálka dokladu by porušila pravidlá siete: ${rules.join(', ')}.`,
    `The envelope of the document would break rules of the network: ${rules.join(', ')}.`,
  );

const CONNECTIONS: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    credentials_refused: { sk: 'odmietol prihlasovacie údaje', en: 'refused the credentials' },
    access_refused: { sk: 'odmietol prístup', en: 'refused access' },
    address_refused: { sk: 'má adresu, na ktorú sa nesmie volať', en: 'has an address that must not be called' },
    unreachable: { sk: 'je nedostupný', en: 'cannot be reached' },
    unexpected_answer: { sk: 'odpovedal neočakávane', en: 'gave an unexpected answer' },
    temporarily_unavailable: { sk: 'dočasne nepracuje', en: 'does not work for the moment' },
  }),
);

/** Failure of a partner connection; `said`: message of the partner, cleaned and truncated. */
export function toConnectionFailure(code: string, said: string | null = null): SendFailure {
  const { sk, en } = CONNECTIONS.get(code) ?? { sk: 'nepracuje', en: 'does not work' };
  return { ...failure(`partner_${code}`, `Partner ${sk}.`, `The partner ${en}.`), said };
}

/** Failure of a dry run; `said`: message of the partner, cleaned and truncated. */
export const toDryRunFailure = (said: string | null): SendFailure =>
  failure(
    'partner_would_refuse',
    `Partner by doklad odmietol${said === null ? '.' : `: ${said}`}`,
    `The partner would refuse the document${said === null ? '.' : `: ${said}`}`,
  );

const SUBMITS: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    content_refused: {
      sk: 'Partner doklad odmietol pre jeho obsah. Opravený doklad pošlite ako nový.',
      en: 'The partner refused the document for its content. Send a corrected one as a new document.',
    },
    conflict: {
      sk: 'Partner hlási, že tento doklad už má. Overte to u neho skôr, než ho pošlete znova.',
      en: 'The partner says that it has this document already. Find out there before sending it again.',
    },
    no_answer: {
      sk: 'Partner neodpovedal. Doklad možno má; ten istý doklad sa mu pošle znova pod tým istým kľúčom.',
      en: 'The partner gave no answer. It may have the document; the same bytes are sent again under the same key.',
    },
    unexpected_answer: {
      sk: 'Partner odpovedal neočakávane.',
      en: 'The partner gave an unexpected answer.',
    },
    credentials_refused: {
      sk: 'Partner odmietol prihlasovacie údaje. Doklad neprevzal; opravte ich a pošlite ho znova.',
      en: 'The partner refused the credentials. It did not take the document; correct them and send again.',
    },
    access_refused: {
      sk: 'Partner odmietol prístup: chýba kredit, oprávnenie alebo registrácia. Doklad neprevzal.',
      en: 'The partner refused access: credit, scope or registration is missing. It did not take the document.',
    },
    sender_not_registered: {
      sk: 'Partner nepozná účastníka, za ktorého sa posiela. Doklad neprevzal.',
      en: 'The partner does not know the participant that is sent for. It did not take the document.',
    },
    receiver_not_found: {
      sk: 'Partner nenašiel príjemcu alebo niečo iné, na čo sa doklad odvoláva. Doklad neprevzal.',
      en: 'The partner did not find the receiver, or something else that the document refers to. It did not take the document.',
    },
    address_refused: {
      sk: 'Adresa partnera vedie tam, kam sa nesmie volať.',
      en: 'The partner’s address leads to where nothing may be called.',
    },
    unreachable: {
      sk: 'Partner je nedostupný. Doklad neodišiel.',
      en: 'The partner cannot be reached. The document has not left.',
    },
    temporarily_unavailable: {
      sk: 'Partner teraz doklady neprijíma. Pošle sa mu neskôr.',
      en: 'The partner takes no documents now. It is sent later.',
    },
    sending_not_enabled: {
      sk: 'Odosielanie cez tohto partnera nie je zapnuté.',
      en: 'Sending is not switched on for this partner.',
    },
    partner_not_found: {
      sk: 'Partner, cez ktorého sa malo posielať, už neexistuje.',
      en: 'The partner that was to send it does not exist any more.',
    },
    partner_moved: {
      sk: 'Adresa partnera sa zmenila, odkedy mu bol doklad odovzdaný bez odpovede. Nové miesto o ňom nevie, preto sa tam sám nepošle: overte na pôvodnom, či ho má, a výsledok zapíšte (POST /api/documents/{id}/send-settlement).',
      en: 'The partner’s address has changed since the document was handed over without an answer. The new place knows nothing of that, so it is not sent there by itself: find out at the old one whether it has it, and say so (POST /api/documents/{id}/send-settlement).',
    },
  }),
);

/** Automatic retries have ended, and the partner may have the document. */
const LEFT_TO_PERSON: Text = {
  sk: 'Nie je isté, či partner doklad má, a sám sa mu už znova nepošle. Overte to u neho a výsledok zapíšte (POST /api/documents/{id}/send-settlement), alebo odoslanie zopakujte (POST /api/documents/{id}/retry).',
  en: 'It is not certain whether the partner has the document, and it is not sent again by itself. Find out there and say so (POST /api/documents/{id}/send-settlement), or repeat the send (POST /api/documents/{id}/retry).',
};

/** Automatic retries have ended, and the partner does not have the document. */
const GIVEN_UP: Text = {
  sk: 'Partner doklad neprevzal a sám sa mu už znova nepošle. Pošlite ho, keď bude doklady prijímať.',
  en: 'The partner did not take the document, and it is not sent again by itself. Send it when the partner takes documents.',
};

/** Codes whose usual message promises a retry; they get another message when automatic retries have ended. */
const OF_ITS_END: ReadonlySet<string> = new Set(['no_answer', 'unreachable', 'temporarily_unavailable']);

/** `goesOn`: the send is retried automatically. `mayHaveArrived`: the partner may have the document. */
type Prospect = { readonly goesOn: boolean; readonly mayHaveArrived: boolean };

/** Failure of a submit that was not accepted. */
export function toSubmitFailure(code: string, { goesOn, mayHaveArrived }: Prospect): SendFailure {
  const usual = SUBMITS.get(code) ?? {
    sk: 'Partner doklad neprevzal.',
    en: 'The partner did not take the document.',
  };
  const ended = mayHaveArrived ? LEFT_TO_PERSON : GIVEN_UP;
  const { sk, en } = !goesOn && OF_ITS_END.has(code) ? ended : usual;
  return failure(`partner_${code}`.replace('partner_partner', 'partner').replace('partner_sending', 'sending'), sk, en);
}

/** All attempts of the job failed. */
export function sendInterrupted({ goesOn, mayHaveArrived }: Prospect): SendFailure {
  if (goesOn) {
    return failure(
      'send_interrupted',
      'Odosielanie prerušila porucha služby. Pokračuje sa tým istým dokladom pod tým istým kľúčom.',
      'Sending was interrupted by a fault of the service. It goes on with the same bytes under the same key.',
    );
  }
  const { sk, en } = mayHaveArrived ? LEFT_TO_PERSON : NOT_HANDED_OVER;
  return failure(
    'send_interrupted',
    `Odosielanie prerušila porucha služby. ${sk}`,
    `Sending was interrupted by a fault of the service. ${en}`,
  );
}

const NOT_HANDED_OVER: Text = {
  sk: 'Doklad neodišiel; pošlite ho znova.',
  en: 'The document has not left; send it again.',
};

export const DELIVERY_FAILED = failure(
  'delivery_failed',
  'Partner oznámil, že doklad nedoručil.',
  'The partner says that it could not deliver the document.',
);
