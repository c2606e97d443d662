import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium } from "@playwright/test";
import { chromiumLaunch } from "../testing/chromium";
import { median } from "./load";
import { type PageTiming, timeFilter, timePage, watchTasks } from "./page-timing";
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

const goals = { interactiveMs: 1_500, filterMs: 300 };

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
  const dataDir = resolve(values["data-dir"]);
  const onStep = (step: string) => console.log(step);
  const subject = await prepareSubject(dataDir, onStep);
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
    await report(rows, dataDir, subject);
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

async function report(rows: ReturnType<typeof medians>[], dataDir: string, { url }: Subject): Promise<void> {
  console.table(rows);
  const written = await writeResults(dataDir, "pages.json", { url, goals, rows });
  const slow = rows.filter((row) => row.interactiveMs > goals.interactiveMs || row.filterMs > goals.filterMs);
  console.log(`\n${slow.length} of ${rows.length} pages miss a goal. ${written}`);
}

await main();
