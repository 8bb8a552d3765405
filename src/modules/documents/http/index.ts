export { Document, DocumentId, DocumentReceipt, linksOf, toDocument } from './document-schemas.ts';
