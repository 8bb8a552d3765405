import type { Both, Example, Explanations } from '../explanation.ts';

const SBDH = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
const HEADER = 'StandardBusinessDocumentHeader';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const document = (kind: string): string => `<StandardBusinessDocument xmlns="${kind}">\n  <StandardBusinessDocumentHeader>…</StandardBusinessDocumentHeader>\n  <Invoice xmlns="${UBL}">…</Invoice>\n</StandardBusinessDocument>`;
const identifier = (value: string, authority = 'iso6523-actorid-upis'): string => `<Identifier Authority="${authority}">${value}</Identifier>`;
const partner = (name: string, value: string): string => `<${name}>\n  ${identifier(value)}\n</${name}>`;
const scope = (type: string, value: string, scheme = ''): string => `<Scope>\n  <Type>${type}</Type>\n  <InstanceIdentifier>${value}</InstanceIdentifier>${scheme === '' ? '' : `\n  <Identifier>${scheme}</Identifier>`}\n</Scope>`;
const documentId = (customization = BILLING): string => scope('DOCUMENTID', `${UBL}::Invoice##${customization}::2.1`, 'busdox-docid-qns');
const processId = (process = 'billing', scheme = 'cenbii-procid-ubl'): string => scope('PROCESSID', `urn:fdc:peppol.eu:2017:poacc:${process}:01:1.0`, scheme);
const country = (code = 'SK'): string => scope('COUNTRY_C1', code);
const inScopes = (wrong: readonly string[], right: readonly string[]): Example => ({ at: `${HEADER}/BusinessScope`, wrong: wrong.join('\n'), right: right.join('\n') });

const ENVELOPE: Both = [
  'Prístupové body siete Peppol čítajú z obálky, komu a aký doklad doručiť; obálku s chybou odmietnu bez toho, aby faktúru otvorili.',
  'The access points of the Peppol network read off the envelope what to deliver to whom; they refuse a faulty one without opening the invoice.',
];
const AGREES: Both = [
  'Prístupový bod doručuje podľa obálky, príjemca spracúva podľa faktúry. Keď si odporujú, doklad dostane niekto iný alebo ho overí podľa iných pravidiel.',
  'The access point delivers by the envelope, the receiver works by the invoice. When they disagree, another company receives the document or it is checked by other rules.',
];
const HAND_MADE: Both = ['Obálku skladá vlastný prevodník podľa vzoru. Ak obálku vytvára poskytovateľ pripojenia do siete Peppol, obráťte sa naňho.', 'An own converter puts the envelope together after a sample. When the provider of the Peppol connection makes it, turn to the provider.'];
const REUSED: Both = ['Obálka sa použila opakovane z iného dokladu a údaje v nej sa nezmenili.', 'The envelope was reused from another document and its data were not changed.'];

