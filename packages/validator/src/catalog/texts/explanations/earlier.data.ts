import type { Explanations } from '../explanation.ts';

const card = '<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>48</cbc:PaymentMeansCode>\n  <cac:CardAccount>\n    <cbc:PrimaryAccountNumberID>1234</cbc:PrimaryAccountNumberID>\n    <cbc:NetworkID>VISA</cbc:NetworkID>\n  </cac:CardAccount>\n</cac:PaymentMeans>';
const debit = (mandate: string): string =>
  `<cac:PaymentMeans>\n  <cbc:PaymentMeansCode>59</cbc:PaymentMeansCode>\n  <cac:PaymentMandate>\n    <cbc:ID>${mandate}</cbc:ID>\n  </cac:PaymentMandate>\n</cac:PaymentMeans>`;

/** Rules that only earlier releases contain. */
export const earlierExplanations = {
  'BR-66': {
    title: ['Viac platobných kariet (do vydania 1.3.14)', 'Several payment cards (up to release 1.3.14)'],
    why: ['Norma dovoľuje na faktúre údaje o jednej karte. Od vydania 1.3.15 má toto pravidlo označenie UBL-SR-54.', 'The norm has room for one card on an invoice. From release 1.3.15 on this rule is called UBL-SR-54.'],
    cause: ['Pri úhrade viacerými kartami vytvorí pokladničný program pre každú z nich vlastný prvok.', 'Where several cards were used, the till makes an element for each of them.'],
    example: { at: '', wrong: `${card}\n${card}`, right: card },
  },
  'BR-67': {
    title: ['Viac inkás (do vydania 1.3.14)', 'Several direct debits (up to release 1.3.14)'],
    why: ['Faktúra sa inkasuje podľa jedného mandátu. Od vydania 1.3.15 má toto pravidlo označenie UBL-SR-55.', 'An invoice is collected under one mandate. From release 1.3.15 on this rule is called UBL-SR-55.'],
    cause: ['Program vypíše všetky mandáty kupujúceho namiesto toho, podľa ktorého inkasuje túto faktúru.', 'The software writes every mandate of the customer in place of the one used for this invoice.'],
    example: { at: '', wrong: `${debit('MANDAT-7')}\n${debit('MANDAT-8')}`, right: debit('MANDAT-7') },
  },
  'BR-CO-25': {
    title: ['Chýba splatnosť (do vydania 1.3.15)', 'Due date missing (up to release 1.3.15)'],
    why: ['Ak má kupujúci ešte platiť, musí vedieť dokedy. Vydanie 1.3.16 toto pravidlo vypustilo; splatnosť sa však uvádza ďalej.', 'A buyer who still has to pay must know until when. Release 1.3.16 dropped the rule; due dates are still stated.'],
    cause: ['Splatnosť je v programe iba ako počet dní a do faktúry sa neprenesie.', 'The software keeps a number of days, which is not carried over to the invoice.'],
    example: { at: '', wrong: '<cbc:IssueDate>2026-05-04</cbc:IssueDate>', right: '<cbc:IssueDate>2026-05-04</cbc:IssueDate>\n<cbc:DueDate>2026-05-18</cbc:DueDate>' },
  },
} as const satisfies Explanations;
