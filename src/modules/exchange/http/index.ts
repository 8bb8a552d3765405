export { PARTNER_EXAMPLE } from './partner-schemas.ts';
export { preflightFile } from './preflight-routes.ts';
