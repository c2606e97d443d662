import type { Page } from "@playwright/test";
import { makeDetections } from "../support/detections";
import type { TestOrganisation } from "../support/organisation";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

const dayMs = 86_400_000;
const hosts = ["api.openai.com", "api.anthropic.com", "chat.mistral.ai", "api.cohere.com"] as const;
const opened = {
  "api.openai.com": { provider: "OpenAI", severity: "CRITICAL", department: "Marketing" },
  "api.anthropic.com": { provider: "Anthropic", severity: "HIGH", department: "Research" },
  "chat.mistral.ai": { provider: "Mistral AI", severity: "MEDIUM", department: "Marketing" },
  "api.cohere.com": { provider: "Cohere", severity: "INFO", department: null },
} as const;

async function makeQueue(organisation: TestOrganisation): Promise<void> {
  const detectedAt = new Date(Date.now() - 7 * dayMs);
  await makeDetections(
    organisation,
    hosts.map((endpoint) => ({ opened: { endpoint, detectedAt, ...opened[endpoint] } })),
  );
}

function rowOf(page: Page, host: string) {
  return page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: host }) });
}

test("an analyst investigates, assigns and resolves a detection by keyboard", async ({ organisation, signIn }) => {
  await makeQueue(organisation);
  const { page, member } = await signIn("ANALYST");
  await page.goto("/shadow-ai");
  const first = rowOf(page, "api.openai.com");
  await expect(first.getByText(/^Overdue by 2 days/)).toBeVisible();
  expect(await scanState(page)).toEqual([]);

  await page.keyboard.press("j");
  await expect(first).toBeFocused();
  await page.keyboard.press("o");
  const preview = page.getByRole("complementary", { name: "Preview" });
  await expect(preview.getByRole("heading", { name: "api.openai.com" })).toBeVisible();
  await expect(preview.getByText("No registered model uses this provider.")).toBeVisible();
  await expect(preview.getByRole("figure", { name: "Calls in the last 30 days" })).toBeVisible();
  await expect(page).toHaveURL(/open=sad_/);
  expect(await scanState(page)).toEqual([]);

  await page.keyboard.press("i");
  await expect(preview.getByText("Investigating", { exact: true })).toBeVisible();
  await expect(first.getByText("No longer in this list")).toBeVisible();
  await page.keyboard.press("m");
  await expect(first.getByText("You", { exact: true })).toBeVisible();
  await page.keyboard.press("j");
  await expect(first).toHaveCount(0);
  await expect(preview.getByRole("heading", { name: "api.anthropic.com" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(preview).toHaveCount(0);
  await expect(rowOf(page, "api.anthropic.com")).toBeFocused();

  await page.getByRole("button", { name: "Investigating 1" }).press("Enter");
  await expect(first).toBeVisible();
  await first.focus();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: "Resolve this detection" });
  await dialog.getByRole("radio", { name: /^Stopped/ }).press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.type("The key was revoked, TICKET-12.");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await expect(first).toBeFocused();
  await expect(page.getByRole("button", { name: "Resolved 1" })).toBeVisible();
  const { body } = await organisation.api.get<{ data: { status: string; assignedTo: string }[] }>(
    "/v1/shadow-ai/detections?status=RESOLVED",
  );
  expect(body.data).toMatchObject([{ status: "RESOLVED", resolution: "STOPPED", assignedTo: member.email }]);
});

test("filters are kept in the URL and can be saved as a shared view", async ({ organisation, signIn }) => {
  await makeQueue(organisation);
  const { page, member } = await signIn("ANALYST");
  await page.goto("/shadow-ai?status=all");
  await expect(page.getByRole("rowheader")).toHaveCount(4);
  await expect(page.getByRole("columnheader", { name: "Risk", exact: true })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await page.getByRole("columnheader", { name: "Severity" }).getByRole("button").click();
  await expect(page.getByRole("rowheader")).toHaveText([/openai/, /anthropic/, /mistral/, /cohere/]);
  await page.getByRole("button", { name: "Department" }).click();
  await page.getByRole("radio", { name: "Marketing" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  await page.keyboard.press("/");
  await page.keyboard.type("mistral");
  await expect(page.getByRole("rowheader")).toHaveText([/chat\.mistral\.ai/]);
  await expect(page).toHaveURL(/q=mistral/);

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save as new view…" }).click();
  await page.getByLabel("Name").fill("Mistral in marketing");
  await page.getByLabel("Share with the organisation").check();
  await page.getByRole("button", { name: "Save view" }).click();
  const views = page.getByRole("button", { name: "View: Mistral in marketing" });
  await expect(views).toBeVisible();
  await page.getByRole("button", { name: "Remove Search: mistral" }).click();
  await expect(views).toContainText("modified");
  await expect(page.getByRole("rowheader")).toHaveCount(2);

  const viewer = await signIn("VIEWER");
  await viewer.page.goto("/shadow-ai");
  await expect(viewer.page.getByRole("rowheader")).toHaveCount(4);
  await expect(viewer.page.getByRole("checkbox", { name: "Select all rows on this page" })).toHaveCount(0);
  await viewer.page.getByRole("button", { name: "Views" }).click();
  await viewer.page.getByRole("menuitem", { name: `Mistral in marketing ${member.name}` }).click();
  await expect(viewer.page.getByRole("rowheader")).toHaveText([/chat\.mistral\.ai/]);
  await viewer.page.goBack();
  await expect(viewer.page.getByRole("rowheader")).toHaveCount(4);
});

test(
  "overdue detections are counted above the queue, and a phone shows the first ten detections as short cards",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    await makeDetections(
      organisation,
      Array.from({ length: 12 }, (_, n) => ({
        opened: {
          endpoint: `ai${n}.example.com`,
          severity: "INFO" as const,
          detectedAt: new Date(Date.now() - (n < 2 ? 100 : 1) * dayMs),
        },
      })),
    );
    const { page } = await signIn("ANALYST");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/shadow-ai");
    const cards = page.getByRole("list", { name: "Shadow AI detections" }).getByRole("listitem");
    await expect(cards).toHaveCount(10);
    expect((await cards.first().boundingBox())?.height).toBeLessThan(130);
    expect(await scanState(page)).toEqual([]);
    await page.getByRole("button", { name: "Show all 12" }).click();
    await expect(cards).toHaveCount(12);

    const overdue = page.getByRole("button", { name: "Overdue 2" });
    await overdue.click();
    await expect(cards).toHaveCount(2);
    await expect(cards.getByText(/^Overdue by/)).toHaveCount(2);
    await expect(page).toHaveURL(/due=overdue/);
    await expect(overdue).toHaveAttribute("aria-pressed", "true");
    await overdue.click();
    await expect(page).not.toHaveURL(/due=/);
  },
);

test(
  "a bulk change of all matches asks again if the number of matches has changed",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    await makeDetections(
      organisation,
      Array.from({ length: 60 }, (_, n) => ({ opened: { endpoint: `ai${n}.example.com` } })),
    );
    const { page } = await signIn("ANALYST");
    // The page receives no live updates.
    await page.route("**/v1/activity", (route) => route.fulfill({ json: { chainPosition: 1, revisions: {} } }));
    await page.goto("/shadow-ai");
    await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
    await expect(page.getByText("50 selected")).toBeVisible();
    await page.getByRole("button", { name: "Select all 60 matches" }).click();
    await expect(page.getByText("60 selected")).toBeVisible();
    await makeDetections(organisation, [{ opened: { endpoint: "late.example.com" } }]);

    await page.keyboard.press("i");
    await page.getByRole("dialog").getByRole("button", { name: "Update all 60" }).click();
    const moved = page.getByRole("dialog", { name: "61 detections now match" });
    await expect(moved).toBeVisible();
    await expect(page.getByRole("button", { name: "Open 60" })).toBeAttached();
    await moved.getByRole("button", { name: "Update all 61" }).click();
    await expect(page.getByRole("button", { name: "Investigating 61" })).toBeVisible();
    await expect(page.getByText("No open detections")).toBeVisible();
  },
);

test(
  "rejected detections of a bulk change stay selected and show the reason",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    await makeDetections(organisation, [
      { opened: { endpoint: "api.openai.com" } },
      {
        opened: { endpoint: "chat.mistral.ai" },
        since: { status: "RESOLVED", resolution: "STOPPED", resolvedAt: new Date() },
      },
    ]);
    const { page } = await signIn("ANALYST");
    await page.goto("/shadow-ai?status=all");
    await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
    await page.getByRole("button", { name: "Dismiss…" }).click();
    const dialog = page.getByRole("dialog", { name: "Dismiss 2 detections" });
    await dialog.getByRole("textbox", { name: "Reason" }).fill("A duplicate.");
    await dialog.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByText("1 detection could not be updated.")).toBeVisible();
    await expect(page.getByText("1 selected")).toBeVisible();
    await expect(rowOf(page, "chat.mistral.ai").getByRole("checkbox")).toBeChecked();
    await expect(rowOf(page, "chat.mistral.ai").getByText(/cannot change to DISMISSED/)).toBeVisible();
    await expect(rowOf(page, "api.openai.com").getByText("Dismissed")).toBeVisible();
  },
);

