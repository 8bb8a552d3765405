import { pathToFileURL } from 'node:url';
import type { CompiledRules } from '@e-invoice/schematron';
import type { CompiledExplanations } from '@e-invoice/schematron/explain';

/** What code of a pack exports, by what it was compiled to. */
type Compiled = CompiledRules & CompiledExplanations;

/**
 * The module in a file of the cache.
 *
 * @param sources the digest of what it was made from: the same file with other rules is another module
 */
export const importKept = (file: string, sources: string): Promise<Compiled> =>
  import(`${pathToFileURL(file).href}?${sources}`);

/** Code that is kept nowhere, as a module. */
export const importCode = (code: string): Promise<Compiled> =>
  import(`data:text/javascript,${encodeURIComponent(code)}`);