/** The Peppol envelope around an invoice (SBDH). */
export const envelopeExplanations = {
  'SBDH-NAMESPACE': {
    title: ['Obálka v nesprávnom mennom priestore', 'Envelope in the wrong namespace'],
    why: ENVELOPE,
    cause: HAND_MADE,
    example: { at: '', wrong: document('urn:sbdh'), right: document(SBDH) },
  },
  'SBDH-ENVELOPE-UNKNOWN': {
    title: ['Neznáma obálka okolo faktúry', 'Unknown envelope around the invoice'],
    why: ['Sieť Peppol pozná iba obálku StandardBusinessDocument; inú prístupový bod nevie prečítať.', 'The Peppol network knows the StandardBusinessDocument only; an access point cannot read another.'],
    cause: ['Do služby sa poslala celá správa webovej služby alebo výstup iného systému namiesto samotnej faktúry.', 'The whole message of a web service or the output of another system was sent in place of the invoice alone.'],
    example: { at: '', wrong: `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/">\n  <Body>\n    <Invoice xmlns="${UBL}">…</Invoice>\n  </Body>\n</Envelope>`, right: document(SBDH) },
  },
  'SBDH-ELEMENT-MISSING': {
    title: ['V obálke chýba údaj', 'Element of the envelope missing'],
    why: ENVELOPE,
    cause: HAND_MADE,
    example: { at: `${HEADER}/DocumentIdentification`, wrong: '<Type>Invoice</Type>', right: '<InstanceIdentifier>7d0e4b8e-6f0c-4f0a-9d8e-1c2b3a495867</InstanceIdentifier>\n<Type>Invoice</Type>' },
  },
  'SBDH-ELEMENT-REPEATED': {
    title: ['Údaj v obálke sa opakuje', 'Element of the envelope repeated'],
    why: ['Obálka má jedného odosielateľa, jedného príjemcu a jeden opis dokladu; z dvoch by prístupový bod nevedel vybrať.', 'An envelope has one sender, one receiver and one description; an access point could not choose between two.'],
    cause: ['Doklad sa mal poslať dvom príjemcom v jednej obálke. Pošlite ho každému zvlášť.', 'The document was to go to two receivers in one envelope. Send it to each of them.'],
    example: { at: HEADER, wrong: `${partner('Receiver', '0245:2020273893')}\n${partner('Receiver', '0245:2020317068')}`, right: partner('Receiver', '0245:2020273893') },
  },
  'SBDH-ELEMENT-MISPLACED': {
    title: ['Nesprávne poradie údajov v obálke', 'Elements of the envelope in the wrong order'],
    why: ENVELOPE,
    cause: HAND_MADE,
    example: { at: HEADER, wrong: `${partner('Receiver', '0245:2020273893')}\n${partner('Sender', '0245:2020317068')}`, right: `${partner('Sender', '0245:2020317068')}\n${partner('Receiver', '0245:2020273893')}` },
  },
  'SBDH-ELEMENT-UNEXPECTED': {
    title: ['Nepatričný prvok v obálke', 'Element that does not belong in the envelope'],
    why: ENVELOPE,
    cause: ['V názve prvku je preklep alebo iná veľkosť písmen, prípadne si prevodník pridal vlastný údaj.', 'The name of the element is mistyped or in another case, or the converter added something of its own.'],
    example: { at: HEADER, wrong: partner('Reciever', '0245:2020273893'), right: partner('Receiver', '0245:2020273893') },
  },
  'SBDH-TEXT-UNEXPECTED': {
    title: ['Text medzi prvkami obálky', 'Text between elements of the envelope'],
    why: ENVELOPE,
    cause: ['Pri skladaní obálky zostal v súbore prebytočný znak alebo hlásenie programu, alebo sa poznámka zapísala mimo faktúry.', 'A stray character or a message of the program was left in the file when the envelope was put together, or a note was written outside the invoice.'],
    example: { at: HEADER, wrong: partner('Sender', '0245:2020317068').replace('\n', '\n  OK\n'), right: partner('Sender', '0245:2020317068') },
  },
  'SBDH-HEADER-VERSION': {
    title: ['Nesprávna verzia hlavičky obálky', 'Wrong header version of the envelope'],
    why: ['Sieť Peppol používa jedinú verziu hlavičky, 1.0; podľa iného čísla by prístupový bod čakal iný obsah.', 'The Peppol network uses one header version, 1.0; another number would announce another content.'],
    cause: ['Namiesto verzie hlavičky sa zapísala verzia UBL (2.1) alebo špecifikácie obálky (2.0).', 'The version of UBL (2.1) or of the envelope\'s specification (2.0) was written in its place.'],
    example: { at: HEADER, wrong: '<HeaderVersion>2.0</HeaderVersion>', right: '<HeaderVersion>1.0</HeaderVersion>' },
  },
  'SBDH-PARTICIPANT-AUTHORITY': {
    title: ['Chýba autorita identifikátora', 'Authority of the identifier missing'],
    why: ['Atribút Authority hovorí, že identifikátor je účastníkom siete Peppol; bez neho prístupový bod nevie, v ktorom registri hľadať.', 'The attribute Authority marks the identifier as one of the Peppol network; without it an access point does not know where to look.'],
    cause: HAND_MADE,
    example: { at: `${HEADER}/Sender`, wrong: identifier('0245:2020317068', 'peppol'), right: identifier('0245:2020317068') },
  },
  'SBDH-PARTICIPANT-IDENTIFIER': {
    title: ['Nesprávny tvar účastníka siete', 'Participant in the wrong form'],
    why: ['Účastník siete Peppol sa vyhľadáva podľa schémy a čísla; zápis v inom tvare sa v registri nenájde.', 'A participant is looked up by scheme and number; in another form it is not found in the register.'],
    cause: ['Zapísalo sa iba číslo bez schémy, alebo celá adresa aj s autoritou (iso6523-actorid-upis::0245:…).', 'The number was written without its scheme, or the whole address with the authority (iso6523-actorid-upis::0245:…).'],
    example: { at: `${HEADER}/Receiver`, wrong: identifier('2020273893'), right: identifier('0245:2020273893') },
  },
  'SBDH-CREATION-TIME': {
    title: ['Nesprávny čas vytvorenia obálky', 'Wrong creation time of the envelope'],
    why: ['Čas bez pásma znamená v každej krajine iný okamih; v sieti Peppol sa podľa neho posudzuje, kedy bol doklad odoslaný.', 'A time without a zone means another moment in every country; the Peppol network goes by it for when a document was sent.'],
    cause: ['Prevodník zapisuje miestny čas počítača bez časového pásma.', 'The converter writes the local time of the computer without a zone.'],
    example: { at: `${HEADER}/DocumentIdentification`, wrong: '<CreationDateAndTime>2026-05-04T09:30:00</CreationDateAndTime>', right: '<CreationDateAndTime>2026-05-04T09:30:00+02:00</CreationDateAndTime>' },
  },
  'SBDH-SCOPE-MISSING': {
    title: ['V obálke chýba povinný rozsah', 'Required scope of the envelope missing'],
    why: ['Typ dokumentu, proces a krajina odosielateľa sú údaje, podľa ktorých sa doklad v sieti Peppol smeruje a štatisticky vykazuje.', 'Document type, process and the sender\'s country are what a document is routed and reported by in the Peppol network.'],
    cause: ['Obálka vznikla podľa staršej špecifikácie, v ktorej krajina odosielateľa (COUNTRY_C1) nebola povinná.', 'The envelope was made after an older specification, in which the sender\'s country (COUNTRY_C1) was not required.'],
    example: inScopes([documentId(), processId()], [documentId(), processId(), country()]),
  },
  'SBDH-SCOPE-REPEATED': {
    title: ['Rozsah obálky sa opakuje', 'Scope of the envelope repeated'],
    why: ['Každý rozsah smie mať jednu hodnotu; z dvoch by prístupový bod nevedel vybrať.', 'Every scope has one value; an access point could not choose between two.'],
    cause: ['Rozsah doplnil program aj poskytovateľ pripojenia.', 'Both the software and the provider added the scope.'],
    example: inScopes([country(), country('CZ')], [country()]),
  },
  'SBDH-SCOPE-SCHEME': {
    title: ['Neznáma schéma rozsahu', 'Unknown scheme of a scope'],
    why: ['Schéma hovorí, ako čítať hodnotu rozsahu; sieť Peppol pozná iba niekoľko schém.', 'The scheme defines how to read the value of a scope; the Peppol network knows only a few.'],
    cause: HAND_MADE,
    example: inScopes([processId('billing', 'cenbii-procid')], [processId()]),
  },
  'SBDH-COUNTRY': {
    title: ['Neplatná krajina odosielateľa', 'Invalid country of the sender'],
    why: ['Krajina odosielateľa slúži na výkazy siete Peppol, ktoré pracujú s dvojpísmenovými kódmi.', 'The sender\'s country serves the reports of the Peppol network, which work with two-letter codes.'],
    cause: ['Zapísal sa názov krajiny, trojpísmenový kód alebo malé písmená.', 'The name of the country, a three-letter code or small letters were written.'],
    example: inScopes([country('SVK')], [country()]),
  },
  'SBDH-DOCUMENT-MISSING': {
    title: ['Prázdna obálka', 'Empty envelope'],
    why: ['Obálka bez dokladu nemá čo doručiť.', 'An envelope without a document has nothing to deliver.'],
    cause: ['Faktúra sa do obálky nevložila, alebo sa vložila do hlavičky namiesto za ňu.', 'The invoice was not put into the envelope, or was put into its header instead of after it.'],
    example: { at: '', wrong: '<StandardBusinessDocumentHeader>…</StandardBusinessDocumentHeader>', right: `<StandardBusinessDocumentHeader>…</StandardBusinessDocumentHeader>\n<Invoice xmlns="${UBL}">…</Invoice>` },
  },
  'SBDH-DOCUMENT-REPEATED': {
    title: ['Viac dokladov v jednej obálke', 'Several documents in one envelope'],
    why: ['Obálka opisuje jediný doklad; druhý by sa doručil bez opisu alebo stratil.', 'An envelope describes a single document; a second would be delivered without a description or lost.'],
    cause: ['Program balí všetky faktúry dňa do jednej obálky.', 'The software packs all the invoices of a day into one envelope.'],
    example: { at: '', wrong: `<Invoice xmlns="${UBL}">…</Invoice>\n<Invoice xmlns="${UBL}">…</Invoice>`, right: `<Invoice xmlns="${UBL}">…</Invoice>` },
  },
  'SBDH-IDENTIFICATION-MISMATCH': {
    title: ['Opis v obálke nezodpovedá dokladu', 'Description does not fit the document'],
    why: AGREES,
    cause: ['Dobropis sa odoslal v obálke pripravenej pre faktúru.', 'A credit note was sent in an envelope made for an invoice.'],
    example: { at: `${HEADER}/DocumentIdentification`, wrong: '<Type>CreditNote</Type>', right: '<Type>Invoice</Type>' },
  },
  'SBDH-DOCUMENTID-MISMATCH': {
    title: ['Typ dokumentu v obálke nesedí', 'Document type of the envelope does not fit'],
    why: AGREES,
    cause: ['Zmenila sa špecifikácia faktúry, ale typ dokumentu v obálke zostal, napríklad pri prechode na samofakturáciu.', 'The specification of the invoice was changed and the envelope was not, for self-billing for example.'],
    example: inScopes([documentId('urn:cen.eu:en16931:2017')], [documentId()]),
  },
  'SBDH-PROCESSID-MISMATCH': {
    title: ['Proces v obálke nesedí', 'Process of the envelope does not fit'],
    why: AGREES,
    cause: REUSED,
    example: inScopes([processId('selfbilling')], [processId()]),
  },
  'SBDH-SENDER-MISMATCH': {
    title: ['Odosielateľ obálky nie je vystaviteľ', 'Sender of the envelope is not the issuer'],
    why: ['Doklad zvyčajne odosiela ten, kto ho vystavil. Keď je v obálke niekto iný, mohli sa zameniť firmy jednej skupiny alebo strany dokladu.', 'A document is usually sent by its issuer. When the envelope names another sender, companies of a group or the two parties may have been mixed up.'],
    cause: ['Za vystaviteľa odosiela jeho účtovník alebo materská firma; vtedy je to v poriadku. Inak sa obálka použila z iného dokladu.', 'The issuer\'s accountant or parent company sends for it, and all is well; otherwise the envelope was reused from another document.'],
    example: { at: `${HEADER}/Sender`, wrong: identifier('0245:2020273893'), right: identifier('0245:2020317068') },
  },
  'SBDH-RECEIVER-MISMATCH': {
    title: ['Príjemca obálky nie je adresát dokladu', 'Receiver of the envelope is not the addressee'],
    why: ['Sieť Peppol doručí doklad príjemcovi z obálky, nech je na faktúre ktokoľvek; cudzia firma tak môže dostať vaše údaje.', 'The Peppol network delivers to the receiver of the envelope, regardless of the invoice; another company may receive your data.'],
    cause: REUSED,
    example: { at: `${HEADER}/Receiver`, wrong: identifier('0245:2020317068'), right: identifier('0245:2020273893') },
  },
} as const satisfies Explanations;
