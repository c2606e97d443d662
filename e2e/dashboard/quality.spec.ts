import type { Page, Response } from "@playwright/test";
import { makeDetection } from "../support/detections";
import { expect, scan, test } from "./fixtures";

/** What an audit of a page looks at beside its accessibility, on a page that was opened anew. */
async function audit(page: Page, path: string): Promise<{ answer: Response; all: Response[] }> {
  const all: Response[] = [];
  page.on("response", (response) => all.push(response));
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) seen.shift += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const answer = await page.goto(path);
  if (!answer) throw new Error(`${path} was not answered`);
  await page.waitForLoadState("networkidle");
  return { answer, all };
}

async function expectQuality(page: Page, { answer, all }: Awaited<ReturnType<typeof audit>>): Promise<void> {
  expect(answer.status()).toBe(200);
  const headers = answer.headers();
  expect(headers["content-security-policy"]).toMatch(/script-src[^;]*'nonce-[\w+/=-]{16,}'/);
  expect(headers["content-security-policy"]).not.toMatch(/script-src[^;]*'unsafe-(?:inline|eval)'/);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": expect.any(String),
  });
  expect(headers["x-powered-by"]).toBeUndefined();

  const hosts = new Set(all.map((response) => new URL(response.url()).host));
  expect([...hosts], "nothing comes from elsewhere").toEqual([new URL(page.url()).host]);
  const files = all.filter((response) => new URL(response.url()).pathname.startsWith("/_next/static/"));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(file.headers()["cache-control"], file.url()).toContain("immutable");
  const texts = all.filter((response) => /\.(?:js|css)$/.test(new URL(response.url()).pathname));
  // What fits into one packet is not worth it.
  const isSmall = (response: Response) => Number(response.headers()["content-length"]) < 1_400;
  for (const text of [answer, ...texts].filter((response) => !isSmall(response)))
    expect(text.headers()["content-encoding"], text.url()).toBe("gzip");
  expect(all.filter((response) => response.status() >= 400).map((response) => response.url())).toEqual([]);

  const found = await page.evaluate(() => ({
    language: document.documentElement.lang,
    description: document.querySelector('meta[name="description"]')?.getAttribute("content") ?? "",
    viewport: document.querySelector('meta[name="viewport"]')?.getAttribute("content") ?? "",
    icons: document.querySelectorAll('link[rel="icon"]').length,
    nodes: document.querySelectorAll("*").length,
    shift: (window as unknown as { seen: { shift: number } }).seen.shift,
    small: [...document.querySelectorAll("a, button, input")]
      .filter((element) => getComputedStyle(element).display !== "inline")
      .map((element) => ({ name: element.outerHTML.slice(0, 80), box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < 16 || box.height < 16))
      .map(({ name }) => name),
  }));
  expect(found).toMatchObject({ language: "en", icons: expect.any(Number), small: [] });
  expect(found.icons).toBeGreaterThan(0);
  expect(found.description.length).toBeGreaterThan(40);
  expect(found.viewport).toContain("width=device-width");
  expect(found.viewport, "people may zoom").not.toMatch(/user-scalable|maximum-scale/);
  expect(found.nodes).toBeLessThan(1_500);
  expect(found.shift, "nothing moves while the page loads").toBeLessThan(0.1);
}

test("the sign-in page stands up to an audit", async ({ page }) => {
  await expectQuality(page, await audit(page, "/sign-in"));
});

test("the overview stands up to an audit", async ({ signIn }) => {
  const { page } = await signIn("ANALYST");
  await expectQuality(page, await audit(page, "/"));
});

test("at a zoom of 200 % nothing has to be scrolled sideways, and nothing is lost", async ({
  signIn,
  organisation,
}) => {
  await organisation.model({ name: "Read from afar" });
  const { page } = await signIn("ANALYST");
  // A window of 1280 × 1024 shows as much at 200 % as one of half the size (WCAG 2.2, 1.4.4 and 1.4.10).
  await page.setViewportSize({ width: 640, height: 512 });
  for (const path of ["/", "/audit", "/models", "/evidence", "/shadow-ai", "/account"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width, path).toBeLessThanOrEqual(640);
  }
  await page.goto("/models");
  await expect(page.getByRole("link", { name: "Read from afar" })).toBeVisible();
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page.getByRole("link", { name: "Evidence" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Evidence" })).toBeVisible();
});

test("a list on a phone stands as cards, with all that its columns say and what can be done with a row", async ({
  signIn,
}) => {
  const { page, member } = await signIn("ADMIN");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings/members");
  const card = page.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: member.email });
  await expect(card.getByText("Last sign-in")).toBeVisible();
  await expect(card.getByRole("button")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  expect(await scan(page)).toEqual([]);
});

test("a name without spaces is broken rather than wider than a phone", async ({ organisation, signIn }) => {
  const url = `https://alerting.example.com/${"hooks".repeat(20)}`;
  expect((await organisation.api.post("/v1/webhooks", { url, events: ["audit.created"] })).status).toBe(201);
  const { page } = await signIn("ADMIN");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/webhooks");
  const link = page.getByRole("list", { name: "Webhook endpoints" }).getByRole("link");
  await expect(link).toBeVisible();
  const right = (await link.boundingBox().then((box) => box && box.x + box.width)) ?? Number.NaN;
  expect(right).toBeLessThanOrEqual(390);
});

test("the values at the axis of a chart are whole", async ({ organisation, signIn }) => {
  const detection = await makeDetection(organisation);
  const { page } = await signIn("ANALYST");
  await page.goto(`/shadow-ai/${detection.id}`);
  const figure = page.getByRole("figure", { name: "Calls, last 30 days" });
  await expect(figure.locator("text").first()).toBeVisible();
  const cut = await figure.locator("svg").evaluateAll((drawings) =>
    drawings.flatMap((drawing) => {
      const { left, right } = drawing.getBoundingClientRect();
      const texts = [...drawing.querySelectorAll("text")].map((text) => ({
        said: text.textContent,
        box: text.getBoundingClientRect(),
      }));
      return texts.filter(({ box }) => box.left < left - 1 || box.right > right + 1).map(({ said }) => said);
    }),
  );
  expect(cut).toEqual([]);
});
