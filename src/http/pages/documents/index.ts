export { DOCUMENTS_PATH, renderService, SERVICE_HEADERS } from './documents-page.ts';
