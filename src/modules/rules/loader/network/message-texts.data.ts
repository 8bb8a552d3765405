import type { NetworkTexts } from './network-text.ts';

/** Rule texts shared by both kinds of message. */
export const messageTexts = {
  'MESSAGE-ID': {
    title: ['Správa bez identifikátora', 'Message without an identifier'],
    message: ['Správa nemá identifikátor.', 'The message has no identifier.'],
    why: ['Podľa identifikátora sa spozná, či tá istá správa neprišla dvakrát.', 'The identifier shows whether the same message has come twice.'],
    cause: ['Softvér prístupového bodu správu neočísloval.', 'The software of the access point did not number the message.'],
    fix: ['Vyplňte cbc:ID správy vlastným jedinečným identifikátorom.', 'Give the message a unique identifier of its own in cbc:ID.'],
    wrong: '<cbc:ID></cbc:ID>',
    right: '<cbc:ID>mls-2026-1</cbc:ID>',
  },
  'MESSAGE-DATE': {
    title: ['Dátum vystavenia správy', 'Issue date of the message'],
    message: ['Dátum vystavenia správy chýba, nie je dátumom, alebo má časové pásmo.', 'The issue date of the message is missing, is no date, or has a time zone.'],
    why: ['Časové pásmo patrí k času; dátum s pásmom by v dvoch štátoch znamenal dva rôzne dni.', 'A time zone belongs to the time; a date with one would be two different days in two states.'],
    cause: ['Softvér píše dátum rovnako ako čas, aj s pásmom.', 'The software writes the date like the time, with the zone.'],
    fix: ['Uveďte cbc:IssueDate v tvare RRRR-MM-DD, napríklad 2026-11-22.', 'State cbc:IssueDate as YYYY-MM-DD, for example 2026-11-22.'],
    wrong: '<cbc:IssueDate>2026-11-22Z</cbc:IssueDate>',
    right: '<cbc:IssueDate>2026-11-22</cbc:IssueDate>',
  },
  'MESSAGE-ANSWERS': {
    title: ['Odpoveď na práve jeden doklad', 'An answer to exactly one document'],
    message: ['Správa má odpovedať na práve jeden doklad.', 'A message answers exactly one document.'],
    why: ['Stav patrí k jednému dokladu: z viacerých odpovedí naraz sa nedá zistiť, ktorá platí pre ktorý.', 'A status belongs to one document: several answers at once do not say which holds for which.'],
    cause: ['Odpoveď chýba, alebo softvér zbiera viac odpovedí do jednej správy.', 'The answer is missing, or the software collects several answers in one message.'],
    fix: ['Pošlite za každý doklad samostatnú správu s jedným cac:DocumentResponse.', 'Send one message for each document, with one cac:DocumentResponse.'],
    wrong: '</cac:DocumentResponse><cac:DocumentResponse><cac:Response><cbc:ResponseCode>AB</cbc:ResponseCode></cac:Response></cac:DocumentResponse>',
    right: '</cac:DocumentResponse>',
  },
  'MESSAGE-REFERENCE': {
    title: ['Odkaz na doklad', 'Reference to the document'],
    message: ['Správa neuvádza, na ktorý doklad odpovedá.', 'The message does not say which document it answers.'],
    why: ['Bez odkazu sa správa nedá priradiť k odoslanému dokladu.', 'Without a reference the message cannot be attached to the document that was sent.'],
    cause: ['Softvér nepozná identifikátor obálky (MLS) alebo číslo faktúry (odpoveď kupujúceho).', 'The software does not know the identifier of the envelope (MLS), or the number of the invoice (Invoice Response).'],
    fix: ['Vyplňte cac:DocumentReference/cbc:ID: v MLS identifikátor obálky, v odpovedi kupujúceho číslo faktúry.', 'Fill in cac:DocumentReference/cbc:ID: the instance identifier of the envelope in an MLS, the number of the invoice in an Invoice Response.'],
    wrong: '<cac:DocumentReference><cbc:ID> </cbc:ID></cac:DocumentReference>',
    right: '<cac:DocumentReference><cbc:ID>8f1c6a52-0e0d-4d35-9a40-6b1c1f6f3c11</cbc:ID></cac:DocumentReference>',
  },
} as const satisfies NetworkTexts;
