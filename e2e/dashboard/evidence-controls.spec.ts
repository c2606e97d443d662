import type { ControlAssignment } from "@/lib/domains/evidence/schemas-assignments";
import type { ControlTable } from "@/lib/domains/evidence/schemas-controls";
import { makeMember } from "../support/members";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

test(
  "a gap is assigned, edited by two members, and closed with a reason",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { api } = organisation;
    await organisation.model({ name: "Fraud detection" });
    const model = await organisation.model({ name: "Credit scoring" });
    const { id: alertId } = (
      await api.post<{ id: string }>("/v1/audit", {
        modelId: model.id,
        eventType: "ALERT",
        payload: { category: "DRIFT" },
      })
    ).body;
    const { email, name } = await makeMember(organisation.id, "ANALYST");
    const { page } = await signIn("APPROVER");
    await page.goto("/evidence/controls?control=unknown");
    expect(await scanState(page)).toEqual([]);
    for (const name of ["Fraud detection", "Credit scoring"]) {
      await page.getByRole("combobox", { name: "Model" }).click();
      await page.getByRole("option", { name }).click();
    }

    const row = page.getByRole("row").filter({ hasText: "Post-market performance evaluation" });
    await expect(row.getByText("Partial")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`modelId=${model.id}`));
    await expect(page).not.toHaveURL(/control=/);
    await row.getByRole("button", { name: /View supporting events of 9 Post-market .*: 1$/ }).click();
    await expect(page.getByRole("dialog").getByText("By event type: 1 alert.")).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("region", { name: "Kinds of evidence" })).toContainText(
      "Alerts: 1 event (supporting evidence)",
    );
    const supporting = page.getByRole("dialog").getByRole("link", { name: /^#\d+ DRIFT$/ });
    await expect(supporting).toHaveAttribute("href", `/audit/${alertId}`);
    await page.getByRole("dialog").getByRole("link", { name: "Show in the audit trail" }).click();
    await expect(page).toHaveURL(/\/audit\?.*eventType=ALERT/);
    await expect(page.locator(`a[href^="/audit/${alertId}"]`).first()).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog").getByText("By event type: 1 alert.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const controlName = row.getByRole("button", { name: /^9 Post-market/ });
    await expect(controlName).toBeFocused();

    await row.getByRole("button", { name: "Assign 9" }).click();
    const dialog = page.getByRole("dialog");
    await expect(page.getByRole("dialog", { name: "Assign 9 Post-market performance evaluation" })).toBeVisible();
    await dialog.getByRole("combobox", { name: "Member" }).click();
    await page.getByRole("option", { name: new RegExp(name) }).click();
    await dialog.getByLabel("Due date").fill("2026-01-31");
    expect(await scanState(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Assign" }).click();
    await expect(row.getByText(name)).toBeVisible();
    await expect(row.getByText("Overdue")).toBeVisible();
    await expect(controlName).toBeFocused();
    const [assignment] = (await api.get<{ data: ControlAssignment[] }>("/v1/control-assignments")).body.data;
    expect(assignment).toMatchObject({ requirement: "9", assignedTo: email, dueDate: "2026-01-31" });

    await row.getByRole("button", { name: "Edit the assignment of 9" }).click();
    await dialog.getByLabel("Note").fill("Mine");
    const path = `/v1/control-assignments/${assignment?.id}`;
    expect((await api.patch(path, { note: "Theirs" })).status).toBe(200);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("button", { name: "Load latest version" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();

    await row.getByRole("button", { name: "Close the assignment of 9" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Accepted in the risk register");
    expect(await scanState(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Close assignment" }).click();
    await expect(row.getByText(/^Assignment closed .*: Accepted in the risk register$/)).toBeVisible();
    await expect(row.getByText(name)).toBeVisible();
    await expect(row.getByText("Partial")).toBeVisible();
    await expect(controlName).toBeFocused();
    await controlName.click();
    await expect(dialog.getByText("Accepted in the risk register")).toBeVisible();
    expect(await scanState(page)).toEqual([]);

    const query = new URLSearchParams({
      modelId: model.id,
      framework: "EU_AI_ACT_ANNEX_IV",
      from: "2026-01-01T00:00:00Z",
    });
    const table = await api.get<ControlTable>(`/v1/evidence-controls?${query}&to=2099-01-01T00:00:00Z`);
    const control = table.body.data.find(({ requirement }) => requirement === "9");
    expect(control).toMatchObject({ status: "PARTIAL", assignment: { note: "Mine", closedAs: "MEMBER" } });
  },
);

test(
  "a model owner sees the controls of other models but cannot assign them",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const model = await organisation.model({ name: "Credit scoring" });
    const { page } = await signIn("MODEL_OWNER");
    await page.goto(`/evidence/controls?modelId=${model.id}&framework=ISO_42001`);
    await expect(page.getByText("No events in this period", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Assign/ })).toHaveCount(0);
  },
);

test(
  "documents are supplied for controls, and only change the status of a control that events cannot support",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { api } = organisation;
    await organisation.model({ name: "Address search", riskTier: "LOW" });
    const model = await organisation.model({ name: "Credit scoring", riskTier: "HIGH" });
    await api.post("/v1/audit", { modelId: model.id, eventType: "ALERT", payload: { category: "DRIFT" } });
    const { page, member } = await signIn("APPROVER");
    await api.post("/v1/control-assignments", {
      ...{ modelId: model.id, framework: "EU_AI_ACT_ANNEX_IV", requirement: "8", assignedTo: member.email },
      dateRange: { from: "2026-01-01T00:00:00Z", to: "2026-03-31T23:59:59Z" },
    });
    await page.goto("/evidence/controls");
    await expect(page.getByRole("combobox", { name: "Model" })).toHaveValue("Credit scoring");

    const toSupply = page.getByRole("row").filter({ hasText: "8 EU declaration of conformity" });
    await expect(toSupply.getByText("To supply")).toBeVisible();
    await expect(toSupply.getByText("Missing document", { exact: true })).toBeVisible();
    await expect(page.getByText("Documents: 0 of 9 supplied")).toBeVisible();
    const coverage = page.getByRole("region", { name: "Coverage", exact: true });
    await expect(coverage.getByRole("heading", { name: "9 points:" })).toBeVisible();
    await expect(coverage.getByText(/^Not counted: 16 sub-points \(/)).toBeVisible();
    await expect(coverage.getByText(/^A control is “Adverse” if /)).toBeVisible();
    const rules = coverage.getByText(/^Strong evidence is an event/);
    await expect(rules).toBeHidden();
    await coverage.getByText("How coverage is counted").press("Enter");
    await expect(rules).toBeVisible();
    expect(await scanState(page)).toEqual([]);
    await toSupply.getByRole("button", { name: "Supply document for 8" }).click();
    const supply = page.getByRole("dialog", { name: "Supply a document" });
    await expect(supply.getByRole("combobox", { name: "Framework" })).toHaveValue("EU AI Act, Annex IV");
    await expect(supply.getByRole("combobox", { name: "Requirement" })).toHaveValue(/^8 /);
    await expect(supply.getByRole("combobox", { name: "Model" })).toHaveValue("Credit scoring");
    await expect(supply.getByText("The status of the control changes to “Supplied”.")).toBeVisible();
    await supply.getByLabel("Valid from").fill("2099-01-01");
    await expect(supply.getByText(/^The document is not valid on/)).toBeVisible();
    await supply.getByLabel("Valid from").fill("");
    await supply.getByRole("textbox", { name: "SHA-256 hash" }).fill("a".repeat(64));
    await supply.getByRole("textbox", { name: "Title" }).fill("Signed declaration");
    await supply.getByRole("checkbox", { name: "Close the assignment of 8" }).check();
    expect(await scanState(page)).toEqual([]);
    await supply.getByRole("button", { name: "Supply document" }).click();
    await expect(supply).toBeHidden();
    await expect(toSupply.getByText("Supplied", { exact: true })).toBeVisible();
    await expect(toSupply.getByText("Document supplied Signed declaration")).toBeVisible();
    await expect(page.getByText("Documents: 1 of 9 supplied")).toBeVisible();
    await expect(toSupply.getByText(/^Assignment closed .*: Document “Signed declaration” supplied\.$/)).toBeVisible();
    await expect(toSupply.getByText("Missing")).toHaveCount(0);
    await expect(toSupply.getByRole("button", { name: "Supply document for 8" })).toHaveCount(0);
    await expect(toSupply.getByRole("button", { name: /^8 EU declaration/ })).toBeFocused();
    const { body } = await api.get<{ data: ControlAssignment[] }>("/v1/control-assignments");
    expect(body.data).toMatchObject([{ closedAs: "MEMBER", closeReason: "Document “Signed declaration” supplied." }]);

    const partial = page.getByRole("row").filter({ hasText: "Post-market performance evaluation" });
    await expect(partial.getByRole("button", { name: "Supply document for 9" })).toBeVisible();
    await expect(partial.getByText(/^Missing .*document$/)).toBeVisible();
    const point = page.getByRole("row").filter({ hasText: "1 General description of the system" });
    await expect(point.getByRole("button", { name: /^Supply document for 1 / })).toHaveCount(0);
    await point.getByRole("button", { name: "Supply documents for its sub-points: 1" }).click();
    await expect(page.getByRole("button", { name: /^1\(a\) / })).toBeFocused();
    await expect(page.getByRole("button", { name: /^1\(a\) / })).toBeInViewport();
    await partial.getByRole("button", { name: /^9 Post-market/ }).click();
    const details = page.getByRole("dialog", { name: /^9 Post-market/ });
    await expect(details.getByText(/^Events support this control\./)).toBeVisible();
    await details.getByRole("button", { name: "Supply document for 9" }).click();
    await expect(supply).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(supply).toBeHidden();
    await details.getByRole("button", { name: "Supply document for 9" }).click();
    await expect(supply.getByText(/^Events support this control\./)).toBeVisible();
    await supply.getByRole("textbox", { name: "SHA-256 hash" }).fill("b".repeat(64));
    await supply.getByRole("textbox", { name: "Title" }).fill("Monitoring plan");
    await supply.getByRole("button", { name: "Supply document" }).click();
    await expect(supply).toBeHidden();
    await expect(details.getByRole("listitem").filter({ hasText: "Monitoring plan" })).toBeVisible();
    await expect(details.getByText("Partial", { exact: true })).toBeVisible();
    expect(await scanState(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(details).toBeHidden();
    await expect(partial.getByText(/^Missing .*document$/)).toHaveCount(0);
    await expect(partial.getByRole("button", { name: "Supply document for 9" })).toHaveCount(0);
  },
);
