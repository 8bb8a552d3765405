/** Why judges may differ on a rule without one of them being wrong. */
export const REASON_TEXTS = {
  issues_left_out: {
    sk: 'Súbor porušuje priveľa pravidiel, takže nie všetky nálezy sú vypísané a nedajú sa porovnať po jednom.',
    en: 'The file breaks too many rules for all findings to be told, so they cannot be compared one by one.',
  },
  other_release: {
    sk: 'Obaja domáci posudzovatelia sa zhodujú; externý validátor používa vlastné vydanie pravidiel alebo ho po chybe štruktúry nedokončil.',
    en: 'Both judges of the house agree; the external validator applies its own release of the rules, or ended at a fault of structure.',
  },
} as const;
