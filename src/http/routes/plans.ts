import { z } from 'zod';
import { own } from '../../lib/own-property.ts';
import { PRODUCTS } from '../../modules/accounts/index.ts';
import { answer, jsonAnswer } from '../responses/response.ts';
import { type Route, route } from '../routing/route.ts';

const Plan = z
  .object({
    plan: z.string().meta({ example: 'pay-as-you-go' }),
    monthly_fee: z
      .string()
      .nullable()
      .meta({ description: 'In euros, whatever is called; null: by agreement.', example: '49' }),
    includes: z
      .array(z.enum(['documents', 'sftp']))
      .meta({ description: 'What not every plan has: documents that are kept and sent, files by SFTP.' }),
    products: z
      .array(
        z.object({
          product: z.enum(PRODUCTS),
          free_tier: z.int().meta({ description: 'How many calls of a UTC month are free.' }),
          unit_price: z.string().meta({ description: 'In euros, of each further call.', example: '0.004' }),
        }),
      )
      .meta({ description: 'Calls that have a price; every other one that the plan includes is free.' }),
  })
  .meta({ id: 'Plan' });

/** GET /api/plans: the plans on offer, as the service applies them. */
export const listPlans: Route = route({
  method: 'get',
  path: '/api/plans',
  id: 'listPlans',
  tag: 'accounts',
  summary: 'List plans',
  description:
    'What each plan costs and includes, as the service applies it; people read it at `/cennik/` and ' +
    '`/en/pricing/`. What a plan does not include is 403 `plan_required` in production; the sandbox has everything and ' +
    'charges nothing.',
  who: 'anyone',
  limit: 'none',
  answers: {
    200: jsonAnswer('All plans.', z.object({ currency: z.literal('EUR'), plans: z.array(Plan) })),
  },
  problems: [],
  handle: (_, { app }) => {
    const { plans } = app.accounts;
    const includesNamed = Object.values(plans).some(({ includes = [] }) => includes.includes('documents'));
    return answer(200, {
      currency: 'EUR' as const,
      plans: Object.entries(plans).map(([plan, { monthly_fee, fee_by_agreement, includes = [], products }]) => ({
        plan,
        monthly_fee: fee_by_agreement === true ? null : monthly_fee,
        includes: includesNamed ? [...includes] : ['documents' as const, ...includes],
        products: PRODUCTS.flatMap((product) => {
          const tariff = own(products, product);
          return tariff === undefined ? [] : [{ product, free_tier: tariff.free, unit_price: tariff.price }];
        }),
      })),
    });
  },
});
