import { z } from 'zod';
import { answer, jsonAnswer, MONTH, type Route, route } from '../../../http/index.ts';
import { PRODUCTS } from '../index.ts';

const money = (description: string) => z.string().meta({ description, example: '0.004' });

const Month = z.string().regex(MONTH);

const Usage = z
  .object({
    month: Month,
    plan: z.string().meta({ example: 'pay-as-you-go' }),
    currency: z.literal('EUR'),
    products: z.array(
      z.object({
        product: z.enum(PRODUCTS),
        calls: z.int(),
        free_tier: z.int().nullable().meta({ description: 'Free calls per month; null: unlimited.' }),
        free_used: z.int(),
        billed_calls: z.int(),
        unit_price: money('Price of each call beyond the free ones.'),
        amount_due: money('Exact amount, not rounded.'),
      }),
    ),
    monthly_fee: money('Fixed fee of the plan.'),
    fee_by_agreement: z
      .boolean()
      .meta({ description: 'The fee is agreed outside the service; the amounts include only calls.' }),
    amount_due: money('The fee and all products; exact, not rounded.'),
  })
  .meta({ id: 'Usage' });

/** GET /api/usage: the calls of a month per product and their price. */
export const getUsage: Route = route({
  method: 'get',
  path: '/api/usage',
  id: 'getUsage',
  tag: 'accounts',
  summary: 'Read the usage of a month',
  description:
    'Successful calls per product in a UTC month, the used part of the free tier, and the amount due in euros. ' +
    'Charged calls are counted exactly; for other calls the last second may be missing.',
  who: 'viewer',
  limit: 'per-key',
  query: z.object({
    month: Month.optional().meta({ description: 'In UTC; default: the current month.', example: '2026-11' }),
  }),
  answers: { 200: jsonAnswer('The usage.', Usage) },
  problems: [],
  handle: async ({ query }, { app, caller }) => {
    const month = query.month ?? new Date(app.now()).toISOString().slice(0, 7);
    return answer(200, await app.accounts.usage(caller, month), { 'Cache-Control': 'no-store' });
  },
});
