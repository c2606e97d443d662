import { apiClient } from "../support/api";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

test("an administrator creates, rotates and revokes an API key", onlyInFullRun, async ({ application, signIn }) => {
  const { page, member } = await signIn("ADMIN");
  await page.goto("/settings/api-keys");
  await page.getByRole("button", { name: "Create API key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Credit scoring");
  await dialog.getByRole("checkbox", { name: "models:read" }).check();
  await dialog.getByLabel("Expires").selectOption("In 1 year");
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create API key" }).click();

  const first = (await dialog.getByText(/^gas_live_/).textContent()) ?? "";
  const models = (key: string) => apiClient(application.url, key).get("/v1/models");
  expect((await models(first)).status).toBe(200);
  await dialog.getByRole("checkbox", { name: /^I have stored the / }).check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(first)).toHaveCount(0);
  const rows = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Credit scoring" }) });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(member.email);
  // Administrators do not have all scopes of the key that calls the API in tests.
  const testKey = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Test key" }) });
  await expect(testKey).toContainText("Service operator");
  await testKey.getByRole("button", { name: "Rotate Test key" }).click();
  const refused = page.getByRole("dialog", { name: "You cannot rotate “Test key”" });
  await expect(refused.getByRole("listitem").filter({ hasText: "audit:write" })).toBeVisible();
  expect(await scanState(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(refused).toHaveCount(0);

  await page.getByRole("button", { name: "Rotate Credit scoring" }).click();
  await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
  await expect(dialog.getByText(/^gas_live_/)).toBeVisible();
  await dialog.getByRole("checkbox", { name: /^I have stored the / }).check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(rows).toHaveCount(2);
  const old = rows.filter({ hasText: "Replaced" });
  expect((await models(first)).status).toBe(200);

  await old.getByRole("button", { name: "Revoke Credit scoring" }).click();
  await dialog.getByRole("textbox").fill("Credit scoring");
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(rows.filter({ hasText: "Revoked" })).toHaveCount(1);
  await expect.poll(async () => (await models(first)).status).toBe(401);
});
