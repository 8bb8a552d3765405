/** Texts of the verification page's script. */
export const VERIFY_PAGE_WORDS = {
  sk: {
    working: 'Overujem {name}…',
    noEvidence: 'Medzi súbormi nie je archív evidence.zip ani evidence.json.',
    tooMany: 'Vložte jeden protokol a najviac jednu faktúru.',
    unreadable: '{name} sa nedá prečítať. Ak je to priečinok, vyberte súbory v ňom.',
    failed: 'Overenie sa nepodarilo dokončiť. Skúste to znova, alebo použite program verify.mjs z archívu.',
    noAlgorithm:
      'Tento prehliadač nepozná podpisy Ed25519. Použite novšie vydanie prehliadača, alebo program verify.mjs z archívu.',
    found: 'Čo nie je v poriadku',
    noted: 'Na okraj',
    checked: 'Čo sa overilo',
    unchecked: 'Čo sa neoverilo',
  },
  en: {
    working: 'Verifying {name}…',
    noEvidence: 'There is no archive evidence.zip and no evidence.json among the files.',
    tooMany: 'Drop one report, and one invoice at most.',
    unreadable: '{name} cannot be read. If it is a folder, choose the files in it.',
    failed: 'The verification could not be finished. Try again, or use the program verify.mjs of the archive.',
    noAlgorithm:
      'This browser does not know signatures of Ed25519. Use a newer release of the browser, or the program verify.mjs of the archive.',
    found: 'What is not right',
    noted: 'Aside',
    checked: 'What was verified',
    unchecked: 'What was not verified',
  },
} as const;
