import type { MouseEvent } from "react";

const operated = "a, button, input, label, select, textarea, summary, [tabindex='0'], [role=menuitem]";

/** Opens a row that was clicked beside its link, unless something else in it was, or text of it is being marked. */
export function openOnClick(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(operated)) return;
  if (getSelection()?.isCollapsed === false) return;
  const link = currentTarget.querySelector<HTMLElement>("[data-row-link]");
  link?.dispatchEvent(
    new globalThis.MouseEvent("click", {
      bubbles: true,
      cancelable: true,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      shiftKey: event.shiftKey,
    }),
  );
}
