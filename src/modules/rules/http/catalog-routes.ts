import { type CatalogEntry, searchRules } from '@e-invoice/validator/catalog';
import { z } from 'zod';
import {
  answer,
  emptyAnswer,
  etagOf,
  jsonAnswer,
  LayerName,
  Level,
  makeProblem,
  matchesEtag,
  NextCursor,
  Paging,
  type Route,
  readOffset,
  route,
  writeOffset,
} from '../../../http/index.ts';
import { CatalogRule } from './catalog-schemas.ts';

const Conditional = z.object({ 'If-None-Match': z.string().optional() });
const NOT_CHANGED = emptyAnswer('Not modified since the version in `If-None-Match`.', {
  ETag: 'The version of the entry.',
});

const Query = Paging.extend({
  layer: LayerName.optional(),
  level: Level.optional(),
  q: z
    .string()
    .max(500)
    .optional()
    .meta({
      description:
        'A rule id or a part of it, a business term, element names, or words in Slovak or English in any form, with or ' +
        'without diacritics.',
      example: 'zaokruhlenie dane',
    }),
  lang: z
    .enum(['sk', 'en'])
    .optional()
    .meta({ description: 'Matches in this language rank higher; matches in the other language are returned as well.' }),
});

const listRules = route({
  method: 'get',
  path: '/api/error-catalog',
  id: 'listCatalogRules',
  tag: 'catalog',
  summary: 'List and search all rules',
  description:
    'Every rule that an installed rule set can report, with its explanation, advice and example in Slovak and ' +
    'English. With `q`, the best matches come first.',
  who: 'anyone',
  limit: 'none',
  query: Query,
  headers: Conditional,
  answers: {
    200: jsonAnswer(
      'One page.',
      z.object({
        version: z.string().meta({ description: 'Changes whenever the catalog changes.' }),
        total: z.int().meta({ description: 'Number of matching rules on all pages.' }),
        rules: z.array(CatalogRule),
        next_cursor: NextCursor,
      }),
      { ETag: 'The version of the response.' },
    ),
    304: NOT_CHANGED,
  },
  problems: ['cursor_malformed'],
  handle: async ({ query, headers }, { app }) => {
    const catalog = await app.catalog();
    const { version } = catalog;
    const { q = '', layer, level, lang, limit, cursor } = query;
    // The offset is valid only for the same query, so the cursor version covers the query.
    const queryTag = etagOf(JSON.stringify([version, q, layer, level, lang]));
    const from = cursor === undefined ? 0 : readOffset(cursor, queryTag);
    const etag = etagOf(JSON.stringify([version, q, layer, level, lang, limit, from]));
    const caching = { ETag: etag, 'Cache-Control': 'no-cache' };
    if (matchesEtag(headers['If-None-Match'], etag)) return answer(304, null, caching);
    const found: readonly CatalogEntry[] = searchRules(catalog, q, { layer, level, lang });
    const end = from + limit;
    const next_cursor = end < found.length ? writeOffset(end, queryTag) : null;
    return answer(200, { version, total: found.length, rules: found.slice(from, end), next_cursor }, caching);
  },
});

export const getRule: Route = route({
  method: 'get',
  path: '/api/error-catalog/{rule_id}',
  id: 'getCatalogRule',
  tag: 'catalog',
  summary: 'Read one rule',
  description: 'The catalog entry of a rule. The rule id is not case-sensitive.',
  who: 'anyone',
  limit: 'none',
  params: z.object({ rule_id: z.string().max(200).meta({ example: 'BR-CO-10' }) }),
  headers: Conditional,
  answers: {
    200: jsonAnswer('The rule.', CatalogRule, { ETag: 'The version of the entry.' }),
    304: NOT_CHANGED,
  },
  problems: ['rule_not_found'],
  handle: async ({ params: { rule_id }, headers }, { app }) => {
    const catalog = await app.catalog();
    const entry = catalog.find(rule_id);
    if (entry === undefined) throw makeProblem('rule_not_found', { rule: rule_id });
    const etag = etagOf(`${catalog.version} ${entry.rule_id}`);
    const caching = { ETag: etag, 'Cache-Control': 'no-cache' };
    if (matchesEtag(headers['If-None-Match'], etag)) return answer(304, null, caching);
    return answer(200, entry, caching);
  },
});

export const catalogRoutes: readonly Route[] = [listRules, getRule];
