export const VERIFY_WORDS = {
  sk: {
    title: 'Overiť protokol o kontrole faktúry',
    heading: 'Overte protokol',
    lead: 'Vložte archív evidence.zip, a ak ju máte, aj faktúru. Stránka povie, či je to presne to, čo služba podpísala.',
    description:
      'Overenie podpísaného protokolu o kontrole e-faktúry v prehliadači: podpis, odtlačky všetkých súborov, zápis v denníku, časová pečiatka. Nič sa neodosiela.',
    choose: 'Vybrať súbory',
    drop: 'alebo ich sem presuňte',
    kinds: 'evidence.zip alebo evidence.json, a k nim faktúra, o ktorej protokol je',
    private: 'Nič sa neodosiela',
    privateWhy: 'Overuje tento prehliadač, aj bez pripojenia. Verejné kľúče služby sú už na stránke.',
    noScript: 'Overenie na stránke potrebuje skripty. Bez nich ho urobí program, ktorý je v každom archíve:',
    other: 'Bez tejto stránky',
    otherText:
      'V každom archíve je program verify.mjs, ktorému stačí Node, a návod OVERENIE.txt aj pre ručné overenie.',
    keys: 'Verejné kľúče služby',
  },
  en: {
    title: 'Verify a report on an invoice',
    heading: 'Verify a report',
    lead: 'Drop the archive evidence.zip, and the invoice if you have it. The page says whether it is exactly what the service signed.',
    description:
      'Verification of a signed report on an e-invoice in the browser: signature, digests of all files, entry in the log, time stamp. Nothing is sent.',
    choose: 'Choose files',
    drop: 'or drop them here',
    kinds: 'evidence.zip or evidence.json, and beside them the invoice that the report is about',
    private: 'Nothing is sent',
    privateWhy:
      'This browser verifies, also without a network. The public keys of the service are on the page already.',
    noScript: 'Verifying on the page needs scripts. Without them the program does it that is in every archive:',
    other: 'Without this page',
    otherText:
      'Every archive has the program verify.mjs, which needs Node alone, and the text OVERENIE.txt for verifying by hand, too.',
    keys: 'Public keys of the service',
  },
} as const;
