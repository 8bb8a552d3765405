export { DOCUMENTS_PATH, renderService, SERVICE_HEADERS } from './page.ts';
