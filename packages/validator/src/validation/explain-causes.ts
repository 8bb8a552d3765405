/**
 * Root causes, as validation uses them. The build of the package replaces this module by `explain-causes-when-loaded.ts`, so
 * that an invoice without warnings and fatal issues does not load the diagnosis.
 */
export { explainIssues, kindOfFile } from './root-causes/index.ts';
