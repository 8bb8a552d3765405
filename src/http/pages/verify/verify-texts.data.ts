export const VERIFY_WORDS = {
  sk: {
    title: 'Overiť protokol o kontrole faktúry',
    heading: 'Overte protokol',
    lead: 'Vložte archív evidence.zip, a ak ju máte, aj faktúru. Stránka overí, či je to presne to, čo služba podpísala.',
    description:
      'Overenie podpísaného protokolu o kontrole e-faktúry v prehliadači: podpis, odtlačky všetkých súborov, zápis v denníku, časová pečiatka. Nič sa neodosiela.',
    choose: 'Vybrať súbory',
    drop: 'alebo ich sem presuňte',
    kinds: 'evidence.zip alebo evidence.json a prípadne faktúra, ktorej sa protokol týka',
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
    lead: 'Drop the archive evidence.zip, and the invoice if you have it. The page checks whether they are exactly what ' + 'the service signed.',
    description:
      'Verification of a signed report on an e-invoice in the browser: signature, digests of all files, entry in the log, time stamp. Nothing is sent.',
    choose: 'Choose files',
    drop: 'or drop them here',
    kinds: 'evidence.zip or evidence.json, and optionally the invoice of the report',
    private: 'Nothing is sent',
    privateWhy:
      'This browser verifies the report, even without a network. The public keys of the service are already on the page.',
    noScript: 'Verifying on the page needs scripts. Without them, use the program in every archive:',
    other: 'Without this page',
    otherText:
      'Every archive contains the program verify.mjs, which requires only Node, and the text OVERENIE.txt with ' + 'instructions for manual verification.',
    keys: 'Public keys of the service',
  },
} as const;
