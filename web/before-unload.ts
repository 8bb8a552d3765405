const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * While there is something that is kept nowhere but on the page, the browser asks whoever leaves it or loads it anew.
 * It is listened to only then: some browsers keep no page for Back that listens.
 */
export function holdPage(isHeld: boolean): void {
  if (isHeld) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}
