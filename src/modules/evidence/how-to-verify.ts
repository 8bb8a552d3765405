import { HOW_TO_VERIFY } from './how-to-verify.data.ts';

/** Paths of the page that verifies, as the site has them. */
const PAGES = { sk: '/overit-dokaz/', en: '/en/verify/' } as const;

/**
 * The text that goes into every archive, Slovak then English.
 *
 * @param site where people find the service, without a slash at the end; null: it is not said
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
