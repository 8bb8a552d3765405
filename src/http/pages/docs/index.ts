export { type Contract, operationsOf } from './contract.ts';
export { DOCS_PATH, operationPath, renderDocs, renderOperation } from './render-docs.ts';
export { TRY_HEADERS } from './try.ts';
