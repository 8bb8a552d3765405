import { z } from 'zod';
import { PRODUCTS } from '../../modules/accounts/index.ts';
import { answer, jsonAnswer } from '../responses/response.ts';
import { type Route, route } from '../routing/route.ts';
import { MONTH } from '../schemas/text-patterns.ts';

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
        free_tier: z.int().nullable().meta({ description: 'How many calls a month are free; null: all.' }),
        free_used: z.int(),
        billed_calls: z.int(),
        unit_price: money('Of one call beyond the free ones.'),
        amount_due: money('Exact, not rounded.'),
      }),
    ),
    monthly_fee: money('Of the plan, whatever is called.'),
    fee_by_agreement: z
      .boolean()
      .meta({ description: 'The fee is agreed outside the service: the amounts here are of calls alone.' }),
    amount_due: money('The fee and all products; exact, not rounded.'),
  })
  .meta({ id: 'Usage' });

/** GET /api/usage: the calls of a month per product and their price. */
export const getUsage: Route = route({
  method: 'get',
  path: '/api/usage',
  id: 'getUsage',
  tag: 'accounts',
  summary: 'Read a month’s usage',
  description:
    'Successful calls per product in a UTC month, how much of the free tier they used, and the amount due in euros. ' +
    'Calls that cost something are counted exactly; of the others the last second may be missing.',
  who: 'viewer',
  limit: 'per-key',
  query: z.object({
    month: Month.optional().meta({ description: 'In UTC; the current one without it.', example: '2026-11' }),
  }),
  answers: { 200: jsonAnswer('The usage.', Usage) },
  problems: [],
  handle: async ({ query }, { app, caller }) => {
    const month = query.month ?? new Date(app.now()).toISOString().slice(0, 7);
    return answer(200, await app.accounts.usage(caller, month), { 'Cache-Control': 'no-store' });
  },
});
