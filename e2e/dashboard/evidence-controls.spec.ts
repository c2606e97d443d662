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
    await page.goto("/evidence/controls");
    expect(await scanState(page)).toEqual([]);
    for (const name of ["Fraud detection", "Credit scoring"]) {
      await page.getByRole("combobox", { name: "Model" }).click();
      await page.getByRole("option", { name }).click();
    }

    const row = page.getByRole("row").filter({ hasText: "Post-market performance evaluation" });
    await expect(row.getByText("Partial")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`modelId=${model.id}`));
    await row.getByRole("button", { name: /View supporting events of 9: 1/ }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Show in the audit trail" }).click();
    await expect(page).toHaveURL(/\/audit\?.*eventType=ALERT/);
    await expect(page.locator(`a[href^="/audit/${alertId}"]`).first()).toBeVisible();
    await page.goBack();

    await row.getByRole("button", { name: "Assign 9" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Member" }).click();
    await page.getByRole("option", { name: new RegExp(name) }).click();
    await dialog.getByLabel("Due date").fill("2026-01-31");
    expect(await scanState(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Assign" }).click();
    await expect(row.getByText(name)).toBeVisible();
    await expect(row.getByText("Overdue")).toBeVisible();
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
    await expect(row.getByText("Closed with a reason")).toBeVisible();
    await expect(row.getByText("Partial")).toBeVisible();
    await row.getByRole("button", { name: /^9 Post-market/ }).click();
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
