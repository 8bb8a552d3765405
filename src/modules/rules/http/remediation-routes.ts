import { suggestRemediation } from '@e-invoice/validator/catalog';
import { z } from 'zod';
import { text } from '../../../../locales/index.ts';
import { answer, invalidRequest, jsonAnswer, makeFieldError, type Route, route } from '../../../http/index.ts';
import { Remediation } from './catalog-schemas.ts';

const Query = z.object({
  rule_id: z.string().max(200).optional().meta({
    description: 'The id of a rule, of this service or of another validator.',
    example: 'BR-CO-10',
  }),
  message: z.string().max(4000).optional().meta({ description: 'The message of the validator, in Slovak or English.' }),
  location: z.string().max(2000).optional().meta({
    description: 'The XPath of the element, as reported by the validator.',
    example: '/Invoice/cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
  }),
});

const ONE_OF_THEM = text('remediation.one-of-them');

/** GET /api/remediation: how to fix a finding of this service or of any other validator. */
export const getRemediation: Route = route({
  method: 'get',
  path: '/api/remediation',
  id: 'getRemediation',
  tag: 'catalog',
  summary: 'Get advice for a finding',
  description:
    'The advice for the given rule. When this service does not know the rule, the best match for the message and the ' +
    'location is returned, with a confidence and alternatives.',
  who: 'anyone',
  limit: 'none',
  query: Query,
  answers: { 200: jsonAnswer('The advice.', Remediation) },
  problems: [],
  handle: async ({ query: { rule_id = '', message = '', location = '' } }, { app }) => {
    if (![rule_id, message, location].some((part) => part.trim() !== '')) {
      throw invalidRequest([makeFieldError('query', ['rule_id'], 'missing', ONE_OF_THEM)]);
    }
    return answer(200, suggestRemediation(await app.catalog(), { rule_id, message, location }));
  },
});
