import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";

const pages = [
  { path: "/", heading: "Governance Audit Service", shows: "Documentation" },
  { path: "/docs", heading: "Governance Audit Service API", shows: "Append an audit event" },
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const { path, heading, shows } of pages) {
    test(`${path} in ${colorScheme} is whole without another host, quiet and accessible`, async ({
      page,
      application,
    }) => {
      await page.emulateMedia({ colorScheme });
      const seen = watch(page);
      await page.goto(application.url + path);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(heading);
      await expect(page.getByText(shows).first()).toBeVisible();
      expect(seen.hosts()).toEqual([new URL(application.url).host]);
      expect(seen.complaints).toEqual([]);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    });
  }
}

test("/docs sends an operation with the reader's key, and shows its answer", async ({
  page,
  application,
  organisation,
}) => {
  await organisation.model({ name: "Shown in the reference" });
  const { key } = await organisation.key(["models:read"]);
  await page.goto(`${application.url}/docs`);
  await page.getByRole("button", { name: "Authorize" }).click();
  await page.getByRole("textbox", { name: "auth-bearer-value" }).fill(key);
  await page.getByRole("button", { name: "Apply credentials" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  const operation = page.locator(".opblock", { hasText: "List models" });
  await operation.getByText("List models").click();
  await operation.getByRole("button", { name: /try it out/i }).click();
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(operation.getByText("Shown in the reference").first()).toBeVisible();
});

test("an unknown page says so, with a way back", async ({ page, application }) => {
  const response = await page.goto(`${application.url}/no-such-page`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("link").first()).toBeVisible();
});

/** The hosts a page asks, and what its console says beyond plain talk. */
function watch(page: Page): { hosts(): string[]; complaints: string[] } {
  const hosts = new Set<string>();
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith("http")) hosts.add(new URL(request.url()).host);
  });
  page.on("console", (message) => {
    if (["warning", "error"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { hosts: () => [...hosts], complaints };
}
