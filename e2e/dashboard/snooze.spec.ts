import { makeDetections } from "../support/detections";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test(
  "an analyst snoozes detections with the keyboard, undoes it, and lists the snoozed ones",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const [one] = await makeDetections(organisation, [
      { opened: { endpoint: "claude.ai", provider: "Anthropic" } },
      {},
    ]);
    const { page } = await signIn("ANALYST");
    await page.goto("/shadow-ai");
    const row = page.getByRole("row", { name: /claude\.ai/ });
    await row.focus();
    await page.keyboard.press("z");
    const dialog = page.getByRole("dialog", { name: "Snooze this detection" });
    await dialog.getByRole("textbox", { name: "Note" }).fill("The contract is being signed.");
    await scanState(page);
    await dialog.getByRole("button", { name: "Snooze" }).click();
    await expect(page.getByRole("button", { name: /^Snoozed 1$/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Open 1$/ })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name: /^Open 2$/ })).toBeVisible();

    const until = new Date(Date.now() + 5 * 86_400_000).toISOString();
    await organisation.api.patch(`/v1/shadow-ai/${one?.id}`, {
      snooze: { until, note: "The contract is being signed." },
    });
    await page.getByRole("button", { name: /^Snoozed 1$/ }).click();
    await expect(row).toContainText("Snoozed until");
    await expect(page.getByRole("row")).toHaveCount(2);
    await page.goto(`/shadow-ai/${one?.id}`);
    await expect(page.getByText("The contract is being signed.")).toBeVisible();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "End snooze" }).click();
    await expect(page.getByText("Snooze ended", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.getByRole("menuitem", { name: "Snooze…" })).toBeVisible();
  },
);
