/**
 * Starts the worker before the rest of the page is read: it loads its rules meanwhile, and whoever gives a file at once waits
 * for less. A file of its own that imports nothing (`scripts/build-web.mjs`), so that nothing has to be there before it.
 */
type Policy = { readonly createScriptURL: (text: string) => string };
type Factory = { readonly createPolicy: (name: string, rules: Policy) => Policy };

/** Trusted Types: for the one address below. */
const policy = (globalThis as { readonly trustedTypes?: Factory }).trustedTypes?.createPolicy('einvoice-start', {
  createScriptURL: (text) => text,
});
const address = new URL('./worker.js', import.meta.url).href;
const worker = new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });

/** What failed before anybody asked it is of no use. */
let hasFailed = false;
worker.addEventListener('error', () => {
  hasFailed = true;
});

/** The worker, for whoever asks it first; null: it could not be started. */
export const startedWorker = (): Worker | null => (hasFailed ? null : worker);
