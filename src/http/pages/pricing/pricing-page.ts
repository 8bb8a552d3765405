import type { Text } from '@e-invoice/validator/issues';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { own } from '../../../lib/own-property.ts';
import { fill, formatNumber } from '../../../modules/result-view/index.ts';
import { PRICING_PATH, REQUEST_PATH, renderPage } from '../layout.ts';
import { PRICING_WORDS } from './pricing-texts.data.ts';

type Language = keyof Text;

type Tariff = { readonly free: number; readonly price: string };

/** Input of the page: the plans as the service applies them. */
export type PricingShown = {
  readonly origin: string;
  readonly isSandbox: boolean;
  /** Daily limit of calls without a key; 0: unlimited. */
  readonly publicDailyLimit: number;
  readonly plans: Readonly<
    Record<
      string,
      {
        /** Decimal amount in euros. */
        readonly monthly_fee: string;
        readonly fee_by_agreement?: boolean | undefined;
        readonly includes?: readonly ('documents' | 'sftp')[] | undefined;
        readonly products: Readonly<Record<string, Tariff>>;
      }
    >
  >;
};

type Plan = PricingShown['plans'][string];

/** Pricing page, rendered only from values that the service applies. Pure. */
export function renderPricing(shown: PricingShown, language: Language): string {
  const words = PRICING_WORDS[language];
  const { origin, plans, isSandbox, publicDailyLimit } = shown;
  const optional = Object.values(plans).flatMap(({ includes = [] }) => includes);
  return renderPage({
    language,
    path: PRICING_PATH,
    title: words.title,
    found: { origin, description: words.description },
    body: html`<p class="lead">${words.lead}</p>${isSandbox ? html`<p class="box">${words.sandbox}</p>` : NO_HTML}
<h2>${words.open}</h2><p>${words.openText} ${publicDailyLimit === 0 ? words.openUnlimited : fill(words.openLimit, { n: publicDailyLimit })}</p>
<h2>${words.everyPlan}</h2><ul>${words.every.map((text) => html`<li>${text}</li>`)}</ul>
<div class="cards">${Object.entries(plans).map(([name, plan]) => renderPlan(name, plan, new Set(optional), language))}</div>
<p><a href="${REQUEST_PATH[language]}">${words.ask}</a></p>
<p>${words.counted} <a href="/docs/getUsage/?lang=${language}"><code translate="no">/api/usage</code></a>. ${words.refused}</p>
<p class="soft">${words.programs}: <a href="/api/plans"><code translate="no">/api/plans</code></a></p>`,
  });
}

/** @param optional features that only some plans include */
function renderPlan(name: string, plan: Plan, optional: ReadonlySet<'documents' | 'sftp'>, language: Language): Html {
  const words = PRICING_WORDS[language];
  const { includes = [], products } = plan;
  const list = (texts: readonly string[], look: string): Html =>
    html`<ul class="${look}">${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
  const has = (feature: 'documents' | 'sftp'): boolean =>
    includes.includes(feature) || (feature === 'documents' && !optional.has(feature));
  const all = ['documents', 'sftp'] as const;
  const missing = all.filter((feature) => !has(feature));
  const calls = Object.entries(products).map(
    ([product, { free, price }]) =>
      html`<li>${own(words.products, product) ?? product}: ${fill(free === 0 ? words.each : words.eachAfter, { free: formatNumber(String(free), language), price: formatPrice(price, language) })}</li>`,
  );
  return html`<section class="card" aria-labelledby="${name}"><h2 id="${name}">${own(words.names, name) ?? name}</h2>
<p class="fee"><small>${words.fee}</small> ${formatFee(plan, language)}</p>
<h3>${words.contains}</h3>${list([words.common, ...all.filter(has).map((feature) => words.features[feature])], 'with')}
${
  missing.length === 0
    ? NO_HTML
    : html`<h3>${words.missing}</h3>${list(
        missing.map((feature) => words.features[feature]),
        'without',
      )}`
}
<h3>${words.calls}</h3>${calls.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="priced">${calls}</ul>`}
<p class="soft plan">${words.planCode} <code translate="no">${name}</code></p></section>`;
}

/** The monthly fee is a minimum (`from`) if calls have a price in addition. */
function formatFee({ monthly_fee, fee_by_agreement = false, products }: Plan, language: Language): string {
  const words = PRICING_WORDS[language];
  if (fee_by_agreement) return words.agreed;
  if (/^0+(\.0+)?$/.test(monthly_fee)) return words.free;
  const price = formatNumber(monthly_fee, language);
  return fill(Object.keys(products).length === 0 ? words.amount : words.from, { price });
}

const formatPrice = (price: string, language: Language): string =>
  fill(PRICING_WORDS[language].amount, { price: formatNumber(price, language) });
