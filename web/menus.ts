/** Closes open menus on Escape, which returns the focus to the menu, and on interaction outside of them. */
export function closeMenusByThemselves(): void {
  const close = (besides: EventTarget | null): void => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('.menu[open]'))
      if (!(besides instanceof Node && menu.contains(besides))) menu.open = false;
  };
  document.addEventListener('click', ({ target }) => close(target));
  document.addEventListener('focusin', ({ target }) => close(target));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    document.querySelector<HTMLElement>('.menu[open] summary')?.focus();
    close(null);
  });
}
