export { ASSETS_PATH, FRONT_HEADERS, FRONT_PATH, REPORT_HEADERS, renderFront, renderResult } from './page.ts';
