const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Makes the browser confirm before the page is left or reloaded while it holds unsaved data.
 *
 * The listener is removed otherwise, because pages with a `beforeunload` listener are excluded from the back/forward
 * cache of some browsers.
 */
export function holdPage(isHeld: boolean): void {
  if (isHeld) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}
