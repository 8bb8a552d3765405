import type { referenceValidator as english } from '../en/reference-validator.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const referenceValidator = {
  'reference-validator.reason.issues_left_out': 'Súbor porušuje priveľa pravidiel, takže nie všetky nálezy sú vypísané a nedajú sa porovnať po jednom.',
  'reference-validator.reason.other_release': 'Obaja domáci posudzovatelia sa zhodujú; externý validátor používa vlastné vydanie pravidiel alebo ho po chybe štruktúry nedokončil.',
  'reference-validator.reason.white_space_of_dates': 'libxml2 odmieta medzery okolo dátumu, ktoré XML Schema dovoľuje (whiteSpace: collapse).',
  'reference-validator.reason.error_optional': 'Pravidlo na tom istom mieste podľa oboch neplatí; jeden posudzovateľ sa pri ňom zastavil na chybnej hodnote, ktorú druhý podľa XPath (2.3.4) nemusel vyhodnotiť.',
  'reference-validator.xml.XML-EMPTY': 'Súbor je prázdny.',
  'reference-validator.xml.XML-ENCODING': 'Obsah súboru nezodpovedá jeho kódovaniu znakov.',
  'reference-validator.xml.XML-DTD-FORBIDDEN': 'Súbor obsahuje definíciu typu dokumentu (DTD), ktorá nie je dovolená.',
  'reference-validator.xml.XML-TOO-DEEP': 'Prvky súboru sú do seba vnorené príliš hlboko.',
  'reference-validator.xml.XML-NOT-WELL-FORMED': 'Súbor nie je správne utvorené XML.',
  'reference-validator.error.time_limit': 'Posudzovateľ nestihol odpovedať v časovom limite.',
  'reference-validator.error.memory_limit': 'Posudzovateľ prekročil limit pamäte.',
  'reference-validator.error.crashed': 'Proces posudzovateľa neočakávane skončil.',
  'reference-validator.error.busy': 'Posudzovateľ má priveľa práce, skúste to neskôr.',
  'reference-validator.error.too_large': 'Súbor je pre tohto posudzovateľa priveľký.',
  'reference-validator.error.not_ready': 'Posudzovateľ ešte pripravuje pravidlá, skúste to neskôr.',
  'reference-validator.error.unreachable': 'Externý validátor je nedostupný.',
  'reference-validator.error.refused': 'Externý validátor požiadavku odmietol.',
  'reference-validator.error.unreadable_answer': 'Odpoveď externého validátora sa nedá prečítať.',
  'reference-validator.error.not_applicable': 'Validátor tento druh dokumentu neposudzuje.',
} as const satisfies TranslationOf<typeof english>;
