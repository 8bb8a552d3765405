import type { Release, Tables } from './release.ts';
import { notBuilt } from './releases.ts';

/** The releases for Cross Industry Invoices, like `releases`: empty in the sources, replaced by the build. */
export const releases: readonly Release[] = [];

/** @throws Error in the sources: the build adds the tables */
export const loadTables = (): Promise<Tables> => notBuilt();
