declare global {
  interface DocumentEventMap {
    hydrated: Event;
  }
}

/**
 * Holds the last click on a button until the page is hydrated, and then repeats it. Without it, clicks on a button that
 * the server rendered would be lost until its handler exists. Links and fields work without handlers. Runs before all other
 * scripts, as text, so it must not use anything outside its body.
 */
function holdEarlyClicks(): void {
  let held: HTMLElement | null = null;
  const hold = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    held = button;
  };
  const repeat = () => {
    document.removeEventListener("click", hold, true);
    if (held?.isConnected) held.click();
  };
  document.addEventListener("click", hold, true);
  document.addEventListener("hydrated", repeat, { once: true });
}

export const earlyClicksScript = `(${holdEarlyClicks.toString()})()`;
