import type { Catalog } from '@e-invoice/validator/catalog';
import { html } from '../lib/html.ts';
import { FRONT_PATH, GUIDE_PATH, PRICING_PATH, REQUEST_PATH, RULES_PATH } from './layout.ts';
import { rulePathOf } from './rules/index.ts';

/** Every page that search engines shall find (sitemaps.org 0.9): fewer than the 50,000 that one file may have. */
export function writeSitemap(catalog: Catalog, origin: string): string {
  const paths = [
    FRONT_PATH,
    RULES_PATH,
    GUIDE_PATH,
    PRICING_PATH,
    REQUEST_PATH,
    ...catalog.entries.map(({ rule_id }) => rulePathOf(rule_id)),
  ];
  const urls = [...paths.flatMap(({ sk, en }) => [sk, en])];
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map((path) => html`<url><loc>${origin}${path}</loc></url>\n`)}</urlset>
`.text;
}

/** What robots are asked to leave alone (RFC 9309): searches have no end, calls are not pages. */
export const writeRobots = (origin: string): string => `User-agent: *
Disallow: /api/
Disallow: /v1/
Disallow: /*?*q=

Sitemap: ${origin}/sitemap.xml
`;
