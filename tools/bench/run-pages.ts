import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { chromiumLaunch } from "../testing/chromium";
import { median } from "./load";
import { fillTenant } from "./rows";
import { prepareSubject, type Subject, type Tenant, writeResults } from "./subject";

interface Measured {
  path: string;
  /** A filter of the page and the selected option. Omitted if the sample data has nothing to filter. */
  filter?: [name: string, option: string];
}

const pages: Measured[] = [
  { path: "/" },
  { path: "/audit", filter: ["Severity", "High"] },
  { path: "/audit/verification" },
  { path: "/models", filter: ["Status", "Active"] },
  { path: "/evidence" },
  { path: "/evidence/new" },
  { path: "/reports" },
  { path: "/shadow-ai", filter: ["Severity", "Critical"] },
  { path: "/shadow-ai/exceptions" },
  { path: "/shadow-ai/sources" },
  { path: "/shadow-ai/catalogue" },
  { path: "/alert-policies" },
  { path: "/alert-policies/new" },
  { path: "/integrations" },
  { path: "/webhooks", filter: ["Status", "Disabled"] },
  { path: "/streams" },
  { path: "/settings" },
  { path: "/settings/members", filter: ["Status", "Active"] },
  { path: "/settings/api-keys" },
  { path: "/settings/detection" },
  { path: "/settings/legal-holds" },
  { path: "/settings/mail" },
  { path: "/account" },
];

const goals = { interactiveMs: 1_000, filterMs: 300 };

/**
 * `npm run bench:ui`: opens every page of the built dashboard in Chromium, with an empty cache, for an organisation
 * with 100,000 detections and a million events, and sets a filter of each list. Prints medians and writes them as JSON.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "3" },
      events: { type: "string", default: "1000000" },
      detections: { type: "string", default: "100000" },
      "data-dir": { type: "string", default: ".data/bench" },
    },
  });
  const resultsDir = resolve(values["data-dir"]);
  const onStep = (step: string) => console.log(step);
  const subject = await prepareSubject(resultsDir, onStep);
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const tenant = await subject.organisation();
    const amounts = { detections: Number(values.detections), deliveries: 1_000, events: Number(values.events) };
    await fillTenant(tenant, amounts, onStep);
    const all = [...pages, ...(await detailPages(subject, tenant))];
    const state = await signIn(await browser.newContext({ baseURL: subject.url }), tenant);
    const rows = [];
    for (const page of all) {
      onStep(`${page.path} …`);
      const rounds = [];
      for (let round = 0; round < Number(values.rounds); round++) {
        const context = await browser.newContext({ baseURL: subject.url, storageState: state });
        rounds.push(await measure(context, page));
        await context.close();
      }
      rows.push({ page: page.path, filter: page.filter?.join(": ") ?? "", ...medians(rounds) });
    }
    await report(rows, resultsDir, subject);
  } finally {
    await browser.close();
    await subject.stop();
  }
}

/** The detail page of the first entry of each list. */
async function detailPages({ url }: Subject, { headers }: Tenant): Promise<Measured[]> {
  const lists = {
    "/audit": "/v1/audit",
    "/models": "/v1/models",
    "/shadow-ai": "/v1/shadow-ai/detections",
    "/webhooks": "/v1/webhooks",
  };
  const first = async ([page, list]: [string, string]) => {
    const answer = await fetch(`${url}${list}?limit=1`, { headers });
    const { data } = (await answer.json()) as { data: { id: string }[] };
    return data.map(({ id }) => ({ path: `${page}/${id}` }));
  };
  return (await Promise.all(Object.entries(lists).map(first))).flat();
}

type Round = PageTiming & { filterMs?: number };

async function measure(context: BrowserContext, { path, filter }: Measured): Promise<Round> {
  const page = await context.newPage();
  await watchTasks(page);
  const timing = await timePage(page, path);
  return filter ? { ...timing, filterMs: await timeFilter(page, ...filter) } : timing;
}

function medians(rounds: Round[]) {
  const of = (read: (round: Round) => number | undefined) => Math.round(median(rounds.map((one) => read(one) ?? 0)));
  return {
    paintedMs: of(({ paintedMs }) => paintedMs),
    interactiveMs: of(({ interactiveMs }) => interactiveMs),
    filterMs: of(({ filterMs }) => filterMs),
    scriptKb: of(({ scriptBytes }) => scriptBytes / 1_000),
  };
}

async function signIn(context: BrowserContext, { ctx }: Tenant) {
  const { addMember } = await import("@/lib/domains/members");
  const [email, password] = [`${randomUUID()}@example.com`, randomUUID()];
  await addMember(ctx, { email, name: "Benchmark", role: "ADMIN" }, password);
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  return context.storageState();
}

async function report(rows: ReturnType<typeof medians>[], resultsDir: string, { url }: Subject): Promise<void> {
  console.table(rows);
  const written = await writeResults(resultsDir, "pages.json", { url, goals, rows });
  const slow = rows.filter((row) => row.interactiveMs > goals.interactiveMs || row.filterMs > goals.filterMs);
  console.log(`\n${slow.length} of ${rows.length} pages miss a goal. ${written}`);
}

/** Times of a page load, in milliseconds since the navigation started. */
interface PageTiming {
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
async function watchTasks(page: Page): Promise<void> {
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
async function timePage(page: Page, path: string): Promise<PageTiming> {
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
async function timeFilter(page: Page, filter: string, option: string): Promise<number> {
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

await main();
