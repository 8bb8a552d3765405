export { orLimitReached, orPdfsBusy, validateNow } from './validate-now.ts';
export { validateFile } from './validate-routes.ts';
