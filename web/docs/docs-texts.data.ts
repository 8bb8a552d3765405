/** Texts of the "try it" panel. */
export const TRY_WORDS = {
  sk: {
    key: 'Služba vydáva skúšobný kľúč …',
    calling: 'Služba pracuje …',
    failed: 'Služba neodpovedala. Skontrolujte pripojenie a skúste to znova.',
    done: 'Odpoveď {status} za {ms} ms',
    headers: 'Hlavičky odpovede',
    body: 'Telo odpovede',
    none: 'Odpoveď nemá telo.',
    binary: 'Telo nie je text: {type}, bajtov: {n}.',
    save: 'Stiahnuť',
    cut: 'Zobrazený je začiatok; celé telo sa dá stiahnuť.',
  },
  en: {
    key: 'The service is making a sandbox key …',
    calling: 'The service is working …',
    failed: 'The service did not answer. Check the connection and try again.',
    done: 'Answer {status} in {ms} ms',
    headers: 'Headers of the answer',
    body: 'Body of the answer',
    none: 'The answer has no body.',
    binary: 'The body is no text: {type}, {n} bytes.',
    save: 'Download',
    cut: 'Shown is its beginning; the whole body can be downloaded.',
  },
} as const;
