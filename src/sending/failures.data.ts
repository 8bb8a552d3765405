import type { Text } from '@e-invoice/validator/issues';

/** Why a preparation cannot succeed as the document, the partner or the network stands. */
export type SendFailure = { readonly code: string; readonly detail: Text };

const failure = (code: string, sk: string, en: string): SendFailure => ({ code, detail: { sk, en } });

/** The job's attempts are used up. */
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

/** The document does not say something that its envelope must. */
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

/** What is told of a connection that does not work. */
export function toConnectionFailure(code: string): SendFailure {
  const { sk, en } = CONNECTIONS.get(code) ?? { sk: 'nepracuje', en: 'does not work' };
  return failure(`partner_${code}`, `Partner ${sk}.`, `The partner ${en}.`);
}
