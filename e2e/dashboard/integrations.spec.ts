import { readFile } from "node:fs/promises";
import type { CreatedIntegration, CreateIntegration } from "@/lib/domains/integrations/schemas";
import { type Sending, sign } from "@/lib/domains/integrations/testing/deliveries";
import { githubExample } from "@/lib/domains/integrations/testing/github-examples";
import { jiraBodies } from "@/lib/domains/integrations/testing/payloads";
import { apiClient } from "../support/api";
import type { TestOrganisation } from "../support/organisation";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

async function connect({ api }: TestOrganisation, given: Partial<CreateIntegration>): Promise<CreatedIntegration> {
  const { body, status } = await api.post<CreatedIntegration>("/v1/integrations", { name: "Ours", ...given });
  expect(status).toBe(201);
  return body;
}

/** Sends a delivery signed with the integration's secret. */
async function deliver(url: string, { id, kind, secret = "" }: CreatedIntegration, sending: Omit<Sending, "secret">) {
  const { headers, body } = sign[kind]({ ...sending, secret });
  const answer = await apiClient(url).post<{ eventId: string }>(`/v1/integrations/${id}/events`, body, headers);
  expect(answer.status).toBe(200);
  return answer.body;
}

const merged = githubExample("pull_request", "closed");
Object.assign(merged["pull_request"] as object, { merged: true, merged_at: "2026-01-15T10:00:00Z" });

