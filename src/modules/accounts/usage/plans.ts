import { type Decimal, parseDecimal, toDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { own } from '../../../lib/own-property.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { ConfigProblems } from '../../../platform/index.ts';
import type { Environment } from '../caller.ts';

/** Product that a route's calls are metered as. */
export const PRODUCTS = [
  'validation',
  'evidence',
  'preview',
  'render',
  'pdf-bridge',
  'documents',
  'vat-verification',
  'peppol-lookup',
  'assistant',
] as const;

export type Product = (typeof PRODUCTS)[number];

/** Price of a product: a number of free calls per UTC month, then a price per call. */
type Tariff = {
  readonly free: number;
  /** Decimal number of euros. */
  readonly price: string;
};

/** Optional features of a plan: stored documents, files by SFTP. */
export type Feature = 'documents' | 'sftp';

type Plan = {
  /** Decimal number of euros per month, independent of usage. */
  readonly monthly_fee: string;
  /** The fee is negotiated per customer and is not included in bills created here. */
  readonly fee_by_agreement?: boolean | undefined;
  /** Features that not all plans include; in the sandbox all plans do. */
  readonly includes?: readonly Feature[] | undefined;
  /** Products without a tariff are free. */
  readonly products: Readonly<Record<string, Tariff>>;
};

export type Plans = Readonly<Record<string, Plan>>;

/** Default plan of a new workspace. */
export const DEFAULT_PLAN = 'pay-as-you-go';

const VAT: Tariff = { free: 1000, price: '0.004' };

/** Published prices (service interface, section 8); configuration may replace them. */
export const PUBLISHED_PLANS: Plans = {
  [DEFAULT_PLAN]: { monthly_fee: '0', products: { 'vat-verification': VAT } },
  documents: { monthly_fee: '49', products: { 'vat-verification': VAT }, includes: ['documents'] },
  // Its fee is configured in `PLANS` when bills are created here.
  enterprise: {
    monthly_fee: '0',
    fee_by_agreement: true,
    products: { 'vat-verification': VAT },
    includes: ['documents', 'sftp'],
  },
};

/** Plan and environment of a caller. */
type Placed = { readonly environment: Environment; readonly plan: string };

/**
 * Checks that a plan includes a feature (contract, section 11). The sandbox includes all features; documents are
 * included in every plan when no configured plan names them.
 *
 * @throws Refusal `plan_required`
 */
export function checkIncludes(plans: Plans, { environment, plan }: Placed, feature: Feature): void {
  if (includes(plans, { environment, plan }, feature)) return;
  const needed = Object.keys(plans).find((name) => includes(plans, { environment, plan: name }, feature));
  if (needed === undefined && feature === 'documents') return;
  throw refusal('plan_required', { needed: needed ?? 'enterprise', plan });
}

/** Whether a plan includes the feature; always in the sandbox. */
export const includes = (plans: Plans, { environment, plan }: Placed, feature: Feature): boolean =>
  environment === 'sandbox' || own(plans, plan)?.includes?.includes(feature) === true;

/**
 * Configured plans, or the published ones when none are configured.
 *
 * @throws ConfigProblems when a plan is invalid
 */
export function choosePlans(configured: Plans | null): Plans {
  const plans = configured ?? PUBLISHED_PLANS;
  const problems = Object.entries(plans).flatMap(([name, { products }]) =>
    Object.keys(products)
      .filter((product) => !PRODUCTS.some((known) => known === product))
      .map(
        (product) =>
          `PLANS: ${name} has a tariff for the unknown product ${product}; expected one of ${PRODUCTS.join(', ')}`,
      ),
  );
  if (!Object.hasOwn(plans, DEFAULT_PLAN))
    problems.push(`PLANS must contain ${DEFAULT_PLAN}, the plan of new workspaces`);
  if (problems.length > 0) throw new ConfigProblems(problems);
  return plans;
}

/** A product's line in a monthly bill. */
type UsageLine = {
  readonly product: Product;
  readonly calls: number;
  /** Free calls per month; null: all. */
  readonly free_tier: number | null;
  readonly free_used: number;
  readonly billed_calls: number;
  readonly unit_price: string;
  readonly amount_due: string;
};

export type Bill = {
  readonly products: readonly UsageLine[];
  readonly monthly_fee: string;
  readonly fee_by_agreement: boolean;
  readonly amount_due: string;
};

/**
 * Computes the bill for a month's calls on a plan. Amounts are exact, in euros, with at least two decimals, without
 * rounding.
 */
export function toBill(plan: Plan, calls: ReadonlyMap<string, number>): Bill {
  let due = readMoney(plan.monthly_fee);
  const products = PRODUCTS.map((product): UsageLine => {
    const tariff = own(plan.products, product);
    const made = calls.get(product) ?? 0;
    const free = tariff === undefined ? made : Math.min(made, tariff.free);
    const price = tariff === undefined ? ZERO : readMoney(tariff.price);
    const amount = price.multiply(toDecimal(made - free));
    due = due.add(amount);
    return {
      product,
      calls: made,
      free_tier: tariff?.free ?? null,
      free_used: free,
      billed_calls: made - free,
      unit_price: writeMoney(price),
      amount_due: writeMoney(amount),
    };
  });
  return {
    products,
    monthly_fee: writeMoney(readMoney(plan.monthly_fee)),
    fee_by_agreement: plan.fee_by_agreement === true,
    amount_due: writeMoney(due),
  };
}

/** True when calls of the product have a price on the plan, or may have. */
export const isBilled = (plans: Plans, product: Product): boolean =>
  Object.values(plans).some((plan) => own(plan.products, product) !== undefined);

function readMoney(text: string): Decimal {
  const money = parseDecimal(text);
  if (money === null) throw new RangeError(`${text} is not an amount of money`);
  return money;
}

function writeMoney(money: Decimal): string {
  const [whole = '0', fraction = ''] = money.toString().split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
