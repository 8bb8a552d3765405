/** Service worker: caches the files of the page for offline use. */
export {};

declare const FILES: readonly string[];
declare const RELEASE: string;

type Extendable = Event & { readonly waitUntil: (work: Promise<unknown>) => void };
type Fetching = Event & { readonly request: Request; readonly respondWith: (answer: Promise<Response>) => void };

const PAGES = ['/', '/en/', '/navrh/', '/en/draft/', '/overit-dokaz/', '/en/verify/'];
const ASSETS = '/assets/';

globalThis.addEventListener('install', (event) => {
  const keep = async (): Promise<void> =>
    (await caches.open(RELEASE)).addAll([...PAGES, ...FILES.map((name) => ASSETS + name)]);
  (event as Extendable).waitUntil(keep());
});

globalThis.addEventListener('activate', (event) => {
  const clear = async (): Promise<void> => {
    for (const name of await caches.keys()) if (name !== RELEASE) await caches.delete(name);
  };
  (event as Extendable).waitUntil(clear());
});

globalThis.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as Fetching;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || search !== '') return;
  const cached = async (): Promise<Response | undefined> => (await caches.open(RELEASE)).match(pathname);
  const ask = (): Promise<Response> => globalThis.fetch(request);
  // Network first. A page must not be mixed with scripts of another release, and the cache holds one release, so it
  // is used only when the network fails.
  if (PAGES.includes(pathname) || pathname.startsWith(ASSETS))
    respondWith.call(
      event,
      ask().catch(async (error: unknown) => {
        const found = await cached();
        if (found === undefined) throw error;
        return found;
      }),
    );
});
