import type { Page } from "@playwright/test";
import { detectionOf, detections, observe, squidLog } from "../support/shadow-ai";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

async function testHost(page: Page, host: string, answer: RegExp): Promise<void> {
  await page.getByRole("textbox", { name: "What is this host taken for?" }).fill(host);
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page.getByText(answer)).toBeVisible();
}

test("the catalogue is searched by host, provider and kind of service", async ({ signIn }) => {
  const { page } = await signIn("VIEWER");
  await page.goto("/shadow-ai/catalogue");
  const hosts = page.getByRole("rowheader");
  const search = page.getByRole("searchbox", { name: "Host or provider" });
  await expect(hosts.first()).toBeVisible();
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
  await testHost(page, "API.Mistral.ai", /It is of Mistral: Language model API\./);
  await expect(page.getByRole("button", { name: "Tell of a host" })).toHaveCount(0);
});

test("what an approver tells of a host decides what its traffic is taken for, until it is taken back", async ({
  organisation,
  signIn,
}) => {
  const host = "llm.intranet.example.com";
  const { page } = await signIn("APPROVER");
  await page.goto("/shadow-ai/catalogue");
  await testHost(page, host, /is in no catalogue/);
  await page.getByRole("button", { name: "Tell of a host" }).click();
  const dialog = page.getByRole("dialog", { name: "Tell of a host" });
  await dialog.getByRole("textbox", { name: "Host" }).fill("not a host");
  await dialog.getByRole("textbox", { name: "Provider" }).fill("Home grown");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("textbox", { name: "Host" })).toHaveAccessibleDescription(/must be a host name/i);
  await expect(dialog.getByRole("textbox", { name: "Provider" })).toHaveValue("Home grown");
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Host" }).fill(host);
  await dialog.getByRole("combobox", { name: "Service" }).click();
  await page.getByRole("option", { name: "Self-hosted model" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  const told = page.getByRole("region", { name: "What you know better" }).getByRole("listitem");
  await expect(told).toHaveText(/llm\.intranet\.example\.comHome grown, Self-hosted model/);
  await testHost(page, host, /It is of Home grown: Self-hosted model\./);
  expect(await scanState(page)).toEqual([]);
  await observe(organisation.api, squidLog([{ host }]));
  const { details } = await detectionOf(organisation.api, host);
  expect(details).toMatchObject({ aiProvider: "Home grown", category: "SELF_HOSTED" });

  await told.getByRole("button", { name: "Change" }).click();
  const change = page.getByRole("dialog", { name: `Change ${host}` });
  await change.getByRole("checkbox", { name: "Its traffic is never of interest" }).check();
  await change.getByRole("button", { name: "Save" }).click();
  await expect(told).toHaveText(/Ignored/);
  await testHost(page, host, /Its traffic is ignored\./);

  await told.getByRole("button", { name: "Take back" }).click();
  const question = page.getByRole("dialog", { name: `Take back what was told of ${host}?` });
  await question.getByRole("button", { name: "Take back" }).click();
  await expect(told).toHaveCount(0);
  await testHost(page, host, /is in no catalogue/);
});

test("traffic of a host that is of no interest is not detected", async ({ organisation, signIn }) => {
  const { page } = await signIn("ADMIN");
  await page.goto("/shadow-ai/catalogue");
  await page.getByRole("button", { name: "Tell of a host" }).click();
  const dialog = page.getByRole("dialog", { name: "Tell of a host" });
  await dialog.getByRole("textbox", { name: "Host" }).fill("api.openai.com");
  await dialog.getByRole("checkbox", { name: "Its traffic is never of interest" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await observe(organisation.api, squidLog([{ host: "api.openai.com" }, { host: "api.mistral.ai" }]));
  await detectionOf(organisation.api, "api.mistral.ai");
  expect((await detections(organisation.api)).map((one) => one.details.endpoint)).toEqual(["api.mistral.ai"]);
});
