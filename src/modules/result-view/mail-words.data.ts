import type { Text } from '@e-invoice/validator/issues';

const plural = (one: string, few: string, many: string) => ({ one, few, many });

/** Texts of the mail to a supplier. `{n}` is replaced by a number, `{name}` by a value. */
export const MAIL_WORDS = {
  sk: {
    subject: 'Predmet: {document}: prosíme o opravu',
    subjectCheck: 'Predmet: {document}: prosíme o kontrolu',
    invoice: 'Faktúra',
    note: 'Dobropis',
    number: 'č. {number}',
    dated: 'z {date}',
    file: 'súbor {name}',
    hello: 'Dobrý deň,',
    found: plural(
      'doklad, ktorý ste nám poslali, má {n} chybu, takže ho v tejto podobe nemôžeme spracovať.',
      'doklad, ktorý ste nám poslali, má {n} chyby, takže ho v tejto podobe nemôžeme spracovať.',
      'doklad, ktorý ste nám poslali, má {n} chýb, takže ho v tejto podobe nemôžeme spracovať.',
    ),
    unread: 'súbor, ktorý ste nám poslali, sa nedá prečítať ako elektronická faktúra, takže ho nemôžeme spracovať.',
    check: 'doklad, ktorý ste nám poslali, je platný. Skontrolujte v ňom však, prosíme, toto:',
    document: 'Doklad',
    program: 'Čo urobiť v programe',
    rules: 'Pre dodávateľa programu',
    more: plural('A ešte {n} ďalšia chyba.', 'A ešte {n} ďalšie chyby.', 'A ešte {n} ďalších chýb.'),
    moreChecks: plural('A ešte {n} ďalšia vec.', 'A ešte {n} ďalšie veci.', 'A ešte {n} ďalších vecí.'),
    please: 'Prosíme, pošlite nám opravený doklad.',
    checkedBy: 'Skontrolované podľa pravidiel {rules}.',
    bye: 'Ďakujeme.\nS pozdravom',
  },
  en: {
    subject: 'Subject: {document}: please correct it',
    subjectCheck: 'Subject: {document}: please check it',
    invoice: 'Invoice',
    note: 'Credit note',
    number: 'no. {number}',
    dated: 'of {date}',
    file: 'file {name}',
    hello: 'Hello,',
    found: plural(
      'The document that you sent us has {n} mistake, so that we cannot process it as it is.',
      'The document that you sent us has {n} mistakes, so that we cannot process it as it is.',
      'The document that you sent us has {n} mistakes, so that we cannot process it as it is.',
    ),
    unread: 'The file that you sent us cannot be read as an electronic invoice, so that we cannot process it.',
    check: 'The document that you sent us is valid. Still, please check the following:',
    document: 'Document',
    program: 'What to do in the software',
    rules: 'For the maker of the software',
    more: plural('And {n} more mistake.', 'And {n} more mistakes.', 'And {n} more mistakes.'),
    moreChecks: plural('And {n} more thing.', 'And {n} more things.', 'And {n} more things.'),
    please: 'Please send us a corrected document.',
    checkedBy: 'Checked by the rules {rules}.',
    bye: 'Thank you.\nKind regards',
  },
} as const satisfies Record<keyof Text, unknown>;
