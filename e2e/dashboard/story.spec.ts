import { readFile } from "node:fs/promises";
import { makeDetection } from "../support/detections";
import { history } from "../support/evidence";
import { expect, test } from "./fixtures";

test.describe.configure({ timeout: 240_000 });

test("a detection is investigated, assigned and onboarded, recorded on the chain, and included in verified evidence", async ({
  organisation,
  signIn,
}) => {
  const model = await organisation.model({ name: "Drafting assistant" });
  for (const event of history(model.id, 3)) await organisation.api.post("/v1/audit", event);
  const { page, member } = await signIn("APPROVER");
  await page.goto("/shadow-ai");
  await expect(page.getByRole("heading", { level: 1, name: "Detections" })).toBeVisible();

  // A detection created while the page is open appears without a reload.
  const { id, endpoint } = await makeDetection(organisation);
  await page
    .getByRole("link", { name: new RegExp(endpoint) })
    .first()
    .waitFor();
  await page.goto(`/shadow-ai/${id}`);

  await page.getByRole("button", { name: "Investigate" }).click();
  await expect(page.getByText("Investigating").first()).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Assign to me" }).click();
  await expect(page.getByRole("definition").filter({ hasText: member.email })).toBeVisible();

  await page.getByRole("button", { name: "Resolve…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Onboarded" }).check();
  await dialog.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name: "Drafting assistant" }).click();
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await expect(dialog).toBeHidden();
  const timeline = page.getByRole("region", { name: "Audit timeline" });
  await expect(timeline.getByText("Resolved as onboarded").first()).toBeVisible();
  const facts = page.getByRole("region", { name: "Details" });
  await expect(facts.getByRole("link", { name: "Drafting assistant" })).toHaveAttribute("href", `/models/${model.id}`);
  await timeline.getByRole("button", { name: "Verify" }).first().click();
  await expect(timeline.getByText("Verified")).toBeVisible();

  await page.goto(`/evidence/new?modelId=${model.id}`);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("First day").fill("2026-01-01");
  await expect(page.getByRole("checkbox").first()).toBeChecked();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Generate package" }).click();
  const download = page.getByRole("link", { name: "Download PDF" });
  await download.waitFor({ timeout: 240_000 });
  const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
  const path = await file.path();
  expect((await readFile(path)).subarray(0, 5).toString()).toBe("%PDF-");

  await page.goto("/verify");
  await page.locator("input[type=file]").setInputFiles({
    name: "package.pdf",
    mimeType: "application/pdf",
    buffer: await readFile(path),
  });
  await expect(page.getByRole("heading", { name: /authentic/i })).toBeVisible();
});
