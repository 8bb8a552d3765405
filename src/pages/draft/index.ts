export { DRAFT_HEADERS, renderDraft } from './page.ts';
