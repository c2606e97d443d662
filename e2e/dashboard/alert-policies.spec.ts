import type { AlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

test(
  "an approver previews and creates a policy, sees its alert, mutes it and deletes it",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { api } = organisation;
    const model = await organisation.model({ name: "Credit scoring" });
    const infer = async (confidence: number) => {
      const event = { modelId: model.id, eventType: "INFERENCE", payload: { confidence }, tags: ["prod"] };
      expect((await api.post("/v1/audit", event)).status).toBe(201);
    };
    for (const confidence of [0.9, 0.41, 0.39]) await infer(confidence);

    const { page } = await signIn("APPROVER");
    await page.goto("/alert-policies");
    await expect(page.getByText("No alert policies yet")).toBeVisible();
    await page.getByRole("link", { name: "New alert policy" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "New alert policy" })).toBeVisible();
    await page.getByLabel("Name").fill("Low confidence");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Set at least one condition" })).toBeVisible();

    const preview = page.getByRole("region", { name: "Preview with past events" });
    await expect(preview.getByText("Set a condition to see")).toBeVisible();
    await page.getByRole("checkbox", { name: "Inference" }).check();
    await page.getByLabel("Field", { exact: true }).fill("confidence");
    await page.getByLabel("Threshold").fill("0.6");
    await expect(preview.getByText("Any inference with confidence below 0.6")).toBeVisible();
    await expect(preview.getByRole("status")).toContainText("1 alert");
    await expect(preview.getByRole("status")).toContainText("1 alert would have been suppressed during cooldown");
    await expect(preview.getByRole("link")).toHaveCount(1);
    expect(await scanState(page)).toEqual([]);

    await page.getByLabel("E-mail recipients").fill("nobody");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByLabel("E-mail recipients")).toHaveAccessibleDescription(/must be an e-mail address/i);
    await expect(page.getByLabel("Threshold")).toHaveValue("0.6");
    await page.getByLabel("E-mail recipients").fill("risk@example.com");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Low confidence", exact: true })).toBeVisible();
    await expect(page.getByRole("note")).toContainText("E-mails are not sent");
    await expect(page.getByText("No alerts yet")).toBeVisible();

    await infer(0.2);
    const alerts = page.getByRole("region", { name: "Latest alerts from this policy" });
    await expect(alerts.getByRole("link", { name: "confidence was 0.2, below 0.6" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Results" }).getByText("1", { exact: true })).toBeVisible();
    expect(await scanState(page)).toEqual([]);
    await alerts.getByRole("link", { name: /^#/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Inference #/ })).toBeVisible();
    await page.goBack();

    await page.getByRole("button", { name: "Mute" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Until").fill("2020-01-01T00:00");
    await dialog.getByRole("button", { name: "Mute", exact: true }).click();
    await expect(dialog.getByText("Choose a time in the future.")).toBeVisible();
    await dialog.getByRole("button", { name: "8 hours" }).click();
    expect(await scanState(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Mute", exact: true }).click();
    await expect(page.getByText("Muted", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Unmute" }).click();
    await expect(page.getByRole("button", { name: "Mute", exact: true })).toBeVisible();

    await page.getByRole("button", { name: "Disable" }).click();
    await dialog.getByRole("button", { name: "Disable" }).click();
    await expect(page.getByRole("button", { name: "Enable" })).toBeVisible();
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page).toHaveURL(/\/alert-policies$/);
    await expect(page.getByText("No alert policies yet")).toBeVisible();
  },
);

test(
  "a conflicting change of a policy is reported, and nothing is overwritten",
  onlyInFullRun,
  async ({ organisation: { api }, signIn }) => {
    const given = { name: "Grave", rule: { minSeverity: "HIGH", tags: ["prod", "uk"] } };
    const { id } = (await api.post<AlertPolicy>("/v1/alert-policies", given)).body;
    const { page } = await signIn("ADMIN");
    await page.goto(`/alert-policies/${id}`);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByLabel("Tags")).toHaveValue("prod, uk");
    await page.getByLabel("Severity", { exact: true }).selectOption("Critical");
    await api.patch(`/v1/alert-policies/${id}`, { cooldownMinutes: 5 });
    await page.getByRole("button", { name: "Save" }).click();
    const conflict = page.getByRole("alert", { name: "Someone else changed this" });
    await expect(conflict.getByText("Any event tagged prod and uk with critical severity")).toBeVisible();
    await conflict.getByRole("button", { name: "Load latest version" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Grave", exact: true })).toBeVisible();
    const { body } = await api.get(`/v1/alert-policies/${id}`);
    expect(body).toMatchObject({ rule: { minSeverity: "CRITICAL", tags: ["prod", "uk"] }, cooldownMinutes: 5 });
  },
);

test("all roles can read policies, but not all can change them", onlyInFullRun, async ({ organisation, signIn }) => {
  const { api } = organisation;
  const given = { name: "Grave", rule: { minSeverity: "HIGH" }, enabled: false };
  const { id } = (await api.post<AlertPolicy>("/v1/alert-policies", given)).body;
  // Events can have the tag of a policy and any payload, which must not determine what the page requests.
  const { id: modelId } = await organisation.model();
  const forged = { modelId, eventType: "ALERT", tags: [id], payload: { message: "Forged", eventId: "export" } };
  expect((await api.post("/v1/audit", forged)).status).toBe(201);
  const { page } = await signIn("VIEWER");
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  await page.goto("/alert-policies?enabled=false");
  await expect(page.getByRole("button", { name: "Remove Status: Disabled" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Any event with high severity or above" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Alert severity" })).toBeVisible();
  await expect(page.getByRole("link", { name: "New alert policy" })).toHaveCount(0);
  await page.getByRole("link", { name: "Grave" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Grave", exact: true })).toBeVisible();
  await expect(page.getByText("Forged")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(paths).not.toContain("/v1/audit/export");
  for (const name of ["Mute", "Enable", "Edit", "Delete"])
    await expect(page.getByRole("main").getByText(name, { exact: true })).toHaveCount(0);
  for (const path of ["/alert-policies/new", `/alert-policies/${id}/change`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: /do not have access/ })).toBeVisible();
  }
});
