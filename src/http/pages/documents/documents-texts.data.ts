/** Texts of the documents page before a key is entered; its script has the others. */
export const SERVICE_WORDS = {
  sk: {
    title: 'Dokumenty',
    lead: 'Úkony na tejto stránke vykoná služba. Faktúra sa jej pritom odošle.',
    sandbox: 'Toto je testovacie prostredie: všetko sa po 24 hodinách vymaže a nič sa nedoručuje.',
    noScript: 'Táto stránka potrebuje skripty. Bez nich je to isté dostupné cez API:',
    reference: 'opis API',
  },
  en: {
    title: 'Documents',
    lead: 'The actions on this page are performed by the service. The invoice is sent to the service.',
    sandbox: 'This is the sandbox: everything in it is erased after 24 hours, and nothing is delivered.',
    noScript: 'This page needs scripts. The API offers the same functions without them:',
    reference: 'API reference',
  },
} as const;
