/** Texts of the documents page before a key is entered; its script has the others. */
export const SERVICE_WORDS = {
  sk: {
    title: 'Dokumenty',
    lead: 'Čo na tejto stránke spustíte, urobí služba: faktúra sa jej na to odošle.',
    sandbox: 'Toto je testovacie prostredie: všetko v ňom sa po 24 hodinách vymaže a nič sa nikomu nedoručí.',
    noScript: 'Táto stránka potrebuje skripty. Bez nich je to isté dostupné cez API:',
    reference: 'opis API',
  },
  en: {
    title: 'Documents',
    lead: 'What you start on this page is done by the service: the invoice is sent to it for that.',
    sandbox: 'This is the sandbox: everything in it is erased after 24 hours, and nothing is delivered to anybody.',
    noScript: 'This page needs scripts. Without them the same is done by the API:',
    reference: 'API reference',
  },
} as const;
