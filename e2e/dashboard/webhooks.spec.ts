import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

test("an administrator creates an endpoint, tests it and deletes it", async ({ organisation, signIn }) => {
  const { page, member } = await signIn("ADMIN");
  await page.goto("/webhooks");
  await page.getByRole("button", { name: "Create endpoint" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog.getByText("Enter the URL that receives the events.")).toBeVisible();
  await dialog.getByLabel("URL").fill("https://hooks.example.com/governance");
  await dialog.getByRole("checkbox", { name: "shadow_ai.detected" }).check();
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create", exact: true }).click();

  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: /^I have stored the / }).check();
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "hooks.example.com/governance" })).toBeVisible();
  await expect(page.getByText(/^whsec_/)).toHaveCount(0);
  const change = (name: string) =>
    page.getByRole("region", { name: "Changes" }).getByRole("row").filter({ hasText: name });
  await expect(change("Webhook endpoint created")).toContainText(member.email);
  expect(await scanState(page)).toEqual([]);

  await page.getByRole("button", { name: "Send test event" }).click();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page).toHaveURL(/\/deliveries\/we_/);
  await expect(page.getByRole("heading", { level: 1, name: "shadow_ai.detected" })).toBeVisible();
  await expect(page.getByText("Test (livemode is false)")).toBeVisible();
  expect(await scanState(page)).toEqual([]);

  await page
    .getByRole("navigation", { name: "Breadcrumb" })
    .getByRole("link", { name: /^hooks/ })
    .click();
  await page.getByRole("button", { name: "Disable" }).click();
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("This endpoint is disabled and receives no events")).toBeVisible();
  await expect(change("Webhook endpoint updated")).toContainText(member.email);
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("textbox").fill("hooks.example.com");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
  await expect(page.getByText("No endpoints yet")).toBeVisible();
  const { body } = await organisation.api.get<{ data: unknown[] }>("/v1/webhooks");
  expect(body.data).toEqual([]);
});

test(
  "an auditor can view endpoints and deliveries but not change them",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { id } = await organisation.endpoint({ description: "Risk team's alerting" });
    const { page } = await signIn("AUDITOR");
    await page.goto("/webhooks");
    await expect(page.getByRole("button", { name: "Create endpoint" })).toHaveCount(0);
    await page.getByRole("link", { name: /^Risk team's alerting.*hooks\.example\.com/ }).click();
    await expect(page).toHaveURL(new RegExp(`/webhooks/${id}$`));
    await expect(page.getByRole("heading", { level: 1, name: "Risk team's alerting", exact: true })).toBeVisible();
    await expect(page).toHaveTitle(/^Risk team's alerting/);
    await expect(page.getByText("No deliveries yet")).toBeVisible();
    for (const name of ["Edit", "Disable", "Rotate secret", "Replay failed deliveries", "Delete", "Send test event"])
      await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
    await page.goto(`/webhooks/${id}?status=FAILED`);
    await expect(page.getByRole("button", { name: "Remove Status: Failed" })).toBeVisible();
  },
);

test(
  "an administrator opens a failing endpoint from the overview and sends its delivery again",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { id } = await organisation.endpoint({ url: "https://hooks.invalid/governance" });
    await organisation.api.post(`/v1/webhooks/${id}/test`, { type: "evidence.ready" });
    const { page } = await signIn("ADMIN");
    await page.goto("/");
    const failing = page.getByRole("region", { name: "Failing deliveries" });
    await expect(failing).toContainText("The last attempt failed. Last failure: Host name not found.");
    await failing.getByRole("link", { name: "hooks.invalid/governance" }).click();
    await expect(page.getByText("Deliveries to this endpoint are failing")).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: "Failing" })).toBeVisible();

    const delivery = page.getByRole("row").filter({ hasText: "evidence.ready" });
    await expect(delivery).toContainText("Retry scheduled");
    await expect(delivery).toContainText("EU AI Act, Annex IV");
    const attempts = delivery.getByRole("cell").nth(2);
    await expect(attempts).toHaveText("1");
    await delivery.getByRole("button", { name: "Redeliver" }).click();
    await expect(page.getByText("Delivery queued.")).toBeVisible();
    await expect(attempts).toHaveText("2");
    expect(await scanState(page)).toEqual([]);
    await page.goto("/webhooks");
    await expect(page.getByRole("row").filter({ hasText: "hooks.invalid" })).toContainText("Failing");
  },
);
