import type { Text } from '../../../issues/index.ts';
import type { SbdhRule } from './finding.ts';

/** Messages by rule, with the placeholders `{name}`, `{found}` and `{expected}`. Remedies are in the catalog. */
export const messageTexts: Readonly<Record<SbdhRule, Text>> = {
  'SBDH-NAMESPACE': {
    sk: 'Obálka nemá správny menný priestor: prvok {name} je v „{found}“, očakáva sa {expected}.',
    en: 'The envelope is not in its namespace: the element {name} is in “{found}”, expected is {expected}.',
  },
  'SBDH-ENVELOPE-UNKNOWN': {
    sk: 'Faktúra je vložená v obálke {found}, ktorú sieť Peppol nepoužíva; overila sa iba faktúra v nej.',
    en: 'The invoice is wrapped in {found}, an envelope that the Peppol network does not use; only the invoice inside was checked.',
  },
  'SBDH-ELEMENT-MISSING': {
    sk: 'V obálke chýba údaj {name}, alebo je prázdny.',
    en: 'The envelope lacks {name}, or it is empty.',
  },
  'SBDH-ELEMENT-REPEATED': {
    sk: 'Údaj {name} smie byť v obálke iba raz.',
    en: 'The envelope may have only one {name}.',
  },
  'SBDH-ELEMENT-MISPLACED': {
    sk: 'Údaj {name} je v obálke na nesprávnom mieste; patrí pred {expected}.',
    en: 'The element {name} is in the wrong place in the envelope; it belongs before {expected}.',
  },
  'SBDH-ELEMENT-UNEXPECTED': {
    sk: 'Prvok {found} do obálky na tomto mieste nepatrí.',
    en: 'The element {found} does not belong here in the envelope.',
  },
  'SBDH-TEXT-UNEXPECTED': {
    sk: 'V prvku {name} obálky je medzi prvkami text „{found}“; smú v ňom byť iba ďalšie prvky.',
    en: 'The element {name} of the envelope has the text “{found}” between its elements; it may contain only elements.',
  },
  'SBDH-HEADER-VERSION': {
    sk: 'Verzia obálky (HeaderVersion) je „{found}“; musí byť {expected}.',
    en: 'The version of the envelope (HeaderVersion) is “{found}”; it must be {expected}.',
  },
  'SBDH-PARTICIPANT-AUTHORITY': {
    sk: 'Identifikátor v {name} nemá atribút Authority s hodnotou {expected} (je v ňom „{found}“).',
    en: 'The identifier in {name} does not have the attribute Authority with the value {expected} (it has “{found}”).',
  },
  'SBDH-PARTICIPANT-IDENTIFIER': {
    sk: 'Identifikátor „{found}“ v {name} nie je v tvare schéma:číslo, napríklad 0245:2020317068.',
    en: 'The identifier “{found}” in {name} does not have the form scheme:number, for example 0245:2020317068.',
  },
  'SBDH-CREATION-TIME': {
    sk: 'Čas vytvorenia obálky „{found}“ nie je dátumom a časom s časovým pásmom, napríklad 2026-11-21T09:30:00Z.',
    en: 'The creation time of the envelope, “{found}”, is not a date and time with a time zone, for example 2026-11-21T09:30:00Z.',
  },
  'SBDH-SCOPE-MISSING': {
    sk: 'V obálke chýba povinný rozsah {name} (BusinessScope).',
    en: 'The envelope lacks the required scope {name} (BusinessScope).',
  },
  'SBDH-SCOPE-REPEATED': {
    sk: 'Rozsah {name} smie byť v obálke iba raz.',
    en: 'The envelope may have only one scope {name}.',
  },
  'SBDH-SCOPE-SCHEME': {
    sk: 'Rozsah {name} má schému „{found}“; očakáva sa {expected}.',
    en: 'The scope {name} has the scheme “{found}”; expected is {expected}.',
  },
  'SBDH-COUNTRY': {
    sk: 'Krajina odosielateľa (COUNTRY_C1) „{found}“ nie je dvojpísmenovým kódom veľkými písmenami, napríklad SK.',
    en: 'The country of the sender (COUNTRY_C1), “{found}”, is not a two-letter code in capitals, for example SK.',
  },
  'SBDH-DOCUMENT-MISSING': {
    sk: 'Obálka neobsahuje žiadny dokument.',
    en: 'The envelope contains no document.',
  },
  'SBDH-DOCUMENT-REPEATED': {
    sk: 'Obálka obsahuje viac dokumentov; overil sa iba prvý z nich, toto je ďalší ({name}).',
    en: 'The envelope contains several documents; only the first was checked, this is another one ({name}).',
  },
  'SBDH-IDENTIFICATION-MISMATCH': {
    sk: 'Údaj {name} v obálke je „{found}“, ale vložený dokument je {expected}.',
    en: 'The envelope states “{found}” in {name}, but the document inside is {expected}.',
  },
  'SBDH-DOCUMENTID-MISMATCH': {
    sk: 'Typ dokumentu v obálke (DOCUMENTID) „{found}“ nezodpovedá vloženému dokumentu.',
    en: 'The document type of the envelope (DOCUMENTID), “{found}”, is not that of the document inside.',
  },
  'SBDH-PROCESSID-MISMATCH': {
    sk: 'Proces v obálke (PROCESSID) je „{found}“, ale vložený dokument uvádza proces (cbc:ProfileID) „{expected}“.',
    en: 'The process of the envelope (PROCESSID) is “{found}”, but the document inside states the process (cbc:ProfileID) “{expected}”.',
  },
  'SBDH-SENDER-MISMATCH': {
    sk: 'Odosielateľ v obálke je {found}, ale elektronická adresa toho, kto doklad vystavil, je {expected}.',
    en: 'The sender of the envelope is {found}, but the electronic address of the issuer is {expected}.',
  },
  'SBDH-RECEIVER-MISMATCH': {
    sk: 'Príjemca v obálke je {found}, ale elektronická adresa toho, komu je doklad určený, je {expected}.',
    en: 'The receiver of the envelope is {found}, but the electronic address of the addressee is {expected}.',
  },
};
