import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import type { Report } from "@/lib/domains/reports/schemas";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

for (const colorScheme of ["light", "dark"] as const) {
  test(
    `an analyst generates, reads and schedules a report in the ${colorScheme} theme`,
    onlyInFullRun,
    async ({ browserName: _, organisation, signIn }) => {
      test.setTimeout(180_000);
      const { id: modelId } = await organisation.model({ name: "Credit scoring" });
      await organisation.api.post("/v1/audit", { modelId, eventType: "ALERT", severity: "HIGH", payload: {} });
      const { page } = await signIn("ANALYST");
      await page.emulateMedia({ colorScheme });
      await page.goto("/reports");
      await expect(page.getByText("No reports yet")).toBeVisible();
      await expect(page.getByText("No schedules yet")).toBeVisible();
      expect(await scanState(page)).toEqual([]);

      await page.getByRole("button", { name: "New report" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", { name: "Period" }).click();
      await page.getByRole("option", { name: "Last 30 days" }).click();
      expect(await scanState(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Generate report" }).click();
      await expect(page).toHaveURL(/\/reports\/rep_/);
      await expect(page.getByRole("heading", { name: "Summary" })).toBeVisible({ timeout: 240_000 });
      await expect(page.getByRole("heading", { name: "By model" })).toBeVisible();
      await expect(page.getByRole("cell", { name: "Credit scoring" })).toBeVisible();
      // The title appears once, above chart and rows.
      await expect(page.getByRole("figure", { name: "Events per day" })).toBeVisible();
      await expect(page.getByText("Events per day", { exact: true })).toHaveCount(1);
      expect(await scanState(page)).toEqual([]);
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download PDF" }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^audit-activity-.*\.pdf$/);
      const bytes = await readFile(await file.path());
      expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
      expect(bytes.includes("ETSI.CAdES.detached"), "the PDF is signed").toBe(true);

      await page.setViewportSize({ width: 390, height: 844 });
      await page.reload();
      const details = page.getByRole("region", { name: "Details" });
      await expect(details.getByText("SHA-256")).toBeHidden();
      await details.getByRole("button", { name: "Show details" }).click();
      await expect(details.getByText("SHA-256")).toBeVisible();
      await expect(page.getByRole("list", { name: "By model, rows" }).getByRole("listitem").first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      expect(await scanState(page)).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });

      await page.goto("/reports");
      await page.getByRole("button", { name: "New schedule" }).first().click();
      await dialog.getByLabel("Name").fill("Weekly look");
      await dialog.getByRole("combobox", { name: "Frequency" }).click();
      await page.getByRole("option", { name: "Custom (cron expression)" }).click();
      await dialog.getByLabel("Cron expression").fill("* * * * *");
      await expect(dialog.getByText("must contain a single value for the minute")).toBeVisible();
      await dialog.getByLabel("Cron expression").fill("15 6 * * 1");
      await expect(dialog.getByText(/^Next runs: .*; .*; /)).toBeVisible();
      expect(await scanState(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Create" }).click();
      await expect(page.getByRole("cell", { name: /15 6 \* \* 1/ })).toBeVisible();
      await page.getByRole("button", { name: "Pause Weekly look" }).click();
      await expect(page.getByRole("button", { name: "Resume Weekly look" })).toBeVisible();
      await page.getByRole("button", { name: "Delete Weekly look" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("No schedules yet")).toBeVisible();
    },
  );
}

test(
  "a phone shows the results of a chain integrity report without scrolling",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    test.setTimeout(180_000);
    await organisation.model();
    await organisation.api.post("/v1/audit/verify-chain", {});
    const dateRange = { from: new Date(Date.now() - 86_400_000).toISOString(), to: new Date().toISOString() };
    const { body } = await organisation.api.post<Report>("/v1/reports/chain-integrity", { dateRange, format: "JSON" });
    const { page } = await signIn("ANALYST");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/reports/${body.id}`);
    await expect(page.getByRole("heading", { name: "Summary" })).toBeVisible({ timeout: 120_000 });
    const rightOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      return (box?.x ?? Number.POSITIVE_INFINITY) + (box?.width ?? 0);
    };
    for (const [table, column] of [
      ["Check results", "This report"],
      ["Verifications", "Outcome"],
    ] as const) {
      const row = page
        .getByRole("list", { name: `${table}, rows` })
        .getByRole("listitem")
        .first();
      const result = row.getByText(column, { exact: true });
      await expect(result).toBeVisible();
      expect(await rightOf(row)).toBeLessThanOrEqual(390);
    }
    expect(await scanState(page)).toEqual([]);
  },
);
