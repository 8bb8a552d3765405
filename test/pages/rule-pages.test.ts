import type { Catalog } from '@e-invoice/validator/catalog';
import { FREQUENT, makeCatalog, TOPICS } from '@e-invoice/validator/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  readRuleQuery,
  renderRuleIndex,
  renderRuleMissing,
  renderRulePage,
  rulePathOf,
} from '../../src/http/pages/index.ts';
import { loadCatalog } from '../catalog/installed.ts';
import { sampleOf } from '../support/cases.ts';
import { readHtml } from './read-html.ts';

const ORIGIN = 'https://faktury.example';
let catalog: Catalog;
beforeAll(async () => {
  catalog = await loadCatalog();
});

describe.each(['sk', 'en'] as const)('rule page in %s', (language) => {
  it('is well-formed, in its language, and contains all catalog data for every rule', () => {
    for (const entry of sampleOf(catalog.entries, 7)) {
      const page = readHtml(renderRulePage(entry, catalog, ORIGIN, language));
      const { rule_id, title, message, fix, cause, explanation, xpath, context, example, terms, source } = entry;
      expect(page.language).toBe(language);
      expect(page.title).toContain(`${rule_id}: ${title[language]}`);
      const texts = [message, fix, cause, explanation, source.title, ...terms.map(({ name }) => name)];
      const same = [rule_id, xpath, context ?? '', example?.wrong ?? '', example?.right ?? '', ...source.packs];
      for (const text of [...texts.map((both) => both[language]), ...same]) {
        if (!page.text.includes(text)) expect.fail(`${rule_id} does not contain ${text}`);
      }
      expect(page.elements.get('h1')).toHaveLength(1);
    }
  });

  it('declares its canonical URL and translation and links every related rule', () => {
    for (const entry of sampleOf(catalog.entries, 7)) {
      const { data, elements, links } = readHtml(renderRulePage(entry, catalog, ORIGIN, language));
      const paths = rulePathOf(entry.rule_id);
      const heads = elements
        .get('link')!
        .filter(({ rel }) => rel !== 'icon')
        .map(({ rel, hreflang = '', href }) => `${rel} ${hreflang} ${href}`);
      expect(heads).toEqual([
        `canonical  ${ORIGIN}${paths[language]}`,
        `alternate sk ${ORIGIN}${paths.sk}`,
        `alternate en ${ORIGIN}${paths.en}`,
        `alternate x-default ${ORIGIN}${paths.sk}`,
      ]);
      expect(links).toContain(paths[language === 'sk' ? 'en' : 'sk']);
      expect(links).toEqual(expect.arrayContaining(entry.related.map((id) => rulePathOf(id)[language])));
      expect(data.map((item) => item['@type'])).toEqual(['TechArticle', 'BreadcrumbList']);
      expect(data[0]).toMatchObject({ url: `${ORIGIN}${paths[language]}`, inLanguage: language });
    }
  });
});

describe('rule texts with markup are escaped', () => {
  const EVIL = '</script><script>alert(1)</script><!-- " \' & \u2028';
  const hostile = { sk: EVIL, en: EVIL };
  it.each(['sk', 'en'] as const)('in %s', async (language) => {
    const entry = {
      ...catalog.find('BR-CO-10')!,
      title: hostile,
      message: hostile,
      fix: { ...hostile, program: hostile, xml: hostile },
      cause: hostile,
      explanation: hostile,
      xpath: EVIL,
      context: `${EVIL} context`,
      example: { wrong: EVIL, right: EVIL },
      xpath_cii: `${EVIL} in CII`,
      terms: [{ id: 'BT-1', name: hostile, xpath: EVIL, xpath_cii: EVIL }],
      source: { title: hostile, packs: [EVIL] },
    };
    const page = readHtml(renderRulePage(entry, catalog, ORIGIN, language));
    expect(page.elements.get('script')).toEqual([{ type: 'application/ld+json' }, { type: 'application/ld+json' }]);
    expect(page.data[0]).toMatchObject({ description: EVIL });
    expect(page.text.split(EVIL).length).toBeGreaterThan(8);
  });
});

