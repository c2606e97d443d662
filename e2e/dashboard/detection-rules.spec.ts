import type { Page } from "@playwright/test";
import { makeDetection } from "../support/detections";
import { detectionOf, observe, squidLog } from "../support/shadow-ai";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

test("the rules of detection are changed, kept, and hold for what is decided from then on", async ({
  organisation,
  signIn,
}) => {
  const { id } = await makeDetection(organisation);
  const { page } = await signIn("APPROVER");
  await page.goto("/settings/detection");
  const days = page.getByRole("textbox", { name: "Days that an exception may last" });
  await expect(page.getByRole("button", { name: "Save the rules" })).toBeDisabled();
  await days.fill("900");
  await page.getByRole("button", { name: "Add a department" }).click();
  const departments = page.getByRole("group", { name: "Departments" });
  await departments.getByRole("textbox", { name: "Name" }).fill("Treasury");
  await departments.getByRole("textbox", { name: "Ranges, with commas" }).fill("10.20.0.0/16, 10.21.0.0/99");
  await page.getByRole("button", { name: "Save the rules" }).click();
  await expect(page.getByRole("alert", { name: "The rules were not changed" })).toBeVisible();
  await expect(days).toHaveAccessibleDescription(/365/);
  const ranges = departments.getByRole("textbox", { name: "Ranges, with commas" });
  await expect(ranges).toHaveAttribute("aria-invalid", "true");
  await expect(ranges).toHaveValue("10.20.0.0/16, 10.21.0.0/99");
  expect(await scanState(page)).toEqual([]);
  await days.fill("30");
  await ranges.fill("10.20.0.0/16");
  await page.getByRole("button", { name: "Save the rules" }).click();
  await expect(page.getByText("The rules are changed.")).toBeVisible();
  await page.reload();
  await expect(days).toHaveValue("30");
  await expect(ranges).toHaveValue("10.20.0.0/16");

  await page.goto(`/shadow-ai/${id}`);
  await page.getByRole("button", { name: "Resolve…" }).click();
  await page.getByRole("radio", { name: "Approved exception" }).check();
  await expect(page.getByText("At most 30 days from now. Empty: in 30 days.")).toBeVisible();
  await observe(organisation.api, squidLog([{ host: "api.mistral.ai", client: "10.20.30.41" }]));
  const { details } = await detectionOf(organisation.api, "api.mistral.ai");
  expect(details.departmentHint).toBe("Treasury");
});

test("of two who change the rules at once the second sees what the first wrote, and nothing is lost", async ({
  organisation,
  signIn,
}) => {
  const [{ page: first }, { page: second }] = [await signIn("APPROVER"), await signIn("APPROVER")];
  const days = (page: Page) => page.getByRole("textbox", { name: "Days that an exception may last" });
  const save = (page: Page) => page.getByRole("button", { name: "Save the rules" });
  for (const page of [first, second]) await page.goto("/settings/detection");
  await days(second).fill("60");
  await days(first).fill("30");
  await first.getByRole("textbox", { name: "Hours of grace after STOPPED" }).fill("48");
  await save(first).click();
  await expect(first.getByText("The rules are changed.")).toBeVisible();
  await expect(save(first)).toBeDisabled();

  await save(second).click();
  const conflict = second.getByRole("alert", { name: "Someone else changed this" });
  await expect(conflict.getByRole("definition")).toHaveText(["30", "60"]);
  await expect(save(second)).toBeDisabled();
  expect(await scanState(second)).toEqual([]);
  await conflict.getByRole("button", { name: "Load latest version" }).click();
  await expect(days(second)).toHaveValue("60");
  await expect(second.getByRole("textbox", { name: "Hours of grace after STOPPED" })).toHaveValue("48");
  await save(second).click();
  await expect(second.getByText("The rules are changed.")).toBeVisible();
  const { body } = await organisation.api.get("/v1/shadow-ai/settings");
  expect(body).toMatchObject({ exceptionMaxDays: 60, stoppedGraceHours: 48 });
});
