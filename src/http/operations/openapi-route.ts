import { z } from 'zod';
import { keepCompressed } from '../middleware/compress.ts';
import { etagOf, matchesEtag } from '../responses/etag.ts';
import { Written } from '../responses/pre-serialized.ts';
import { answer, emptyAnswer, jsonAnswer } from '../responses/response.ts';
import type { OpenApi } from '../routing/openapi.ts';
import { type Route, route } from '../routing/route.ts';

/** GET /api/openapi.json: the contract of all routes, including this one. */
export function makeOpenApiRoute(contract: () => OpenApi): Route {
  let made: { readonly document: unknown; readonly etag: string } | null = null;
  const document = (): NonNullable<typeof made> => {
    if (made === null) {
      const text = JSON.stringify(contract());
      made = { document: new Written(keepCompressed(Buffer.from(text))), etag: etagOf(text) };
    }
    return made;
  };
  return route({
    method: 'get',
    path: '/api/openapi.json',
    id: 'getOpenApi',
    tag: 'operations',
    summary: 'Read the OpenAPI document',
    description: 'OpenAPI 3.1, generated from the same declarations that handle the requests.',
    who: 'anyone',
    limit: 'none',
    headers: z.object({ 'If-None-Match': z.string().optional() }),
    answers: {
      200: jsonAnswer('The OpenAPI document.', z.looseObject({ openapi: z.string() }), {
        ETag: 'The version of the document.',
      }),
      304: emptyAnswer('Not modified since the version in `If-None-Match`.', { ETag: 'The version of the document.' }),
    },
    problems: [],
    handle: ({ headers }) => {
      const { document: body, etag } = document();
      const caching = { ETag: etag, 'Cache-Control': 'no-cache' };
      if (matchesEtag(headers['If-None-Match'], etag)) return answer(304, null, caching);
      return answer(200, body as { openapi: string }, caching);
    },
  });
}
