import type { Page } from "@playwright/test";

/** The layout shifts of a page without recent input: their sum (the limit of this project is 0.05), and what moved. */
interface LayoutShifts {
  sum: number;
  moved: string[];
}

/** Records the layout shifts of every page that is opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: LayoutShifts = { sum: 0, moved: [] };
    Object.assign(window, { shifts });
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        shifts.sum += value;
        for (const { node } of sources) shifts.moved.push(node?.textContent?.slice(0, 40) ?? "a removed element");
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The layout shifts since the page was opened. Waits until the page is interactive and shows its data. */
export async function shiftsOf(page: Page): Promise<LayoutShifts> {
  await page.waitForFunction(() => {
    const heading = document.querySelector("h1");
    const isInteractive = heading !== null && Object.keys(heading).some((key) => key.startsWith("__reactProps"));
    return isInteractive && !document.querySelector("main [aria-busy='true'], main [role='status'] [aria-hidden]");
  });
  return page.evaluate(async () => {
    // Shifts are reported after the frame in which they occur.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve));
    return (window as unknown as { shifts: LayoutShifts }).shifts;
  });
}
