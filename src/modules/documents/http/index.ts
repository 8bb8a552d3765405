export { DocumentId, DocumentReceipt, linksOf } from './document-schemas.ts';
