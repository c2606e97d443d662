import type { Page, Response } from "@playwright/test";
import { makeDetection } from "../support/detections";
import { shiftsOf, watchShifts } from "../support/layout-shifts";
import { onlyInFullRun } from "../support/scope";
import { expect, scan, test } from "./fixtures";

/** Opens a page and records its responses and layout shifts. */
async function load(page: Page, path: string): Promise<{ response: Response; all: Response[] }> {
  const all: Response[] = [];
  page.on("response", (one) => all.push(one));
  await watchShifts(page);
  const response = await page.goto(path);
  if (!response) throw new Error(`No response for ${path}.`);
  await page.waitForLoadState("networkidle");
  return { response, all };
}

async function expectQuality(page: Page, { response, all }: Awaited<ReturnType<typeof load>>): Promise<void> {
  expect(response.status()).toBe(200);
  const headers = response.headers();
  expect(headers["content-security-policy"]).toMatch(/script-src[^;]*'nonce-[\w+/=-]{16,}'/);
  expect(headers["content-security-policy"]).not.toMatch(/script-src[^;]*'unsafe-(?:inline|eval)'/);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": expect.any(String),
  });
  expect(headers["x-powered-by"]).toBeUndefined();

  const hosts = new Set(all.map((one) => new URL(one.url()).host));
  expect([...hosts], "all resources are from this origin").toEqual([new URL(page.url()).host]);
  const files = all.filter((one) => new URL(one.url()).pathname.startsWith("/_next/static/"));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(file.headers()["cache-control"], file.url()).toContain("immutable");
  const texts = all.filter((one) => /\.(?:js|css)$/.test(new URL(one.url()).pathname));
  // A response that fits into one packet is not compressed.
  const isSmall = (one: Response) => Number(one.headers()["content-length"]) < 1_400;
  if (!isSmall(response)) expect(headers["content-encoding"]).toBe("gzip");
  for (const text of texts.filter((one) => !isSmall(one)))
    expect(text.headers()["content-encoding"], text.url()).toBe("br");
  expect(all.filter((one) => one.status() >= 400).map((one) => one.url())).toEqual([]);

  const found = await page.evaluate(() => ({
    language: document.documentElement.lang,
    description: document.querySelector('meta[name="description"]')?.getAttribute("content") ?? "",
    viewport: document.querySelector('meta[name="viewport"]')?.getAttribute("content") ?? "",
    icons: document.querySelectorAll('link[rel="icon"]').length,
    nodes: document.querySelectorAll("*").length,
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
  expect(found.viewport, "zooming is allowed").not.toMatch(/user-scalable|maximum-scale/);
  expect(found.nodes).toBeLessThan(1_500);
  const { sum, moved } = await shiftsOf(page);
  expect(sum, `moved: ${moved.join(", ")}`).toBeLessThanOrEqual(0.05);
}

test("the sign-in page meets the quality criteria", async ({ page }) => {
  await expectQuality(page, await load(page, "/sign-in"));
});

test("the overview meets the quality criteria", async ({ signIn }) => {
  const { page } = await signIn("ANALYST");
  await expectQuality(page, await load(page, "/"));
});

test("pages linked from e-mails have no layout shifts on phones", onlyInFullRun, async ({ page, application }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/invitation", "/reset-password"]) {
    await load(page, application.url + path);
    await expect(page.getByRole("heading", { name: "This link is incomplete" })).toBeVisible();
    const { sum, moved } = await shiftsOf(page);
    expect(sum, `${path} moved: ${moved.join(", ")}`).toBeLessThanOrEqual(0.05);
  }
});

test("a click on a button before hydration takes effect once the page is hydrated", async ({ signIn }) => {
  const { page } = await signIn("VIEWER");
  let release = () => {};
  const clicked = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await clicked;
    await route.continue();
  });
  await page.goto("/account", { waitUntil: "commit" });
  await page.getByRole("button", { name: /^Account: / }).click();
  release();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
});

