import { z } from 'zod';
import { answer, jsonAnswer, type Route, route } from '../../../http/index.ts';
import { own } from '../../../lib/own-property.ts';
import { PRODUCTS } from '../index.ts';

const Plan = z
  .object({
    plan: z.string().meta({ example: 'pay-as-you-go' }),
    monthly_fee: z.string().nullable().meta({ description: 'Fixed fee in euros; null: by agreement.', example: '49' }),
    includes: z
      .array(z.enum(['documents', 'sftp']))
      .meta({ description: 'Features that are not in every plan: stored and sent documents, files by SFTP.' }),
    products: z
      .array(
        z.object({
          product: z.enum(PRODUCTS),
          free_tier: z.int().meta({ description: 'Free calls per UTC month.' }),
          unit_price: z.string().meta({ description: 'Price of each further call in euros.', example: '0.004' }),
        }),
      )
      .meta({ description: 'Calls with a price; all other calls in the plan are free.' }),
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
    'The prices and features of each plan, as the service applies them; people can read them at `/cennik/` and ' +
    '`/en/pricing/`. A feature that is not in the plan returns 403 `plan_required` in production; the sandbox ' +
    'includes everything and charges nothing.',
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
