import type { CodeListsModule, Release, Tables } from './release.ts';

/**
 * The releases in the package, newest last. The build replaces this list with compiled releases; in the sources it is
 * empty.
 */
export const releases: readonly Release[] = [];

/** @throws Error in the sources: the build adds the tables */
export const loadTables = (): Promise<Tables> => notBuilt();

/** @throws Error in the sources: the build adds the lists */
export const loadCodeLists = (): Promise<CodeListsModule> => notBuilt();

/** @throws Error */
export const notBuilt = (): Promise<never> =>
  Promise.reject(new Error('The rules of @e-invoice/validator come with its build: npm run package'));
