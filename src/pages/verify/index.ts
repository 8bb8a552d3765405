export { renderVerify, VERIFY_HEADERS } from './page.ts';
