import { CII_RULESETS, listRulesets as listInstalled } from '@e-invoice/validator/validation';
import { z } from 'zod';
import { answer, jsonAnswer, LayerName, type Route, route, Text } from '../../../http/index.ts';
import { Digest, Engine } from '../../evidence/http/index.ts';

const Ruleset = z
  .object({
    id: z.string().meta({ example: 'en16931' }),
    version: z.string().meta({ example: '1.3.16' }),
    title: Text,
    conforms_to: z.string(),
    published: z.iso.date().nullable().meta({ description: 'When the publisher released it; null: unknown.' }),
    mandatory_from: z.iso.date().meta({ description: 'The first day on which it applies; `?as_of=` uses this date.' }),
    in_force_from: z.iso.date().meta({ description: 'Same as `mandatory_from`; its earlier name.', deprecated: true }),
    in_force_to: z.iso.date().nullable().meta({ description: 'Null: no end date is known.' }),
    for_customization: z.array(z.string()).meta({
      description: 'CustomizationIDs for which an operator installed it; `*` matches any characters.',
    }),
    layers: z.array(LayerName),
    rule_count: z.int(),
    packs: z.array(z.object({ id: z.string(), version: z.string(), rule_count: z.int(), digest: Digest })),
  })
  .meta({ id: 'Ruleset' });

/** GET /api/rulesets: installed rule packs. */
export const listRulesets: Route = route({
  method: 'get',
  path: '/api/rulesets',
  id: 'listRulesets',
  tag: 'validation',
  summary: 'List the installed rule sets',
  description:
    'Every rule set that `?ruleset=` accepts, one entry per release, with its dates and rule counts; those for CII have ' +
    'the layer `CII`. Evidence ' +
    'contains the same digests of the engine and the packs.',
  who: 'anyone',
  limit: 'none',
  answers: { 200: jsonAnswer('The rule sets.', z.object({ engine: Engine, rulesets: z.array(Ruleset) })) },
  problems: [],
  handle: (_, { app: { engine, validator } }) => {
    const forCii = listInstalled(validator.ciiPacks?.() ?? [], CII_RULESETS);
    return answer(200, { engine, rulesets: [...listInstalled(validator.packs), ...forCii] });
  },
});
