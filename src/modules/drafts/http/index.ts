export { previewInvoice } from './preview-routes.ts';
export { DRAFT_NODES, Preview } from './preview-schemas.ts';