test(
  "an administrator connects GitHub, sees its events, and deletes the integration",
  onlyInFullRun,
  async ({ application, organisation, signIn }) => {
    const model = await organisation.model({ name: "Credit scoring" });
    const { page } = await signIn("ADMIN");
    await page.goto("/integrations");
    await expect(page.getByText("No products connected yet")).toBeVisible();
    await expect(page.getByText("Deployments, merged pull requests, reviews and releases")).toBeVisible();
    await page.getByRole("button", { name: "Add integration" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Repository").fill("Codertocat/*-World");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(dialog.getByText("Enter a name.")).toBeVisible();
    await expect(dialog.getByText("Select a model.")).toBeVisible();

    await dialog.getByLabel("Name").fill("Models repository");
    await dialog.getByRole("combobox", { name: "Model", exact: true }).click();
    await page.getByRole("option", { name: "Credit scoring" }).click();
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(dialog.getByLabel("Repository")).toHaveAccessibleDescription(/can contain \* only at the end/i);
    await expect(dialog.getByLabel("Name")).toHaveValue("Models repository");
    expect(await scanState(page)).toEqual([]);
    await dialog.getByLabel("Repository").fill("Codertocat/Hello-*");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();

    const secret = (await dialog.getByText(/^isec_/).textContent()) ?? "";
    const shownUrl = (await dialog.getByText(/\/v1\/integrations\/int_[0-9a-z]+\/events$/).textContent()) ?? "";
    const url = shownUrl.replace("http://localhost:", "http://127.0.0.1:");
    expect(url.startsWith(application.url)).toBe(true);
    await expect(dialog.getByText("Pull request reviews", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
    expect(await scanState(page)).toEqual([]);
    await dialog.getByRole("checkbox", { name: /^I have stored the / }).check();
    await dialog.getByRole("button", { name: "Done" }).click();

    await expect(page.getByRole("heading", { level: 1, name: "Models repository" })).toBeVisible();
    await expect(page.getByText(secret)).toHaveCount(0);
    const details = page.getByRole("region", { name: "Details" });
    await expect(details.getByText("Waiting")).toBeVisible();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const github = { id, kind: "GITHUB", secret } as CreatedIntegration;
    await deliver(application.url, github, { event: "ping", body: githubExample("ping") });
    await expect(details.getByText("Connected", { exact: true })).toBeVisible();
    await deliver(application.url, github, { event: "pull_request", body: merged });
    const delivery = page.getByRole("row", { name: "pull_request.closed" });
    await expect(delivery).toContainText("Recorded");
    await expect(delivery).toContainText("Credit scoring");
    await expect(page.getByRole("row", { name: "ping" })).toContainText("Confirms the connection");
    expect(await scanState(page)).toEqual([]);
    await delivery.getByRole("link", { name: /^#/ }).click();
    await expect(page).toHaveURL(/\/audit\/evt_/);
    await expect(page.getByRole("heading", { level: 1, name: /^Pull request merged #/ })).toBeVisible();
    await page.goBack();

    await page.getByRole("button", { name: "Rotate" }).click();
    await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
    await expect(dialog.getByText(/^isec_/)).not.toHaveText(secret);
    await dialog.getByRole("checkbox", { name: /^I have stored the / }).check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("Two secrets are active")).toBeVisible();

    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog.getByLabel("Report as disconnected after (hours)").fill("24");
    await dialog.getByRole("button", { name: "Remove rule 1" }).click();
    await dialog.getByRole("combobox", { name: "Default model" }).click();
    await page.getByRole("option", { name: "Credit scoring" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(details.getByText("After 24 hours without a delivery")).toBeVisible();
    const changed = await organisation.api.get(`/v1/integrations/${id}`);
    expect(changed.body).toMatchObject({ models: [], defaultModelId: model.id, silentAfterHours: 24 });

    await page.getByRole("button", { name: "Disable" }).click();
    await dialog.getByRole("button", { name: "Disable" }).click();
    await expect(page.getByText("Deliveries from GitHub are rejected.")).toBeVisible();
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("textbox").fill("Models repository");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page).toHaveURL(/\/integrations$/);
    await expect(page.getByText("No products connected yet")).toBeVisible();
  },
);

test(
  "the page lists the product's deliveries and their results, but no events that only carry its tag",
  onlyInFullRun,
  async ({ application, organisation, signIn }) => {
    const { id: modelId } = await organisation.model({ name: "Credit scoring" });
    const github = await connect(organisation, {
      kind: "GITHUB",
      models: [{ match: "Codertocat/Hello-World", modelId }],
    });
    const { page } = await signIn("AUDITOR");
    await page.goto(`/integrations/${github.id}`);
    await expect(page.getByText("No deliveries yet")).toBeVisible();

    const forged = { modelId, eventType: "DEPLOYMENT", payload: { kind: "FORGED" }, tags: [github.id] };
    expect((await organisation.api.post("/v1/audit", forged)).status).toBe(201);
    const { eventId } = await deliver(application.url, github, { event: "pull_request", body: merged });
    const release = { ...githubExample("release", "published"), repository: { full_name: "Codertocat/Other" } };
    await deliver(application.url, github, { event: "release", body: release });
    const rows = page.getByRole("region", { name: "Deliveries" }).getByRole("row");
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText(/release\.published.*Not recorded.*No model rule matches/);
    await expect(rows.nth(2).getByRole("link", { name: /^#/ })).toHaveAttribute("href", `/audit/${eventId}`);

    await page.getByRole("button", { name: "Result" }).click();
    await page.getByRole("radio", { name: "Not recorded" }).click();
    await expect(page).toHaveURL(/\?result=ignored$/);
    await expect(rows).toHaveCount(2);
    await page.reload();
    await expect(page.getByRole("button", { name: "Remove Result: Not recorded" })).toBeVisible();
    await expect(rows).toHaveCount(2);
    await page.getByRole("button", { name: "Remove Result: Not recorded" }).click();
    await expect(rows).toHaveCount(3);

    await page.getByRole("button", { name: "Export" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Export as CSV" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe("integration-deliveries.csv");
    const [head, ...lines] = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
    expect(head).toBe("Topic,Result,Reason,Model ID,Event,Received,ID");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^release\.published,ignored,no_model,,,/);
    expect(lines[1]).toContain(`pull_request.closed,recorded,,${modelId},${eventId},`);

    await page.setViewportSize({ width: 390, height: 800 });
    const cards = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
    await expect(cards).toHaveCount(2);
    await expect(cards.first()).toContainText("No model rule matches");
    await expect(cards.last()).toContainText("Credit scoring");
    await expect(cards.last().getByRole("link", { name: /^#/ })).toHaveAttribute("href", `/audit/${eventId}`);
    expect(await scanState(page)).toEqual([]);
  },
);

test(
  "a conflicting change of an integration is reported, and nothing is overwritten",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { id } = await connect(organisation, { kind: "MLFLOW", silentAfterHours: 24 });
    const { page } = await signIn("ADMIN");
    await page.goto(`/integrations/${id}`);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Mine");
    await organisation.api.patch(`/v1/integrations/${id}`, { name: "Theirs", silentAfterHours: 48 });
    await dialog.getByRole("button", { name: "Save" }).click();
    const conflict = page.getByRole("alert", { name: "Someone else changed this" });
    await expect(conflict.getByText("Theirs")).toBeVisible();
    await conflict.getByRole("button", { name: "Load latest version" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Mine" })).toBeVisible();
    const { body } = await organisation.api.get(`/v1/integrations/${id}`);
    expect(body).toMatchObject({ name: "Mine", silentAfterHours: 48 });
  },
);

test(
  "an auditor can view integrations but not change them; other roles have no access",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { id } = await connect(organisation, { kind: "JIRA" });
    const auditor = await signIn("AUDITOR");
    await auditor.page.goto("/integrations?kind=GITHUB");
    await expect(auditor.page.getByRole("button", { name: "Remove Product: GitHub" })).toBeVisible();
    await auditor.page.getByRole("button", { name: "Remove Product: GitHub" }).click();
    await auditor.page.getByRole("link", { name: "Ours" }).click();
    await expect(auditor.page).toHaveURL(new RegExp(`/integrations/${id}$`));
    await expect(auditor.page.getByText("A person moves a ticket to another status")).toBeVisible();
    for (const name of ["Add integration", "Edit", "Disable", "Rotate secret", "Delete"])
      await expect(auditor.page.getByRole("button", { name, exact: true })).toHaveCount(0);

    const analyst = await signIn("ANALYST");
    await analyst.page.goto(`/integrations/${id}`);
    await expect(analyst.page.getByRole("heading", { level: 1, name: /do not have access/ })).toBeVisible();
    await expect(analyst.page.getByRole("navigation").getByRole("link", { name: "Integrations" })).toHaveCount(0);
  },
);

test("a ticket that mentions an event appears on the event's page", async ({ application, organisation, signIn }) => {
  const model = await organisation.model();
  const appended = await organisation.api.post("/v1/audit", { modelId: model.id, eventType: "INFERENCE", payload: {} });
  const eventId = String(appended.body["id"]);
  const jira = await connect(organisation, { kind: "JIRA" });
  await deliver(application.url, jira, { body: { ...jiraBodies.commented, comment: { body: `See ${eventId}.` } } });
  const { page } = await signIn("ANALYST");
  await page.goto(`/audit/${eventId}`);
  const tickets = page.getByRole("region", { name: /^Linked tickets/ });
  await expect(tickets.getByRole("link", { name: "RISK-42" })).toHaveAttribute("href", /\/browse\/RISK-42$/);
  await expect(tickets.getByText("Jira, In Progress")).toBeVisible();
  expect(await scanState(page)).toEqual([]);
});
