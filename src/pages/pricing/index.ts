export { type PricingShown, renderPricing } from './page.ts';
