/**
 * HTML pages: validator (front page), rules, guide for assistants, error codes, and the 404 page. Pages are rendered
 * from values; they access no database, and only the report page contains text from an invoice.
 */
export {
  type Contract,
  DOCS_PATH,
  operationPath,
  operationsOf,
  renderDocs,
  renderOperation,
  TRY_HEADERS,
} from './docs/index.ts';
export { DOCUMENTS_PATH, renderService, SERVICE_HEADERS } from './documents/index.ts';
export { DRAFT_HEADERS, renderDraft } from './draft/index.ts';
export { renderGuide } from './guide/index.ts';
export { GUIDES_PATH, type Guide, guidePath, renderDocument, renderGuideIndex } from './guides/index.ts';
export { ICON_ICO, ICON_SVG } from './icon.data.ts';
export {
  ADDRESSED_HEADERS,
  DRAFT_PATH,
  FRONT_PATH,
  GUIDE_PATH,
  PAGE_HEADERS,
  PRICING_PATH,
  REQUEST_PATH,
  RULES_PATH,
  VERIFY_PATH,
} from './layout.ts';
export { renderMissing } from './missing.ts';
export { type PricingShown, renderPricing } from './pricing/index.ts';
export { type ExplainedProblem, renderProblemIndex, renderProblemPage } from './problem-pages.ts';
export { QUEUES_HEADERS, QUEUES_PATH, renderQueues } from './queues.ts';
export {
  REQUEST_FIELDS,
  REQUEST_HEADERS,
  type RequestField,
  renderKey,
  renderKeyLink,
  renderRefused,
  renderRequest,
  renderRequested,
} from './request/index.ts';
export { readRuleQuery, renderRuleIndex, renderRuleMissing, renderRulePage, rulePathOf } from './rules/index.ts';
export { writeRobots, writeSitemap } from './site-files.ts';
export { renderStatus, STATUS_PATH, type StatusShown } from './status/index.ts';
export {
  ASSETS_PATH,
  FRONT_HEADERS,
  REPORT_HEADERS,
  renderFront,
  renderResult,
} from './validator/index.ts';
export { renderVerify, VERIFY_HEADERS } from './verify/index.ts';
