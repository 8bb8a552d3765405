import type { CodeListsModule, Release, Tables } from './release.ts';

/** The releases that the package brings, the newest last. The build puts them here, compiled; the sources have none. */
export const releases: readonly Release[] = [];

/** @throws Error in the sources: the tables come with the build */
export const loadTables = (): Promise<Tables> => notBuilt();

/** @throws Error in the sources: the lists come with the build */
export const loadCodeLists = (): Promise<CodeListsModule> => notBuilt();

const notBuilt = (): Promise<never> =>
  Promise.reject(new Error('The rules of @e-invoice/validator come with its build: npm run package'));
