import type { mail as english } from '../en/mail.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const mail = {
  'mail.subject': 'Predmet: {document}: prosíme o opravu',
  'mail.subjectCheck': 'Predmet: {document}: prosíme o kontrolu',
  'mail.invoice': 'Faktúra',
  'mail.note': 'Dobropis',
  'mail.number': 'č. {number}',
  'mail.dated': 'z {date}',
  'mail.file': 'súbor {name}',
  'mail.hello': 'Dobrý deň,',
  'mail.found': '{n, plural, one {doklad, ktorý ste nám poslali, má {n} chybu, takže ho v tejto podobe nemôžeme spracovať.} few {doklad, ktorý ste nám poslali, má {n} chyby, takže ho v tejto podobe nemôžeme spracovať.} other {doklad, ktorý ste nám poslali, má {n} chýb, takže ho v tejto podobe nemôžeme spracovať.}}',
  'mail.unread': 'súbor, ktorý ste nám poslali, sa nedá prečítať ako elektronická faktúra, takže ho nemôžeme spracovať.',
  'mail.check': 'doklad, ktorý ste nám poslali, je platný. Skontrolujte v ňom však, prosíme, toto:',
  'mail.document': 'Doklad',
  'mail.program': 'Čo urobiť v programe',
  'mail.rules': 'Pre dodávateľa programu',
  'mail.more': '{n, plural, one {A ešte {n} ďalšia chyba.} few {A ešte {n} ďalšie chyby.} other {A ešte {n} ďalších chýb.}}',
  'mail.moreChecks': '{n, plural, one {A ešte {n} ďalšia vec.} few {A ešte {n} ďalšie veci.} other {A ešte {n} ďalších vecí.}}',
  'mail.please': 'Prosíme, pošlite nám opravený doklad.',
  'mail.checkedBy': 'Skontrolované podľa pravidiel {rules}.',
  'mail.bye': 'Ďakujeme.\nS pozdravom',
} as const satisfies TranslationOf<typeof english>;
