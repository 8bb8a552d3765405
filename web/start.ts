/**
 * Starts the worker before the rest of the page loads, so that it loads its rules in parallel. The build emits this
 * file without imports (`scripts/build-web.mjs`), so that nothing delays it.
 */
type Policy = { readonly createScriptURL: (text: string) => string };
type Factory = { readonly createPolicy: (name: string, rules: Policy) => Policy };

/** Trusted Types policy for the address of the worker. */
const policy = (globalThis as { readonly trustedTypes?: Factory }).trustedTypes?.createPolicy('einvoice-start', {
  createScriptURL: (text) => text,
});
const address = new URL('./worker.js', import.meta.url).href;
const worker = new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });

/** A worker that failed before its first request is not used. */
let hasFailed = false;
worker.addEventListener('error', () => {
  hasFailed = true;
});

/** The running worker for the first client; null if it failed to start. */
export const startedWorker = (): Worker | null => (hasFailed ? null : worker);
