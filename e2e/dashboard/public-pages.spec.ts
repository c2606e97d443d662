import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { scanBothThemes } from "../support/accessibility";
import { onlyInFullRun, sampled } from "../support/scope";

interface OpenApiPaths {
  paths: Record<string, Record<string, { operationId: string }>>;
}

const pages = [
  { path: "/verify", heading: "Verify an evidence package", shows: "Your file stays on this device" },
  { path: "/docs", heading: "Governance Audit Service API", shows: "Append an audit event" },
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

test("/docs lists every operation of the OpenAPI document", onlyInFullRun, async ({ page, application, request }) => {
  const { paths } = (await (await request.get(`${application.url}/v1/openapi.json`)).json()) as OpenApiPaths;
  await page.goto(`${application.url}/docs`);
  await expect(page.locator(".opblock-summary-path[data-path='/verify/{packageHash}']")).toHaveCount(1);
  const drawn = page.locator("[id^='operations-']:not([id^='operations-tag-'], [id^='operations-webhooks-'])");
  const ids = await drawn.evaluateAll((blocks) => blocks.map(({ id }) => id.slice(id.lastIndexOf("-") + 1)));
  const documented = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(ids.sort()).toEqual(documented.map(({ operationId }) => operationId).sort());
});

test(
  "/docs calls an operation with the reader's key and shows the response",
  onlyInFullRun,
  async ({ page, application, organisation }) => {
    await organisation.model({ name: "Shown in the reference" });
    const { key } = await organisation.key(["models:read"]);
    await page.goto(`${application.url}/docs`);
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.getByRole("textbox", { name: "auth-bearer-value" }).fill(key);
    await page.locator("form", { hasText: "bearer (http" }).getByRole("button", { name: "Apply credentials" }).click();
    await page.getByRole("button", { name: "Close" }).first().click();
    const operation = page.locator(".opblock", { hasText: "List models" });
    await operation.getByText("List models").click();
    await operation.getByRole("button", { name: /try it out/i }).click();
    await operation.getByRole("button", { name: "Execute" }).click();
    await expect(operation.getByText("Shown in the reference").first()).toBeVisible();
  },
);

for (const chosen of ["light", "dark"] as const) {
  test(
    `the ${chosen} theme applies from the first response, whatever the system's theme`,
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