test("at 200 % zoom, pages are opened from the menu", onlyInFullRun, async ({ signIn, organisation }) => {
  await organisation.model({ name: "Credit scoring" });
  const { page } = await signIn("ANALYST");
  // 1280 × 1024 at 200 % (WCAG 2.2, 1.4.4 and 1.4.10). `pages.spec.ts` measures each page at this width.
  await page.setViewportSize({ width: 640, height: 512 });
  await page.goto("/models");
  await expect(page.getByRole("link", { name: "Credit scoring" })).toBeVisible();
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page.getByRole("link", { name: "Evidence" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Evidence" })).toBeVisible();
});

test("a list on a phone shows cards with the columns that decide and the actions", async ({ signIn }) => {
  const { page, member } = await signIn("ADMIN");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings/members");
  const card = page.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: member.email });
  for (const text of ["Administrator", "Active", "2FA", "Last sign-in"])
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  await expect(card.getByRole("button")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  expect(await scan(page)).toEqual([]);
});

test("on a phone, the primary action of a record comes first, and an empty section takes little space", async ({
  organisation,
  signIn,
}) => {
  const { id } = await organisation.model({ name: "Credit scoring" });
  const url = "https://hooks.example.com/in";
  const endpoint = await organisation.api.post<{ id: string }>("/v1/webhooks", { url, events: ["audit.created"] });
  await organisation.api.patch(`/v1/webhooks/${endpoint.body.id}`, { active: false });
  const { page: owner } = await signIn("APPROVER");
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(`/models/${id}`);
  expect(await firstOf(owner, "Edit", "Archive")).toBe("Edit");
  const empty = owner.getByRole("region", { name: "Onboarded from shadow AI" });
  await expect(empty.getByText("No onboarded detections")).toBeVisible();
  expect((await empty.boundingBox())?.height).toBeLessThan(170);

  const { page: administrator } = await signIn("ADMIN");
  await administrator.setViewportSize({ width: 390, height: 844 });
  await administrator.goto(`/webhooks/${endpoint.body.id}`);
  expect(await firstOf(administrator, "Edit", "Enable")).toBe("Enable");
  await administrator.getByRole("button", { name: "Enable" }).click();
  await expect(administrator.getByRole("button", { name: "Disable" })).toBeVisible();
  expect(await firstOf(administrator, "Edit", "Disable")).toBe("Edit");
});

/** The button that comes first in the reading direction. */
async function firstOf(page: Page, ...names: [string, string]): Promise<string> {
  const buttons = names.map((name) => page.getByRole("button", { name, exact: true }));
  const [one, other] = await Promise.all(buttons.map((button) => button.boundingBox()));
  if (!one || !other) throw new Error("A button is not visible");
  const isFirst = Math.abs(one.y - other.y) < 8 ? one.x < other.x : one.y < other.y;
  return isFirst ? names[0] : names[1];
}

test("long names without spaces wrap on a phone", onlyInFullRun, async ({ organisation, signIn }) => {
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

test("the axis labels of a chart are not cut off", onlyInFullRun, async ({ organisation, signIn }) => {
  const detection = await makeDetection(organisation);
  const { page } = await signIn("ANALYST");
  await page.goto(`/shadow-ai/${detection.id}`);
  const figure = page.getByRole("figure", { name: "Calls in the last 30 days" });
  await expect(figure.locator("text").first()).toBeVisible();
  const cut = await figure.locator("svg").evaluateAll((drawings) =>
    drawings.flatMap((drawing) => {
      const { left, right } = drawing.getBoundingClientRect();
      const texts = [...drawing.querySelectorAll("text")].map((text) => ({
        label: text.textContent,
        box: text.getBoundingClientRect(),
      }));
      return texts.filter(({ box }) => box.left < left - 1 || box.right > right + 1).map(({ label }) => label);
    }),
  );
  expect(cut).toEqual([]);
});
