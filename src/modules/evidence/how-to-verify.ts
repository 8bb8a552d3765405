import { HOW_TO_VERIFY } from './how-to-verify.data.ts';

const PAGES = { sk: '/overit-dokaz/', en: '/en/verify/' } as const;

/**
 * Returns `OVERENIE.txt`, which is part of every archive, first in Slovak, then in English.
 *
 * @param site public address of the service without a trailing slash; null: the text omits it
 */
export function writeHowToVerify(site: string | null): string {
  const jwks = `${site ?? 'https://…'}/.well-known/jwks.json`;
  const texts = (['sk', 'en'] as const).map((language) =>
    HOW_TO_VERIFY[language]
      .replace('{page}', site === null ? ` ${PAGES[language]}` : `\n   ${site}${PAGES[language]}`)
      .replace('{jwks}', jwks),
  );
  return texts.join('\n----------------------------------------------------------------\n\n');
}
