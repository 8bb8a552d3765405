export { verifyVat } from './vat-routes.ts';
export { VatVerification } from './vat-schemas.ts';
