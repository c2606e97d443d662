import type { Page } from "@playwright/test";
import { onlyInFullRun } from "../support/scope";
import { detectionOf, observe, squidLog } from "../support/shadow-ai";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

async function checkHost(page: Page, host: string, answer: RegExp): Promise<void> {
  await page.getByRole("textbox", { name: "Check a host" }).fill(host);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText(answer)).toBeVisible();
}

test("filters the catalogue by host, provider and service", onlyInFullRun, async ({ signIn }) => {
  const { page } = await signIn("VIEWER");
  await page.goto("/shadow-ai/catalogue");
  const hosts = page.getByRole("rowheader");
  const search = page.getByRole("searchbox", { name: "Host or provider" });
  await expect(hosts).toHaveCount(50);
  const first = (await hosts.first().textContent()) ?? "";
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^51–100 of / })).toBeVisible();
  await expect(hosts.first()).not.toHaveText(first);
  await search.fill("mistral");
  await expect(hosts.filter({ hasNotText: "mistral" })).toHaveCount(0);
  await expect(page).toHaveURL(/q=mistral/);
  const found = await hosts.count();
  await page.getByRole("button", { name: "Service" }).click();
  await page.getByRole("radio", { name: "Language model API" }).click();
  await expect(page.getByRole("rowheader", { name: "api.mistral.ai" })).toBeVisible();
  expect(await hosts.count()).toBeLessThan(found);
  expect(await scanState(page)).toEqual([]);
  await search.fill("no such host");
  await expect(hosts).toHaveCount(0);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(search).toHaveValue("");
  await checkHost(page, "API.Mistral.ai", /Provider: Mistral\. Service: Language model API\./);
  await expect(page.getByRole("button", { name: "Add override" })).toHaveCount(0);
});

test(
  "an override changes how a host is classified until it is removed",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const host = "llm.intranet.example.com";
    const { page } = await signIn("APPROVER");
    await page.goto("/shadow-ai/catalogue");
    await checkHost(page, host, /is not in the catalogue/);
    await page.getByRole("button", { name: "Add override" }).click();
    const dialog = page.getByRole("dialog", { name: "Add override" });
    await dialog.getByRole("textbox", { name: "Host" }).fill("not a host");
    await dialog.getByRole("textbox", { name: "Provider", exact: true }).fill("Home grown");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("textbox", { name: "Host" })).toHaveAccessibleDescription(
      /Enter a host name, such as/,
    );
    await expect(dialog.getByRole("textbox", { name: "Provider", exact: true })).toHaveValue("Home grown");
    expect(await scanState(page)).toEqual([]);
    await dialog.getByRole("textbox", { name: "Host" }).fill(host);
    await dialog.getByRole("combobox", { name: "Service" }).click();
    await page.getByRole("option", { name: "Self-hosted model" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();

    const override = page.getByRole("region", { name: "Catalogue overrides" }).getByRole("listitem");
    await expect(override).toHaveText(/llm\.intranet\.example\.comHome grown, Self-hosted model/);
    await checkHost(page, host, /Provider: Home grown\. Service: Self-hosted model\./);
    expect(await scanState(page)).toEqual([]);
    await observe(organisation.api, squidLog([{ host }]));
    const { details } = await detectionOf(organisation.api, host);
    expect(details).toMatchObject({ aiProvider: "Home grown", category: "SELF_HOSTED" });

    await override.getByRole("button", { name: "Edit" }).click();
    const change = page.getByRole("dialog", { name: `Edit override for ${host}` });
    await change.getByRole("checkbox", { name: "Ignore traffic to this host" }).check();
    await change.getByRole("button", { name: "Save" }).click();
    await expect(override).toHaveText(/Ignored/);
    await checkHost(page, host, /Traffic to this host is ignored\./);

    await override.getByRole("button", { name: "Remove" }).click();
    const question = page.getByRole("dialog", { name: `Remove the override for ${host}?` });
    await question.getByRole("button", { name: "Remove override" }).click();
    await expect(override).toHaveCount(0);
    await checkHost(page, host, /is not in the catalogue/);
  },
);
