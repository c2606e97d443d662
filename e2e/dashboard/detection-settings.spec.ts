import { makeDetection } from "../support/detections";
import { onlyInFullRun } from "../support/scope";
import { detectionOf, observe, squidLog } from "../support/shadow-ai";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

test(
  "changed detection settings are stored and apply to later decisions and logs",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { id } = await makeDetection(organisation);
    const { page } = await signIn("APPROVER");
    await page.goto("/settings/detection");
    const days = page.getByRole("textbox", { name: "Maximum exception duration (days)" });
    await expect(page.getByRole("button", { name: "Save settings" })).toBeDisabled();
    await days.fill("900");
    await page.getByRole("button", { name: "Add department" }).click();
    const departments = page.getByRole("group", { name: "Departments" });
    await departments.getByRole("textbox", { name: "Name" }).fill("Treasury");
    await departments.getByRole("textbox", { name: "IP ranges" }).fill("10.20.0.0/16, 10.21.0.0/99");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByRole("alert", { name: "Settings not saved" })).toBeVisible();
    await expect(days).toHaveAccessibleDescription(/365/);
    const ranges = departments.getByRole("textbox", { name: "IP ranges" });
    await expect(ranges).toHaveAttribute("aria-invalid", "true");
    await expect(ranges).toHaveValue("10.20.0.0/16, 10.21.0.0/99");
    expect(await scanState(page)).toEqual([]);
    await days.fill("30");
    await ranges.fill("10.20.0.0/16");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Detection settings saved.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Save settings" })).toBeDisabled();
    await page.reload();
    await expect(days).toHaveValue("30");
    await expect(ranges).toHaveValue("10.20.0.0/16");

    await page.goto(`/shadow-ai/${id}`);
    await page.getByRole("button", { name: "Resolve…" }).click();
    await page.getByRole("radio", { name: "Approved exception" }).check();
    await expect(page.getByText("At most 30 days from now. Defaults to 30 days.")).toBeVisible();
    await observe(organisation.api, squidLog([{ host: "api.mistral.ai", client: "10.20.30.41" }]));
    const { details } = await detectionOf(organisation.api, "api.mistral.ai");
    expect(details.departmentHint).toBe("Treasury");
  },
);
