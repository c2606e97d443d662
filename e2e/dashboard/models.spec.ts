import { modelAnswers, modelChecks, modelIssues, modelList, modelStatus } from "@/components/features/models/texts";
import type { Model } from "@/lib/domains/models/schemas";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

test("a model is registered, and errors appear at their fields without losing input", async ({
  organisation,
  signIn,
}) => {
  const { page } = await signIn("APPROVER");
  await page.goto("/models");
  const register = page.getByRole("button", { name: "Register model" }).first();
  await register.click();
  const dialog = page.getByRole("dialog", { name: "Register model" });
  const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
  await expect(field("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(register).toBeFocused();
  await page.keyboard.press("Enter");
  await field("Version").fill("4.2.0");
  await field("Owner").fill("not an address");
  await dialog.getByRole("combobox", { name: "Risk tier" }).click();
  await page.getByRole("option", { name: "High" }).click();
  await dialog.getByRole("button", { name: "Add host" }).click();
  await field("Host").fill("https://api.example.com/v1");
  await field("Departments").fill("Risk, Finance");
  await dialog.getByRole("button", { name: "Register", exact: true }).click();

  await expect(dialog.getByRole("alert", { name: "Model not saved" })).toBeVisible();
  await expect(field("Name")).toHaveAttribute("aria-invalid", "true");
  await expect(field("Owner")).toHaveAccessibleDescription(/e-mail address/);
  await expect(field("Host")).toHaveAccessibleDescription(/host name/);
  await expect(field("Host")).toHaveValue("https://api.example.com/v1");
  await expect(field("Version")).toHaveValue("4.2.0");
  await expect(field("Version")).not.toHaveAttribute("aria-invalid", "true");
  expect(await scanState(page)).toEqual([]);

  await field("Name").fill("Credit scoring");
  await field("Owner").fill("risk@example.com");
  await field("Host").fill("api.example.com");
  await dialog.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Credit scoring 4.2.0" })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Allowed hosts" })).toContainText("Risk, Finance");
  const { body } = await organisation.api.get<{ data: Model[] }>("/v1/models?riskTier=HIGH");
  expect(body.data).toMatchObject([{ name: "Credit scoring", version: "4.2.0", ownerEmail: "risk@example.com" }]);
});

test(
  "models are filtered by name, risk tier and status, and opened by keyboard",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    await organisation.model({ name: "Credit scoring", riskTier: "HIGH" });
    await organisation.model({ name: "Credit limits", riskTier: "LOW" });
    const { id } = await organisation.model({ name: "Fraud", riskTier: "HIGH" });
    await organisation.api.patch(`/v1/models/${id}`, { archived: true });
    const { page } = await signIn("ANALYST");
    await page.goto("/models?riskTier=HIGH");
    const rows = page.getByRole("rowheader");
    await expect(rows).toHaveText(["Fraud", "Credit scoring"]);
    await page.getByRole("button", { name: /^Status/ }).click();
    await page.getByRole("radio", { name: "Archived" }).click();
    await expect(rows).toHaveText(["Fraud"]);
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("credit");
    await expect(rows).toHaveText(["Credit scoring", "Credit limits"]);
    await expect(page).toHaveURL(/\?q=credit$/);
    await page.getByRole("columnheader", { name: "Risk tier" }).getByRole("button").click();
    await expect(rows).toHaveText(["Credit limits", "Credit scoring"]);
    await expect(page).toHaveURL(/\?q=credit&order=asc$/);
    expect(await scanState(page)).toEqual([]);
    await rows.first().getByRole("link").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Credit scoring" })).toBeVisible();
  },
);