describe('rule list', () => {
  const list = (parameters: Parameters<typeof readRuleQuery>[0], language: 'sk' | 'en' = 'sk') =>
    readHtml(renderRuleIndex(catalog, readRuleQuery(parameters), ORIGIN, language));
  const rulesIn = ({ links }: { links: readonly string[] }) =>
    links.flatMap((link) => /^\/(?:chyby|en\/errors)\/([^/?]+)\/$/.exec(link)?.[1] ?? []);

  it('links every rule, page by page', () => {
    const seen: string[] = [];
    for (let page = 1; ; page++) {
      const shown = list({ page: String(page) });
      seen.push(...rulesIn(shown));
      if (!shown.links.includes(`/chyby/?page=${page + 1}`)) break;
    }
    expect(seen).toEqual([...FREQUENT, ...catalog.entries.map(({ rule_id }) => rule_id)]);
  });

  it('starts with the most frequent mistakes and with topics that each lead to their rules', () => {
    const { links, text } = list({});
    expect(rulesIn({ links })[0]).toBe('BR-CO-15');
    expect(text.indexOf('Najčastejšie chyby')).toBeLessThan(text.indexOf('Podľa témy'));
    for (const { name, rule_ids } of TOPICS) {
      expect(links).toContain(`/chyby/?${new URLSearchParams({ q: name.sk })}`);
      expect(rulesIn(list({ q: name.sk })).slice(0, rule_ids.length)).toEqual(rule_ids);
    }
    expect(list({ q: 'dph' }).text).not.toContain('Podľa témy');
  });

  it('searches without diacritics, filters by layer and level, and preserves the query in form and links', () => {
    const shown = list({ q: 'nesedi sucet riadkov', layer: 'EN16931', level: 'fatal' });
    expect(rulesIn(shown)[0]).toBe('BR-CO-10');
    expect(shown.elements.get('input')![0]).toMatchObject({ name: 'q', value: 'nesedi sucet riadkov' });
    const chosen = shown.elements.get('option')!.filter((option) => 'selected' in option);
    expect(chosen.map(({ value }) => value)).toEqual(['EN16931', 'fatal']);
    expect(shown.links).toContain('/en/errors/?q=nesedi+sucet+riadkov&layer=EN16931&level=fatal');
  });

  it('lets search engines index only the complete list', () => {
    const robots = (parameters: Parameters<typeof readRuleQuery>[0]) =>
      list(parameters)
        .elements.get('meta')!
        .filter(({ name }) => name === 'robots');
    expect(robots({})).toEqual([]);
    for (const parameters of [{ q: 'dph' }, { layer: 'SK' }, { page: '2' }]) expect(robots(parameters)).toHaveLength(1);
  });

  it.each([
    { q: 'zzzzzz' },
    { q: '"><script>alert(1)</script>' },
    { layer: '"><x' },
    { page: '99999' },
    { page: '-1' },
  ])('renders a page for the query %o', (parameters) => {
    const shown = list(parameters);
    expect(shown.elements.get('script') ?? []).not.toContainEqual({});
    expect(shown.elements.get('form')).toHaveLength(1);
  });

  it('labels every control for screen readers', () => {
    const { elements } = list({});
    const labelled = elements.get('label')!.map((label) => label.for);
    const controls = [...elements.get('input')!, ...elements.get('select')!].map(({ id }) => id);
    expect(labelled).toEqual(controls);
  });
});

describe('page of an unknown rule', () => {
  const meant = (query: string) =>
    readHtml(renderRuleMissing(catalog, query, ORIGIN, 'sk')).links.flatMap(
      (link) => /^\/chyby\/([^/?]+)\/$/.exec(link)?.[1] ?? [],
    );

  it.each([
    ['BR-DE-15', 'DE-R-015'],
    ['BR-CO-99', 'BR-CO-10'],
    ['zaokruhlenie', 'BR-CO-16'],
  ])('suggests for %s the rule %s', (query, offered) => {
    expect(meant(query)).toContain(offered);
  });

  it('does not echo the requested id', () => {
    expect(renderRuleMissing(catalog, 'neviem-co-to-je', ORIGIN, 'en')).not.toContain('neviem');
  });

  it('suggests no rules when the catalog is empty', () => {
    const none = makeCatalog([], () => '0');
    expect(readHtml(renderRuleMissing(none, 'x', ORIGIN, 'en')).elements.get('form')).toHaveLength(1);
  });
});
