import type { Catalog } from '@e-invoice/validator/catalog';
import type { Text } from '@e-invoice/validator/issues';
import { html } from '../../lib/html.ts';
import { DRAFT_PATH, FRONT_PATH, GUIDE_PATH, PRICING_PATH, REQUEST_PATH, RULES_PATH, VERIFY_PATH } from './layout.ts';
import { rulePathOf } from './rules/index.ts';

/**
 * Every page that search engines shall find, each with the same page in the other language (sitemaps.org 0.9): fewer than
 * the 50,000 that one file may have.
 *
 * @param asked addresses of pages whose language stands behind them
 */
export function writeSitemap(catalog: Catalog, asked: readonly string[], origin: string): string {
  const paths: Text[] = [
    FRONT_PATH,
    DRAFT_PATH,
    VERIFY_PATH,
    RULES_PATH,
    GUIDE_PATH,
    PRICING_PATH,
    REQUEST_PATH,
    ...asked.map((path) => ({ sk: `${path}?lang=sk`, en: `${path}?lang=en` })),
    ...catalog.entries.map(({ rule_id }) => rulePathOf(rule_id)),
  ];
  const urls = paths.flatMap(({ sk, en }) => {
    const others = html`<xhtml:link rel="alternate" hreflang="sk" href="${origin}${sk}"/><xhtml:link rel="alternate" hreflang="en" href="${origin}${en}"/>`;
    return [sk, en].map((path) => html`<url><loc>${origin}${path}</loc>${others}</url>\n`);
  });
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls}</urlset>
`.text;
}

/** What robots are asked to leave alone (RFC 9309): searches have no end, calls are not pages. */
export const writeRobots = (origin: string): string => `User-agent: *
Disallow: /api/
Disallow: /v1/
Disallow: /*?*q=

Sitemap: ${origin}/sitemap.xml
`;
