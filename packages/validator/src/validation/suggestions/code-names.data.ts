/** Common names of codes, in both languages: payment means (UNTDID 4461). */
export const codeNames: ReadonlyMap<string, ReadonlyMap<string, readonly [sk: string, en: string]>> = new Map([
  [
    'untdid-4461',
    new Map<string, readonly [sk: string, en: string]>([
      ['10', ['hotovosť', 'cash']],
      ['20', ['šek', 'cheque']],
      ['30', ['prevod na účet', 'credit transfer']],
      ['48', ['platobná karta', 'payment card']],
      ['49', ['inkaso', 'direct debit']],
      ['54', ['kreditná karta', 'credit card']],
      ['55', ['debetná karta', 'debit card']],
      ['57', ['trvalý príkaz', 'standing agreement']],
      ['58', ['SEPA prevod', 'SEPA credit transfer']],
      ['59', ['SEPA inkaso', 'SEPA direct debit']],
      ['97', ['zápočet', 'clearing between partners']],
    ]),
  ],
]);
