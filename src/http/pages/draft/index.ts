export { DRAFT_HEADERS, renderDraft } from './draft-page.ts';