test("the list shows which models need attention, and events without a model separately", async ({
  organisation,
  signIn,
}) => {
  const { id: modelId } = await organisation.model({ name: "Credit scoring", riskTier: "CRITICAL" });
  await organisation.model({ name: "Credit limits", riskTier: "LOW" });
  const fraud = await organisation.model({ name: "Card fraud", version: "1.0", riskTier: "MEDIUM" });
  const deployed = { eventType: "DEPLOYMENT", payload: { modelVersion: "1.1", environment: "production" } };
  expect((await organisation.api.post("/v1/audit", { modelId: fraud.id, ...deployed })).status).toBe(201);
  const record = (eventType: string, payload: object, severity = "INFO") =>
    organisation.api.post("/v1/audit", { modelId, eventType, severity, payload });
  await record("ALERT", { metric: "latency" }, "MEDIUM");
  await record("ALERT", { metric: "latency" }, "HIGH");
  await record("ALERT", { metric: "latency", resolvedAt: "2026-01-15" }, "CRITICAL");
  await record("HUMAN_REVIEW", { kind: "MODEL_VALIDATION", outcome: "REJECTED", nextReviewDue: "2026-01-15" });
  const { page } = await signIn("ANALYST");
  await page.goto("/models");
  await expect(page.getByRole("rowheader")).toHaveText(["Credit scoring", "Card fraud 1.0", "Credit limits"]);
  const critical = page.getByRole("row").filter({ hasText: "Credit scoring" });
  await expect(critical.getByRole("cell").nth(1)).toHaveText(/High\s*2/);
  const issues = critical.getByText(modelList.failedChecks(2));
  await expect(issues).toBeVisible();
  await expect(issues).toHaveAttribute(
    "title",
    new RegExp(`validation rejected.*${modelIssues.notRecorded("approval")}`),
  );
  await expect(critical.getByText(modelList.wasDue("15 Jan 2026"))).toBeVisible();
  const low = page.getByRole("row").filter({ hasText: "Credit limits" });
  await expect(low.getByRole("cell").nth(1)).toHaveText("0");
  await expect(low.getByText(modelList.openIssuesFound(4))).toBeVisible();
  const other = page.getByRole("row").filter({ hasText: "Card fraud" }).getByText(modelList.openIssuesFound(5));
  await expect(other).toHaveAttribute("title", new RegExp(modelIssues.otherVersionDeployed));
  expect(await scanState(page)).toEqual([]);
  const { body } = await organisation.api.get<{ pagination: { total: number } }>(
    `/v1/audit?modelId=${organisation.systemModelId}`,
  );
  const others = page.getByText(`${modelList.eventsWithoutModel} ${body.pagination.total}`);
  await others.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Organisation events" })).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
  await page.getByRole("link", { name: "1 Overdue model review" }).click();
  await expect(critical).toBeVisible();
});

