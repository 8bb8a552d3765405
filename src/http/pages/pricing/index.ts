export { type PricingShown, renderPricing } from './pricing-page.ts';
