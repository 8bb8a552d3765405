import { type Decimal, parseDecimal, toDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { own } from '../../../lib/own-property.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { ConfigProblems } from '../../../platform/index.ts';
import type { Environment } from '../caller.ts';

/** What calls are counted as; a route names its own. */
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

/** What calls of one product cost: the first so many of a UTC month nothing, each further one the price. */
type Tariff = {
  readonly free: number;
  /** A decimal number of euros. */
  readonly price: string;
};

/** What a plan may have that others lack: documents that are kept and followed, files by SFTP. */
export type Feature = 'documents' | 'sftp';

type Plan = {
  /** A decimal number of euros a month, whatever is called. */
  readonly monthly_fee: string;
  /** The fee is agreed with each customer; bills made here then have none. */
  readonly fee_by_agreement?: boolean | undefined;
  /** What only some plans have; in the sandbox all have it. */
  readonly includes?: readonly Feature[] | undefined;
  /** A product without a tariff is free. */
  readonly products: Readonly<Record<string, Tariff>>;
};

export type Plans = Readonly<Record<string, Plan>>;

/** What a new workspace is on unless the operator says otherwise. */
export const DEFAULT_PLAN = 'pay-as-you-go';

const VAT: Tariff = { free: 1000, price: '0.004' };

/** The published prices (service interface, section 8); configuration may replace them. */
export const PUBLISHED_PLANS: Plans = {
  [DEFAULT_PLAN]: { monthly_fee: '0', products: { 'vat-verification': VAT } },
  documents: { monthly_fee: '49', products: { 'vat-verification': VAT }, includes: ['documents'] },
  // `PLANS` tells its fee where bills are made here.
  enterprise: {
    monthly_fee: '0',
    fee_by_agreement: true,
    products: { 'vat-verification': VAT },
    includes: ['documents', 'sftp'],
  },
};

/** Which plan a caller is on, and where. */
type Placed = { readonly environment: Environment; readonly plan: string };

/**
 * Checks that a plan includes something (contract, section 11). The sandbox has everything; documents are in every plan
 * where no configured one names them.
 *
 * @throws Refusal `plan_required`
 */
export function checkIncludes(plans: Plans, { environment, plan }: Placed, feature: Feature): void {
  if (includes(plans, { environment, plan }, feature)) return;
  const needed = Object.keys(plans).find((name) => includes(plans, { environment, plan: name }, feature));
  if (needed === undefined && feature === 'documents') return;
  throw refusal('plan_required', { needed: needed ?? 'enterprise', plan });
}

/** Whether a plan includes it; in the sandbox each does. */
export const includes = (plans: Plans, { environment, plan }: Placed, feature: Feature): boolean =>
  environment === 'sandbox' || own(plans, plan)?.includes?.includes(feature) === true;

/**
 * The configured plans, or the published ones when there are none.
 *
 * @throws ConfigProblems when one of them cannot be applied
 */
export function choosePlans(configured: Plans | null): Plans {
  const plans = configured ?? PUBLISHED_PLANS;
  const problems = Object.entries(plans).flatMap(([name, { products }]) =>
    Object.keys(products)
      .filter((product) => !PRODUCTS.some((known) => known === product))
      .map((product) => `PLANS: ${name} has a tariff for ${product}, which is no product (${PRODUCTS.join(', ')})`),
  );
  if (!Object.hasOwn(plans, DEFAULT_PLAN)) problems.push(`PLANS must have ${DEFAULT_PLAN}: new workspaces are on it`);
  if (problems.length > 0) throw new ConfigProblems(problems);
  return plans;
}

/** One product of a month's bill. */
type UsageLine = {
  readonly product: Product;
  readonly calls: number;
  /** How many a month are free; null: all. */
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
 * What so many calls of a month cost on a plan. Amounts are exact, in euros, with at least two decimals; nothing is
 * rounded.
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

/** True when calls of the product cost something on the plan, or may. */
export const isBilled = (plans: Plans, product: Product): boolean =>
  Object.values(plans).some((plan) => own(plan.products, product) !== undefined);

function readMoney(text: string): Decimal {
  const money = parseDecimal(text);
  if (money === null) throw new RangeError(`${text} is no amount of money`);
  return money;
}

function writeMoney(money: Decimal): string {
  const [whole = '0', fraction = ''] = money.toString().split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
