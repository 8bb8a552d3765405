import type { Catalog } from '@e-invoice/validator/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { ublNames } from '../../packages/validator/src/catalog/restrictions/ubl-names.data.ts';
import { businessGroups } from '../../packages/validator/src/catalog/terms/business-groups.data.ts';
import { businessTerms } from '../../packages/validator/src/catalog/terms/business-terms.data.ts';
import { loadCatalog } from './installed.ts';

type Statement = { readonly where: string; readonly text: string };

let sk: Statement[];
let en: Statement[];
let catalog: Catalog;
beforeAll(async () => {
  catalog = await loadCatalog();
  const statementsIn = (language: 'sk' | 'en'): Statement[] =>
    catalog.entries.flatMap(({ rule_id, title, message, explanation, cause, fix }) =>
      Object.entries({ title, message, explanation, cause, fix, program: fix.program }).map(([field, text]) => ({
        where: `${rule_id} ${field}`,
        text: text[language],
      })),
    );
  sk = statementsIn('sk');
  en = statementsIn('en');
});

/** The prose of a text, without element names, codes, addresses, file types and quotations. */
const proseOf = (text: string): string =>
  text
    .replaceAll(/„[^“]*“|“[^”]*”|"[^"]*"/g, ' ')
    .replaceAll(
      /\b(?:cac|cbc|ext|rsm|ram|udt|qdt|urn):\S+|@\w+|\bhttps?:\S+|\b\w+\/[\w.-]+|\b\w*[a-z][A-Z]\w*|\b\w+=\S+/g,
      ' ',
    );

const faultsOf = (all: readonly Statement[], isWrong: (text: string) => boolean): string[] =>
  all.filter(({ text }) => isWrong(text)).map(({ where, text }) => `${where}: ${text}`);

const ENGLISH =
  /\b(?:the|of|and|is|are|must|should|with|without|from|missing|invoice|amount|line|buyer|seller|value|code|code list|date|tax|rate|which|this|that|has|have|wrong|add|remove|state|when)\b/;
const SLOVAK_WORDS =
  /\b(?:faktúra|faktúry|faktúre|riadok|suma|sumy|dane|daň|údaj|prvok|chýba|kupujúci|predávajúci|doplňte|odstráňte|alebo|musí|nesmie|podľa)\b/i;

describe('Slovak texts', () => {
  it('contain no English words', () => {
    expect(faultsOf(sk, (text) => ENGLISH.test(proseOf(text)))).toEqual([]);
  });

  it('have paired Slovak quotes and no straight ones', () => {
    expect(faultsOf(sk, (text) => /"|“[^„]*“|„[^“]*„|„[^“]*$|”/.test(text.replaceAll(/\w+="[^"]*"/g, '')))).toEqual([]);
  });

  it('write decimals with a comma; points occur only in versions and XML values', () => {
    const allowed =
      /\b(?:UBL|XML|Billing|Self-Billing|Xerces|verzi\S*|[Vv]ydani\S*|HeaderVersion nie je|HeaderVersion hodnotu) 1?[\d.]*\d/g;
    const versions =
      /\b(?:2\.[0-4]|3\.0|1\.[01])\b|::2\.1|\d{1,2}\. ?\d{1,2}\. ?\d{4}|urn:\S+|\d{2}\.\d{4}\b|typ \d\.\d[^a-z]*alebo \d\.\d/g;
    expect(
      faultsOf(sk, (text) => /\d\.\d/.test(proseOf(text).replaceAll(allowed, '').replaceAll(versions, ''))),
    ).toEqual([]);
  });

  it('use „vo“, „zo“ and „so“ before words that start with the same sound', () => {
    expect(faultsOf(sk, (text) => /(?<![\p{L}\d])(?:[Vv] [vf]|[ZzSs] [zsžš])\p{Ll}/u.test(proseOf(text)))).toEqual([]);
  });

  it('are written with diacritics', () => {
    const bare =
      /(?<!\p{L})(?:faktura|faktury|dan|cislo|suma na uhradu|kupujuci|predavajuci|zlava|prirazka|sadzba dph|ic dph|dic|ico)(?!\p{L})/u;
    expect(faultsOf(sk, (text) => bare.test(proseOf(text)))).toEqual([]);
    expect(faultsOf(sk, (text) => proseOf(text).length > 60 && !/[áäčďéíĺľňóôŕšťúýž]/i.test(text))).toEqual([]);
  });

  it('use one word each for seller and buyer', () => {
    // The VAT act prescribes the words „Vyhotovenie faktúry odberateľom“, so they are quoted.
    expect(faultsOf(sk, (text) => /dodávateľ(?!\S* programu)|(?<!vyhoto\S+ )odberateľ/i.test(proseOf(text)))).toEqual(
      [],
    );
  });
});

describe('English texts', () => {
  it('contain no Slovak words', () => {
    expect(faultsOf(en, (text) => SLOVAK_WORDS.test(proseOf(text)))).toEqual([]);
    const abbreviations = /\b(?:IČO|DIČ|IČ DPH)|(?<=\b)DIČ|IČO|IČ/g;
    expect(faultsOf(en, (text) => /[áäčďéíĺľňóôŕšťúýž]/i.test(proseOf(text).replaceAll(abbreviations, '')))).toEqual(
      [],
    );
  });

  it('have no Slovak quotes and write decimals with a point', () => {
    expect(faultsOf(en, (text) => /„|“(?![^”]*”)/.test(text))).toEqual([]);
    expect(faultsOf(en, (text) => /\d,\d{1,2}\b(?!\d)/.test(text))).toEqual([]);
  });
});

describe('texts in both languages', () => {
  it('are sentences with a capital letter and a full stop; titles have no full stop', () => {
    const isSentence = (text: string): boolean => /^[\p{Lu}„"@\d(]/u.test(text) && /[.):“"]$/.test(text);
    for (const all of [sk, en]) {
      const titles = all.filter(({ where }) => where.endsWith('title'));
      const sentences = all.filter(({ where }) => !where.endsWith('title'));
      expect(faultsOf(titles, (text) => !/^[\p{Lu}„"]/u.test(text) || text.endsWith('.'))).toEqual([]);
      expect(faultsOf(sentences, (text) => !isSentence(text))).toEqual([]);
    }
  });

  it('contain no double spaces, spaces before punctuation or placeholders', () => {
    for (const all of [sk, en]) {
      expect(faultsOf(all, (text) => /\s\s|\s[,;!?]|\s\.(?!\w)|[{}$]|^\s|\s$/.test(text))).toEqual([]);
    }
  });

  it('name business terms and elements differently in each language, each name once', () => {
    for (const rows of [businessTerms, businessGroups]) {
      expect(rows.filter(([, slovak, english]) => slovak === english)).toEqual([]);
      expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
    }
    expect(businessTerms.length + businessGroups.length).toBeGreaterThan(190);
    const same = ublNames.filter(([, slovak, english]) => slovak === english).map(([name]) => name);
    expect(same).toEqual(['Telefax', '@format'].filter((name) => same.includes(name)));
  });
});
