export { getRule } from './catalog-routes.ts';
export { CatalogRule } from './catalog-schemas.ts';
