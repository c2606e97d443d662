import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { scanBothThemes } from "../support/accessibility";
import { sampled } from "../support/scope";

const pages = [
  { path: "/verify", heading: "Verify an evidence package", shows: "Your file stays on this device" },
  { path: "/docs", heading: "Documentation", shows: "Verify an evidence package" },
  { path: "/docs/api/models", heading: "Models", shows: "Register a model" },
];

for (const { path, heading, shows } of pages) {
  test(
    `${path} loads from its own host, without console messages, and is accessible in both themes`,
    sampled(path !== "/docs"),
    async ({ page, application }) => {
      const seen = watch(page);
      await page.goto(application.url + path);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(heading);
      await expect(page.getByText(shows).first()).toBeVisible();
      expect(seen.hosts()).toEqual([new URL(application.url).host]);
      expect(seen.problems).toEqual([]);
      expect(await scanBothThemes(page)).toEqual([]);
    },
  );
}

test("the documentation opens guides, finds operations with the keyboard, and shows their samples", async ({
  page,
  application,
}) => {
  await page.goto(`${application.url}/docs`);
  await page.getByRole("main").getByRole("link", { name: "Quick start" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Quick start" })).toBeVisible();

  await page.keyboard.press("/");
  await page.keyboard.type("append a batch");
  await expect(page.getByRole("option").first()).toContainText("Append a batch of audit events");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${application.url}/docs/api/audit-chain#appendAuditBatch`);
  const operation = page.locator("section", { has: page.locator("#appendAuditBatch") });
  await operation.getByText("Python", { exact: true }).click();
  await expect(operation.getByText("client.audit.append_batch(")).toBeVisible();

  // The page redirects before it has loaded.
  await page.goto(`${application.url}/docs#/Models/listModels`, { waitUntil: "commit" });
  await expect(page).toHaveURL(`${application.url}/docs/api/models#listModels`);
  expect((await page.goto(`${application.url}/docs/no-such-page`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
});

for (const chosen of ["light", "dark"] as const) {
  test(
    `the ${chosen} theme applies from the first response, regardless of the system's theme`,
    sampled(chosen === "dark"),
    async ({ page, context, application }) => {
      await page.emulateMedia({ colorScheme: chosen === "light" ? "dark" : "light" });
      await context.addCookies([{ name: "color-scheme", value: chosen, url: application.url }]);
      const answer = await page.goto(`${application.url}/verify`);
      expect(await answer?.text()).toContain(`data-mantine-color-scheme="${chosen}"`);
      const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
      expect(await scheme()).toBe(chosen);
    },
  );
}

test("an unknown page returns 404 with a link back", async ({ page, application }) => {
  const response = await page.goto(`${application.url}/no-such-page`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("link").first()).toBeVisible();
});

/** The hosts that a page requests, and the warnings and errors on its console. */
function watch(page: Page): { hosts(): string[]; problems: string[] } {
  const hosts = new Set<string>();
  const problems: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith("http")) hosts.add(new URL(request.url()).host);
  });
  page.on("console", (message) => {
    if (["warning", "error"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  return { hosts: () => [...hosts], problems };
}
