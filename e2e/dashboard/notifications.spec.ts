import { makeDetections } from "../support/detections";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

const bell = /^Notifications/;

test("an assignment appears in the assignee's bell, opens the detection and is then read", async ({
  organisation,
  signIn,
}) => {
  const [detection] = await makeDetections(organisation, [{ opened: { endpoint: "api.example.com" } }]);
  const { page, member } = await signIn("ANALYST");
  await page.goto("/models");
  await expect(page.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
  await organisation.api.patch(`/v1/shadow-ai/${detection?.id}`, { assignedTo: member.email });
  await page.getByRole("link", { name: "Notifications, 1 unread" }).press("Enter");
  const item = page.getByRole("listitem").filter({ hasText: "api.example.com" });
  await item.getByRole("link", { name: "Unread: api.example.com" }).click();
  await expect(page).toHaveURL(`/shadow-ai/${detection?.id}`);
  await expect(page.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
});

test(
  "notifications are marked as read and unread, and preferences are kept",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const detections = await makeDetections(organisation, [{}, {}]);
    const { page, member } = await signIn("ADMIN");
    for (const { id } of detections) await organisation.api.patch(`/v1/shadow-ai/${id}`, { assignedTo: member.email });
    await page.goto("/notifications");
    await expect(page.getByRole("region", { name: "Today" }).getByRole("listitem")).toHaveCount(2);
    await page
      .getByRole("button", { name: /^Mark as read: / })
      .first()
      .click();
    await expect(page.getByRole("link", { name: "Notifications, 1 unread" })).toBeVisible();
    expect(await scanState(page)).toEqual([]);
    await page.getByRole("button", { name: "Unread", exact: true }).press("Space");
    await expect(page.getByRole("listitem").filter({ hasText: "Detection assigned to you" })).toHaveCount(1);
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect(page.getByText("You have read all your notifications.")).toBeVisible();
    await expect(page.getByRole("link", { name: bell })).toHaveAccessibleName("Notifications");

    await page.getByRole("link", { name: "Change your preferences" }).click();
    const overdue = page.getByRole("switch", { name: "Overdue detections: Daily e-mail digest" });
    await expect(overdue).toBeChecked();
    await overdue.press("Space");
    await expect(page.getByText("Notification preferences updated.")).toBeVisible();
    await page.reload();
    await expect(overdue).not.toBeChecked();
    await expect(page.getByRole("switch", { name: "Integrity findings: In the dashboard" })).toBeChecked();
  },
);
