/** File name of the editor's bundle; set by the build (`scripts/build-web.mjs`). */
declare const EDITOR: string;

type EditorModule = typeof import('./xml-pane.ts');

let loading: Promise<EditorModule> | null = null;
let attempts = 0;

/**
 * Loads the XML editor. It is a fifth of the code of the page, and a verdict does not need it. After a failure, the
 * next call tries again.
 */
export function loadEditor(): Promise<EditorModule> {
  loading ??= importEditor().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Browsers cache the failure of an import by its address (https://github.com/whatwg/html/issues/6768). A fragment makes
 * the address a new one for the import but not for HTTP caches and the service worker.
 */
function importEditor(): Promise<EditorModule> {
  attempts += 1;
  const address = new URL(EDITOR, import.meta.url);
  if (attempts > 1) address.hash = `attempt-${attempts}`;
  return import(address.href);
}