test(
  "several detections are assigned to a member by name, dismissed, and restored by undo",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    await makeQueue(organisation);
    const { page } = await signIn("ANALYST");
    const { member } = await signIn("APPROVER");
    await page.goto("/shadow-ai");
    await page.getByRole("checkbox", { name: "Select api.openai.com" }).check();
    await page.getByRole("checkbox", { name: "Select chat.mistral.ai" }).click({ modifiers: ["Shift"] });
    await expect(page.getByText("3 selected")).toBeVisible();
    const before = await restoredOf(organisation);
    await page.keyboard.press("a");
    await page.getByRole("dialog").getByRole("combobox", { name: "Member" }).click();
    await page.getByRole("option", { name: new RegExp(member.email) }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Assign", exact: true }).click();
    await expect(page.getByTitle(member.email)).toHaveCount(3);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByTitle(member.email)).toHaveCount(0);

    await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
    await page.getByRole("button", { name: "Dismiss…" }).click();
    await page.keyboard.type("Traffic of a test.");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("button", { name: "Dismissed 4" })).toBeVisible();
    await page.keyboard.press("F8");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Open 4" })).toBeVisible();
    expect(await restoredOf(organisation)).toEqual(before);
  },
);

/** The values that undo restores. */
async function restoredOf({ api }: TestOrganisation): Promise<object[]> {
  type Row = Record<"id" | "status" | "assignedTo" | "notes" | "resolution" | "dueAt", string | null>;
  const { body } = await api.get<{ data: Row[] }>("/v1/shadow-ai/detections?sort=detectedAt");
  return body.data.map(({ id, status, assignedTo, notes, resolution, dueAt }) => {
    return { id, status, assignedTo, notes, resolution, dueAt };
  });
}
