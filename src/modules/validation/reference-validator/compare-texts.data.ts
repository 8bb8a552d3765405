export const REASON_TEXTS = {
  issues_left_out: {
    sk: 'Súbor porušuje priveľa pravidiel, takže nie všetky nálezy sú vypísané a nedajú sa porovnať po jednom.',
    en: 'The file breaks too many rules to list all findings, so they cannot be compared one by one.',
  },
  other_release: {
    sk: 'Obaja domáci posudzovatelia sa zhodujú; externý validátor používa vlastné vydanie pravidiel alebo ho po chybe štruktúry nedokončil.',
    en: 'Both validators of the service agree; the external validator applies its own release of the rules, or stopped at a structure error.',
  },
  white_space_of_dates: {
    sk: 'libxml2 odmieta medzery okolo dátumu, ktoré XML Schema dovoľuje (whiteSpace: collapse).',
    en: 'libxml2 refuses white space around a date, which XML Schema allows (whiteSpace: collapse).',
  },
  error_optional: {
    sk: 'Pravidlo na tom istom mieste podľa oboch neplatí; jeden posudzovateľ sa pri ňom zastavil na chybnej hodnote, ktorú druhý podľa XPath (2.3.4) nemusel vyhodnotiť.',
    en: 'Both let the rule fail at the same place; one of them stopped there at a faulty value that the other need not evaluate (XPath 2.3.4).',
  },
} as const;
