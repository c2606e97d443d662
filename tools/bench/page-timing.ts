import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";

/** Times of a page load, in milliseconds since the navigation started. */
export interface PageTiming {
  /** The heading is painted. */
  paintedMs: number;
  /** React is interactive, all data is loaded, and no task of more than 50 ms is running. */
  interactiveMs: number;
  /** Compressed size of the loaded JavaScript. */
  scriptBytes: number;
}

/** Time without activity after which a page counts as idle. */
const idleMs = 500;

/** Observes long tasks, starting before the page's first script. */
export async function watchTasks(page: Page): Promise<void> {
  // Code compiled by tsx uses a helper to name its functions, which does not exist in a page.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(() => {
    const seen = { lastTaskEnd: 0 };
    Object.assign(window, { benchmark: seen });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) seen.lastTaskEnd = startTime + duration;
    }).observe({ type: "longtask", buffered: true });
  });
}

/** Opens a page of the dashboard and waits until it is idle. */
export async function timePage(page: Page, path: string): Promise<PageTiming> {
  await page.goto(path);
  const readyMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const heading = document.querySelector("main h1");
          const hasReact = heading !== null && Object.keys(heading).some((key) => key.startsWith("__reactProps"));
          const isBusy = document.querySelector("main [aria-busy='true'], main [role='status'] [aria-hidden]") !== null;
          if (hasReact && !isBusy) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await setTimeout(idleMs);
  return page.evaluate((ready) => {
    const { lastTaskEnd } = (window as unknown as { benchmark: { lastTaskEnd: number } }).benchmark;
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const scripts = resources.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
    return {
      paintedMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
      interactiveMs: Math.max(ready, lastTaskEnd),
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  }, readyMs);
}

/** Sets a filter of the page's table and returns the milliseconds until its rows appeared. */
export async function timeFilter(page: Page, filter: string, option: string): Promise<number> {
  await page.getByRole("button", { name: filter }).first().click();
  const choice = page.getByRole("dialog", { name: filter }).getByLabel(option, { exact: true });
  await choice.waitFor();
  await page.evaluate(() => {
    const reaction = new Promise<number>((resolve) => {
      let startedAt = Number.NaN;
      let wasBusy = false;
      document.addEventListener("click", () => (startedAt = performance.now()), { capture: true, once: true });
      // Observes every change, including changes shorter than a frame.
      const observer = new MutationObserver(() => {
        const isBusy = document.querySelector("main [aria-busy='true']") !== null;
        wasBusy ||= isBusy;
        if (!wasBusy || isBusy) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - startedAt));
      });
      observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["aria-busy"] });
    });
    Object.assign(window, { reaction });
  });
  await choice.click();
  return page.evaluate(() => (window as unknown as { reaction: Promise<number> }).reaction);
}
