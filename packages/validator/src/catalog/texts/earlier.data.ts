import type { Entry } from './entry.ts';

/** Rules that only earlier releases contain; they were removed or renumbered. */
export const earlierTexts = [
  ['BR-66', 'BG-18', 'Platobné údaje obsahujú viac ako jednu platobnú kartu (BG-18).', 'The payment instructions have more than one payment card (BG-18).', 'Ponechajte na doklade najviac jeden prvok cac:PaymentMeans/cac:CardAccount.', 'Keep at most one cac:PaymentMeans/cac:CardAccount in the document.'],
  ['BR-67', 'BG-19', 'Platobné údaje obsahujú viac ako jedno inkaso (BG-19).', 'The payment instructions have more than one direct debit (BG-19).', 'Ponechajte na doklade najviac jeden prvok cac:PaymentMeans/cac:PaymentMandate.', 'Keep at most one cac:PaymentMeans/cac:PaymentMandate in the document.'],
  ['BR-CO-25', 'BT-9 BT-20 BT-115', 'Na faktúre zostáva suma na úhradu (BT-115), ale chýba dátum splatnosti (BT-9) aj platobné podmienky (BT-20).', 'An amount is due (BT-115), but the invoice has neither a due date (BT-9) nor payment terms (BT-20).', 'Doplňte cbc:DueDate alebo cac:PaymentTerms/cbc:Note.', 'Add cbc:DueDate or cac:PaymentTerms/cbc:Note.'],
] as const satisfies readonly Entry[];
