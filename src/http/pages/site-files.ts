import type { Catalog } from '@e-invoice/validator/catalog';
import type { Text } from '@e-invoice/validator/issues';
import { html } from '../../lib/html.ts';
import { DRAFT_PATH, FRONT_PATH, GUIDE_PATH, PRICING_PATH, REQUEST_PATH, RULES_PATH, VERIFY_PATH } from './layout.ts';
import { rulePathOf } from './rules/index.ts';

/**
 * Sitemap of all indexed pages, each with its alternate in the other language (sitemaps.org 0.9). It stays below the
 * limit of 50,000 URLs per file.
 *
 * @param localizedPaths paths of pages whose language is a query parameter
 */
export function writeSitemap(catalog: Catalog, localizedPaths: readonly string[], origin: string): string {
  const paths: Text[] = [
    FRONT_PATH,
    DRAFT_PATH,
    VERIFY_PATH,
    RULES_PATH,
    GUIDE_PATH,
    PRICING_PATH,
    REQUEST_PATH,
    ...localizedPaths.map((path) => ({ sk: `${path}?lang=sk`, en: `${path}?lang=en` })),
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

/** robots.txt (RFC 9309): excludes searches, which are unlimited in number, and the API. */
export const writeRobots = (origin: string): string => `User-agent: *
Disallow: /api/
Disallow: /v1/
Disallow: /*?*q=

Sitemap: ${origin}/sitemap.xml
`;
