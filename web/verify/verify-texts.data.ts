/** Texts of the verification page's script. */
export const VERIFY_PAGE_WORDS = {
  sk: {
    working: 'Overujem {name}…',
    noEvidence: 'Medzi súbormi nie je archív evidence.zip ani evidence.json.',
    tooMany: 'Vložte jeden protokol a najviac jednu faktúru.',
    unreadable: '{name} sa nedá prečítať. Ak je to priečinok, vyberte súbory v ňom.',
    failed: 'Overenie sa nepodarilo dokončiť. Skúste to znova, alebo použite program verify.mjs z archívu.',
    noAlgorithm:
      'Tento prehliadač nepodporuje podpisy Ed25519. Použite novšiu verziu prehliadača alebo program verify.mjs z ' +
      'archívu.',
    found: 'Zistené problémy',
    noted: 'Na okraj',
    checked: 'Čo sa overilo',
    unchecked: 'Čo sa neoverilo',
  },
  en: {
    working: 'Verifying {name}…',
    noEvidence: 'The files contain neither evidence.zip nor evidence.json.',
    tooMany: 'Drop one report, and at most one invoice.',
    unreadable: '{name} cannot be read. If it is a folder, choose the files in it.',
    failed: 'The verification could not be completed. Try again, or use the program verify.mjs from the archive.',
    noAlgorithm:
      'This browser does not support Ed25519 signatures. Use a newer browser, or the program verify.mjs from the archive.',
    found: 'Problems',
    noted: 'Aside',
    checked: 'What was verified',
    unchecked: 'What was not verified',
  },
} as const;
