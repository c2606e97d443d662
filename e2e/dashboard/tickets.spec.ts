import type { CreatedIntegration } from "@/lib/domains/integrations/schemas";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { makeDetection } from "../support/detections";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test(
  "an administrator sets up tickets, and an analyst reviews a ticket and sees why it was not created, and one that was",
  onlyInFullRun,
  async ({ organisation, signIn, complaints }) => {
    const { id } = await makeDetection(organisation, { opened: { department: "Marketing" } });
    const given = { kind: "JIRA", name: "Risk board" };
    const { body: integration } = await organisation.api.post<CreatedIntegration>("/v1/integrations", given);
    const [admin, analyst] = [await signIn("ADMIN"), await signIn("ANALYST")];
    await admin.page.goto(`/integrations/${integration.id}`);
    await admin.page.getByRole("button", { name: "Edit" }).click();
    const settings = admin.page.getByRole("dialog");
    await settings.getByLabel("Create issues in").fill("RISK");
    await settings.getByLabel("Site URL").fill("https://jira.invalid");
    await settings.getByRole("button", { name: "Save" }).click();
    await expect(settings.getByLabel("API token")).toHaveAccessibleDescription(/is required/i);
    await settings.getByLabel("E-mail address").fill("bot@bank.example");
    await settings.getByLabel("API token").fill("token-1");
    await settings.getByRole("button", { name: "Save" }).click();
    await expect(admin.page.getByText("RISK at jira.invalid")).toBeVisible();

    const { page } = analyst;
    await page.goto(`/shadow-ai/${id}`);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Create ticket…" }).click();
    const dialog = page.getByRole("dialog", { name: "Create ticket" });
    await expect(dialog.getByLabel("Title")).toHaveValue("Shadow AI detection: OpenAI (api.openai.com)");
    await expect(dialog.getByText("Department: Marketing")).toBeVisible();
    expect(await scanState(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create a Jira issue" }).click();
    await expect(dialog.getByText("Jira at jira.invalid could not be reached (dns).")).toBeVisible();
    expect(complaints.splice(0)).toEqual([expect.stringContaining("status of 502")]);
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await pool().query(
      `INSERT INTO shadow_ai_tickets (id, organisation_id, detection_id, integration_id, system, claimed_at, claimed_until, key,
         url, created_at) VALUES ($1, $2, $3, $4, 'JIRA', now(), now(), 'RISK-42', 'https://jira.invalid/browse/RISK-42', now())`,
      [newId("ticket"), organisation.id, id, integration.id],
    );
    await page.reload();
    await expect(page.getByRole("link", { name: "RISK-42" })).toHaveAttribute("href", /\/browse\/RISK-42$/);
    await page.keyboard.press("t");
    await expect(dialog.getByText("This ticket was already created:")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Create a Jira issue" })).toBeDisabled();
  },
);
