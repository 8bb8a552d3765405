export { renderVerify, VERIFY_HEADERS } from './verify-page.ts';
