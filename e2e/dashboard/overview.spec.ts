import { startSession } from "@/lib/domains/members";
import { countedText } from "@/lib/platform/client/format";
import { makeDetection, makeDetections } from "../support/detections";
import { makeExceptionRequest } from "../support/exceptions";
import { onlyInFullRun } from "../support/scope";
import { observe, squidLog } from "../support/shadow-ai";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

test(
  "a new organisation sees a checklist that marks completed steps",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { page } = await signIn("APPROVER");
    const viewer = await signIn("VIEWER");
    await viewer.page.goto("/");
    await expect(viewer.page.getByText("Ask an approver.")).toHaveCount(3);
    await page.goto("/");
    const steps = page.getByRole("region", { name: "Get started" });
    await expect(steps.getByRole("link")).toHaveText([
      "Register a model",
      "Import a network log",
      "Generate an evidence package",
    ]);
    await expect(page.getByText("Detection is not running", { exact: true })).toBeVisible();
    await expect(page.getByText("No logs received yet.")).toBeVisible();
    expect(await scanState(page)).toEqual([]);

    await steps.getByRole("link", { name: "Register a model" }).click();
    await page.getByRole("button", { name: "Register model" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Credit scoring");
    await page.getByRole("dialog").getByRole("button", { name: "Register", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Credit scoring" })).toBeVisible();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
    await expect(steps.getByRole("listitem").first()).toHaveText(/^Register a model\s*Done$/);

    await observe(organisation.api, squidLog([{ host: "www.example.com" }]));
    await expect(steps.getByRole("listitem").nth(1)).toHaveText(/^Import a network log\s*Done$/);
    await steps.getByRole("link", { name: "Generate an evidence package" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "New evidence package" })).toBeVisible();
  },
);

test(
  "each count that needs attention links to a list with the same number of items",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { page, member } = await signIn("APPROVER");
    const allowed = { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", resolvedAt: new Date() } as const;
    const [assignedTo, severity] = [member.email, "CRITICAL"] as const;
    await makeDetections(organisation, [
      { opened: { severity, detectedAt: daysAgo(8) }, since: { assignedTo } },
      { opened: { severity, detectedAt: daysAgo(7), endpoint: "chat.mistral.ai" }, since: { status: "INVESTIGATING" } },
      { opened: { severity, detectedAt: daysAgo(1) }, since: { assignedTo } },
      { opened: { severity: "INFO" }, since: { assignedTo, status: "INVESTIGATING" } },
      { opened: { severity }, since: { assignedTo, status: "DISMISSED" } },
      { opened: {}, since: { ...allowed, exceptionExpiresAt: daysAgo(-10) } },
    ]);
    const rejected = await makeExceptionRequest(organisation);
    await organisation.api.post(`/v1/shadow-ai/exceptions/${rejected.id}/reject`, {});
    await makeExceptionRequest(organisation);
    await page.goto("/");
    const queue = page.getByRole("region", { name: "Needs attention" });
    await expect(queue.getByRole("link", { name: "2 Overdue detections" })).toBeVisible();
    expect(await scanState(page)).toEqual([]);

    for (const [name, count, list] of [
      ["2 Overdue detections", 2, "Shadow AI detections"],
      ["1 Detection due within 7 days", 1, "Shadow AI detections"],
      ["3 Detections assigned to me", 3, "Shadow AI detections"],
      ["1 Pending exception request", 1, "Exception requests"],
      ["1 Exception expiring within 14 days", 1, "Active exceptions"],
      [/ open$/, 4, "Shadow AI detections"],
      ["2 under investigation", 2, "Shadow AI detections"],
    ] as const) {
      await page.getByRole("link", { name }).click();
      const total = page.getByRole("region", { name: list }).getByRole("status");
      await expect(total.filter({ hasText: countedText(count, "result") }), String(name)).toBeVisible();
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
    }
    const worst = page.getByRole("table", { name: "Unresolved detections to review first" });
    await expect(worst.getByRole("rowheader")).toHaveCount(5);
    await worst.getByRole("rowheader").nth(1).getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("chat.mistral.ai");
  },
);

test("models with alerts link to their page and to their alerts", onlyInFullRun, async ({ organisation, signIn }) => {
  const { id: modelId } = await organisation.model({ name: "Credit scoring" });
  const { page } = await signIn("VIEWER");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const alerted = page.getByRole("region", { name: "Models with alerts" });
  await expect(alerted).toHaveCount(0);
  const resolvedAt = "2026-01-15T10:00:00.000Z";
  const record = async (severity: string, payload: object) => {
    const event = { modelId, eventType: "ALERT", severity, payload: { category: "DRIFT", ...payload } };
    expect((await organisation.api.post("/v1/audit", event)).status).toBe(201);
  };
  await record("CRITICAL", { resolvedAt });
  await expect(alerted.getByRole("link", { name: "1 resolved alert" })).toBeVisible();
  await expect(alerted.getByText("Highest unresolved:")).toHaveCount(0);
  expect(await scanState(page)).toEqual([]);
  await record("HIGH", {});
  await expect(alerted.getByRole("listitem")).toContainText(["1 unresolved"]);
  await expect(alerted.getByRole("listitem")).toContainText(["Highest unresolved: High"]);
  expect(await scanState(page)).toEqual([]);
  await alerted.getByRole("link", { name: "2 alerts" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 results" })).toBeVisible();
  await page.goBack();
  await alerted.getByRole("link", { name: "Credit scoring" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Credit scoring" })).toBeVisible();
});

test("new detections update the open overview, and each chart has a table", async ({ organisation, signIn }) => {
  const { page, member } = await signIn("VIEWER");
  const manner = { method: "OPENID", secondFactor: true, userAgent: "Firefox", network: "192.0.2.0/24" } as const;
  const yesterday = { now: () => daysAgo(1).getTime() };
  await startSession({ id: member.id, organisationId: organisation.id, passwordHash: null }, manner, yesterday);
  await page.goto("/");
  const changes = page.getByRole("region", { name: /^Since your last visit/ });
  await expect(changes).toContainText("No new detections");
  await expect(page.getByText("Detection is not running")).toBeVisible();
  await makeDetection(organisation);
  await expect(page.getByRole("link", { name: "1 open" })).toBeVisible();
  const chart = page.getByRole("figure", { name: "Calls in unresolved detections by provider" });
  await chart.getByRole("button", { name: "Table" }).click();
  await expect(chart.getByRole("rowheader", { name: "OpenAI" })).toBeVisible();
  expect(await scanState(page)).toEqual([]);
  await changes.getByRole("link", { name: "1 new detection" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 result" })).toBeVisible();
});

test("the command palette opens pages, and models by name", async ({ organisation, signIn }) => {
  await organisation.model({ name: "Credit scoring" });
  const { page } = await signIn("ANALYST");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or go to" });
  const field = palette.getByRole("combobox", { name: "Search or go to" });
  await expect(field).toBeFocused();
  await page.keyboard.type("evid");
  await expect(palette.getByRole("option", { selected: true })).toContainText("Evidence");
  expect(await scanState(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect(palette.getByRole("option", { selected: true })).toHaveText("New evidence package");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "New evidence package" })).toBeVisible();
  await expect(palette).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await expect(field).toHaveValue("");
  await page.keyboard.type("credit");
  await expect(palette.getByRole("group", { name: "Models" }).getByRole("option")).toHaveText(["Credit scoring"]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Credit scoring" })).toBeVisible();
});