test("a model is edited, archived and restored", onlyInFullRun, async ({ organisation, signIn }) => {
  const { id } = await organisation.model({ name: "Credit scoring" });
  const { page } = await signIn("APPROVER");
  await page.goto(`/models/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Credit scoring");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Version" }).fill("2026.2");
  await dialog.getByRole("textbox", { name: "Description" }).fill("Scores applications.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Model “Credit scoring” updated.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Credit scoring 2026.2");
  await expect(page.getByText("Scores applications.")).toBeVisible();

  await page.getByRole("button", { name: "Archive" }).click();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Archive" }).click();
  const status = page.getByRole("region", { name: modelStatus.title });
  await expect(status.getByText(/^No\. Failed check: model archived\./)).toBeVisible();
  await expect(status.getByText(modelChecks.archived)).toBeVisible();
  const event = { modelId: id, eventType: "INFERENCE", payload: {} };
  expect((await organisation.api.post("/v1/audit", event)).status).toBe(422);
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(status.getByText(modelChecks.active)).toBeVisible();
  expect((await organisation.api.post("/v1/audit", event)).status).toBe(201);
});

test("a model's page shows whether the recorded evidence supports running it", async ({ organisation, signIn }) => {
  const details = { version: "1.0", riskTier: "HIGH", ownerEmail: "risk@example.com", description: "Scores." } as const;
  const { id } = await organisation.model({ name: "Credit scoring", ...details });
  const record = (eventType: string, payload: object) =>
    organisation.api.post("/v1/audit", { modelId: id, eventType, payload });
  const { page } = await signIn("ANALYST");
  await page.goto(`/models/${id}`);
  const status = page.getByRole("region", { name: modelStatus.title });
  const missing = [modelIssues.notRecorded("validation"), modelIssues.notRecorded("approval")];
  await expect(status.getByText(`${modelAnswers.notFully} ${modelAnswers.open(missing)}`)).toBeVisible();
  const validation = {
    kind: "MODEL_VALIDATION",
    modelVersion: "1.0",
    independentOfDevelopment: true,
    nextReviewDue: "2999-01-01",
  };
  await record("HUMAN_REVIEW", { ...validation, outcome: "APPROVED" });
  await record("DEPLOYMENT", { modelVersion: "1.0", approvedBy: "Model risk committee" });
  await page.reload();
  await expect(status.getByText(modelAnswers.yes)).toBeVisible();
  expect(await scanState(page)).toEqual([]);
  const inference = status.getByRole("definition").nth(8);
  await expect(inference).toHaveText("Information only: None recorded");
  await record("INFERENCE", { decisionOutput: "APPROVED" });
  await record("HUMAN_REVIEW", { ...validation, outcome: "REJECTED" });
  await page.reload();
  await expect(inference.getByRole("link")).toHaveText(/^event #\d+$/);
  const failed = [modelIssues.denied("validation", "REJECTED"), modelIssues.stopped(false)];
  await expect(status.getByText(`${modelAnswers.no} ${modelAnswers.failed(failed)}`)).toBeVisible();
  await status.getByRole("definition").filter({ hasText: "Rejected." }).first().getByRole("link").press("Enter");
  await expect(page).toHaveURL(/\/audit\/evt_/);
});

test(
  "a concurrent edit of a model shows a conflict and loses nothing",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { id } = await organisation.model({ name: "Credit scoring" });
    const { page } = await signIn("APPROVER");
    await page.goto(`/models/${id}`);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Version" }).fill("mine");
    await organisation.api.patch(`/v1/models/${id}`, { version: "theirs", provider: "openai" });
    await dialog.getByRole("button", { name: "Save" }).click();
    const conflict = dialog.getByRole("alert", { name: "Someone else changed this" });
    await expect(conflict.getByRole("definition")).toHaveText(["theirs", "mine"]);
    expect(await scanState(page)).toEqual([]);
    await conflict.getByRole("button", { name: "Load latest version" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    const { body } = await organisation.api.get(`/v1/models/${id}`);
    expect(body).toMatchObject({ version: "mine", provider: "openai" });
  },
);

test(
  "viewers cannot edit models, and model owners can edit only their own",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const owner = await signIn("MODEL_OWNER");
    const own = await organisation.model({ name: "Own", ownerEmail: owner.member.email });
    const other = await organisation.model({ name: "Of others" });
    const viewer = await signIn("VIEWER");
    const buttons = /^(Register model|Edit|Archive|New evidence package)$/;
    for (const path of ["/models", `/models/${own.id}`]) {
      await viewer.page.goto(path);
      await expect(viewer.page.getByText("Own").first()).toBeVisible();
      await expect(viewer.page.getByRole("button", { name: buttons })).toHaveCount(0);
      await expect(viewer.page.getByRole("link", { name: buttons })).toHaveCount(0);
    }
    await owner.page.goto(`/models/${other.id}`);
    await expect(owner.page.getByRole("heading", { level: 1, name: "Of others" })).toBeVisible();
    await expect(owner.page.getByRole("button", { name: buttons })).toHaveCount(0);
    await owner.page.goto(`/models/${own.id}`);
    await expect(owner.page.getByRole("button", { name: buttons })).toHaveCount(2);
  },
);
