import type { NetworkTexts } from './network-text.ts';

/** Rule texts of Invoice Response (Peppol BIS 3, T111). */
export const invoiceResponseTexts = {
  'IMR-PROFILE': {
    title: ['Proces odpovede kupujúceho', 'Process of an Invoice Response'],
    message: ['Odpoveď kupujúceho neuvádza svoj proces.', 'The Invoice Response does not name its process.'],
    why: ['Podľa procesu sieť Peppol rozhoduje, či príjemca takéto správy prijíma.', 'By the process the Peppol network decides whether the receiver takes such messages.'],
    cause: ['Softvér prevzal proces z faktúry, na ktorú odpovedá.', 'The software took over the process of the invoice that it answers.'],
    fix: ['Uveďte cbc:ProfileID urn:fdc:peppol.eu:poacc:bis:invoice_response:3.', 'State cbc:ProfileID urn:fdc:peppol.eu:poacc:bis:invoice_response:3.'],
    wrong: '<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>',
    right: '<cbc:ProfileID>urn:fdc:peppol.eu:poacc:bis:invoice_response:3</cbc:ProfileID>',
  },
  'IMR-PARTIES': {
    title: ['Elektronické adresy v odpovedi kupujúceho', 'Electronic addresses of an Invoice Response'],
    message: ['Chýba elektronická adresa odosielateľa alebo príjemcu odpovede.', 'The electronic address of the sender or receiver of the response is missing.'],
    why: ['Podľa adries sa odpoveď doručí a overí, či odpovedá naozaj kupujúci.', 'By the addresses the response is delivered, and it is seen whether the buyer is who answers.'],
    cause: ['Adresa je vyplnená bez schémy (schemeID).', 'The address is filled in without its scheme (schemeID).'],
    fix: ['Uveďte v cac:SenderParty aj v cac:ReceiverParty cbc:EndpointID so schémou, na Slovensku 0245 a DIČ.', 'State cbc:EndpointID with its scheme in cac:SenderParty and in cac:ReceiverParty, in Slovakia 0245 and the DIČ.'],
    wrong: '<cac:SenderParty><cbc:EndpointID>2020273893</cbc:EndpointID></cac:SenderParty>',
    right: '<cac:SenderParty><cbc:EndpointID schemeID="0245">2020273893</cbc:EndpointID></cac:SenderParty>',
  },
  'IMR-CODE': {
    title: ['Kód odpovede kupujúceho', 'Code of an Invoice Response'],
    message: ['Kód odpovede kupujúceho musí byť AB, IP, UQ, CA, RE, AP alebo PD.', 'The code of an Invoice Response must be AB, IP, UQ, CA, RE, AP or PD.'],
    why: ['Podľa kódu program dodávateľa vie, či je faktúra prijatá, spochybnená, odmietnutá alebo zaplatená.', 'By the code the software of the supplier knows whether the invoice is accepted, queried, rejected or paid.'],
    cause: ['Softvér píše slovo namiesto kódu, alebo kód z celého zoznamu UNCL4343.', 'The software writes a word in place of the code, or a code of the whole list UNCL4343.'],
    fix: ['Uveďte v cbc:ResponseCode kód zo zoznamu odpovedí.', 'State a code of the list in cbc:ResponseCode.'],
    wrong: '<cbc:ResponseCode listID="UNCL4343OpSubset">OK</cbc:ResponseCode>',
    right: '<cbc:ResponseCode listID="UNCL4343OpSubset">UQ</cbc:ResponseCode>',
  },
  'IMR-REASON': {
    title: ['Dôvod v odpovedi kupujúceho', 'Reason of an Invoice Response'],
    message: ['Dôvod nie je zo zoznamu OPStatusReason.', 'The reason is not on the list OPStatusReason.'],
    why: ['Iba kódu zo zoznamu rozumie program dodávateľa; slovami ho doplní cbc:StatusReason.', 'The software of the supplier understands only a code of the list; cbc:StatusReason describes it in words.'],
    cause: ['Softvér píše vlastný kód alebo vetu.', 'The software writes a code of its own, or a sentence.'],
    fix: ['Uveďte kód zo zoznamu OPStatusReason, napríklad PRI pre cenu; kde sa nehodí žiadny, OTH.', 'State a code of the list OPStatusReason, for example PRI for prices; where none fits, OTH.'],
    wrong: '<cbc:StatusReasonCode listID="OPStatusReason">CENA</cbc:StatusReasonCode>',
    right: '<cbc:StatusReasonCode listID="OPStatusReason">PRI</cbc:StatusReasonCode>',
  },
  'IMR-ACTION': {
    title: ['Požadovaný krok v odpovedi kupujúceho', 'Action of an Invoice Response'],
    message: ['Požadovaný krok nie je zo zoznamu OPStatusAction.', 'The action is not on the list OPStatusAction.'],
    why: ['Podľa kódu program dodávateľa vie, čo sa od neho žiada: napríklad nová faktúra alebo dobropis.', 'By the code the software of the supplier knows the requested action: a new invoice or a credit note, for example.'],
    cause: ['Softvér píše vlastný kód alebo dôvod namiesto kroku.', 'The software writes a code of its own, or a reason in place of an action.'],
    fix: ['Uveďte kód zo zoznamu OPStatusAction: NOA, PIN, NIN, CNF, CNP, CNA alebo OTH.', 'State a code of the list OPStatusAction: NOA, PIN, NIN, CNF, CNP, CNA or OTH.'],
    wrong: '<cbc:StatusReasonCode listID="OPStatusAction">PRI</cbc:StatusReasonCode>',
    right: '<cbc:StatusReasonCode listID="OPStatusAction">CNP</cbc:StatusReasonCode>',
  },
} as const satisfies NetworkTexts;
