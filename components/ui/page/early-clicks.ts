declare global {
  interface DocumentEventMap {
    hydrated: Event;
  }
}

/**
 * Holds the last click on a button until the page is hydrated, and then repeats it. Without it, clicks on a button that
 * the server rendered would be lost until its handler exists. Links and fields work without handlers. If a script fails or
 * hydration takes too long, buttons work without it again, and the click is dropped. Runs before all other scripts, as
 * text, so it must not use anything outside its body.
 */
function holdEarlyClicks(): void {
  const patienceMs = 10_000;
  let held: HTMLElement | null = null;
  let heldAt = 0;
  const hold = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    held = button;
    heldAt = event.timeStamp;
  };
  const release = () => document.removeEventListener("click", hold, true);
  const repeat = (event: Event) => {
    release();
    if (held?.isConnected && event.timeStamp - heldAt < patienceMs) held.click();
  };
  const onError = (event: Event) => {
    if (!(event.target instanceof HTMLScriptElement)) return;
    release();
    document.removeEventListener("hydrated", repeat);
  };
  document.addEventListener("click", hold, true);
  document.addEventListener("hydrated", repeat, { once: true });
  window.addEventListener("error", onError, true);
  window.addEventListener("load", () => setTimeout(release, patienceMs), { once: true });
}

export const earlyClicksScript = `(${holdEarlyClicks.toString()})()`;
