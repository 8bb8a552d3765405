export { ASSETS_PATH, FRONT_HEADERS, REPORT_HEADERS, renderFront, renderResult } from './validator-page.ts';
