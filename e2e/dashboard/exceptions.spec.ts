import type { Page } from "@playwright/test";
import { makeDetection } from "../support/detections";
import type { TestMember } from "../support/members";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

const justification = "A trial until the contract is signed.";

/** Requests an exception on a detection's page, as a member who cannot approve exceptions. */
async function requestException(page: Page, detectionId: string): Promise<void> {
  await page.goto(`/shadow-ai/${detectionId}`);
  await page.getByRole("button", { name: "Resolve…" }).click();
  const dialog = page.getByRole("dialog", { name: "Resolve this detection" });
  await dialog.getByRole("radio", { name: "Request an exception" }).check();
  await dialog.getByRole("textbox", { name: "Justification" }).fill(justification);
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Request exception" }).click();
  await expect(dialog).toBeHidden();
}

const pendingOf = (page: Page, { name }: TestMember) =>
  page.getByRole("alert", { name: `Exception requested by ${name}` });

function requestOf(page: Page, host: string) {
  return page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: host }) });
}

test(
  "an analyst requests an exception, an approver approves it, and it is ended early",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { id, endpoint } = await makeDetection(organisation);
    const { page: analyst, member } = await signIn("ANALYST");
    await requestException(analyst, id);
    await expect(pendingOf(analyst, member)).toContainText(justification);
    await expect(pendingOf(analyst, member).getByRole("button")).toHaveText(["Withdraw"]);

    const { page: approver, member: decider } = await signIn("APPROVER");
    await approver.goto("/shadow-ai/exceptions");
    const request = requestOf(approver, endpoint);
    // Members choose their name, so it does not identify them alone.
    const requester = `${member.name} (${member.email})`;
    await expect(request).toContainText(`Requested by ${requester}`);
    await expect(request).toContainText("Requested until");
    const detection = request.getByRole("link", { name: "View detection" });
    await expect(detection).toHaveAttribute("href", `/shadow-ai/${id}`);
    expect(await scanState(approver)).toEqual([]);
    await request.getByRole("button", { name: "Approve…" }).click();
    const dialog = approver.getByRole("dialog", { name: `Approve the exception request for ${endpoint}` });
    await expect(dialog.getByRole("definition").filter({ hasText: justification })).toBeVisible();
    await expect(dialog.getByRole("definition").filter({ hasText: requester })).toBeVisible();
    await expect(dialog.getByRole("definition").filter({ hasText: /^\d+\/100$/ })).toBeVisible();
    for (const term of ["Severity", "Risk score", "Calls", "Last traffic"])
      await expect(dialog.getByRole("term").filter({ hasText: term })).toBeVisible();
    await dialog.getByRole("textbox", { name: "Note to the requester" }).fill("Without customer data.");
    expect(await scanState(approver)).toEqual([]);
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect(request.getByText("Approved")).toBeVisible();
    await expect(request).toContainText(`Decided by ${decider.name}`);
    await expect(request).toContainText("Expires");
    await expect(detection).toBeVisible();

    await expect(analyst.getByText("Approved exception", { exact: true })).toBeVisible();
    await expect(analyst.getByRole("term").filter({ hasText: "Exception expires" })).toBeVisible();
    await expect(pendingOf(analyst, member)).toHaveCount(0);
    await analyst.goto("/shadow-ai/exceptions");
    await expect(requestOf(analyst, endpoint)).toContainText("Without customer data.");

    await analyst.getByRole("button", { name: "Active exceptions" }).click();
    await expect(requestOf(analyst, endpoint)).toContainText(justification);
    expect(await scanState(analyst)).toEqual([]);
    await requestOf(analyst, endpoint).getByRole("button", { name: "End" }).click();
    const question = analyst.getByRole("dialog", { name: `End the exception for ${endpoint}?` });
    await question.getByRole("button", { name: "End exception" }).click();
    await expect(analyst.getByText("No active exceptions")).toBeVisible();
    await analyst.goto(`/shadow-ai/${id}`);
    const timeline = analyst.getByRole("region", { name: "Audit timeline" });
    await expect(timeline.getByText("Reopened for investigation")).toBeVisible();
    // The badge precedes the timeline, whose first step is also "Investigating".
    await expect(analyst.getByText("Investigating", { exact: true }).first()).toHaveAttribute("data-tone");
  },
);

test(
  "requesters cannot approve their own exception, even after a promotion, and a rejection includes its reason",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { id, endpoint } = await makeDetection(organisation);
    const { page, member } = await signIn("ANALYST");
    await requestException(page, id);
    await expect(pendingOf(page, member)).toBeVisible();
    const promoted = await organisation.api.patch(`/v1/members/${member.id}`, { role: "APPROVER" });
    expect(promoted.status).toBe(200);

    await page.goto("/shadow-ai/exceptions");
    await expect(requestOf(page, endpoint).getByRole("button")).toHaveText(["Withdraw"]);
    await page.goto(`/shadow-ai/${id}`);
    await page.getByRole("button", { name: "Resolve…" }).click();
    const resolve = page.getByRole("dialog", { name: "Resolve this detection" });
    await resolve.getByRole("radio", { name: "Approved exception" }).check();
    await resolve.getByRole("textbox", { name: "Justification" }).fill("Because I say so.");
    await resolve.getByRole("button", { name: "Approve" }).click();
    await expect(resolve.getByRole("alert", { name: "Change not saved" })).toContainText(
      "Another approver must decide",
    );
    await expect(resolve.getByRole("textbox", { name: "Justification" })).toHaveValue("Because I say so.");
    expect(await scanState(page)).toEqual([]);

    const { page: approver } = await signIn("APPROVER");
    await approver.goto("/shadow-ai/exceptions?status=PENDING");
    await requestOf(approver, endpoint).getByRole("button", { name: "Reject…" }).click();
    const dialog = approver.getByRole("dialog", { name: `Reject the exception request for ${endpoint}` });
    await dialog.getByRole("button", { name: "Reject" }).click();
    await expect(dialog.getByRole("textbox", { name: "Note to the requester" })).toBeFocused();
    await dialog
      .getByRole("textbox", { name: "Note to the requester" })
      .fill("Its provider trains on what it is sent.");
    expect(await scanState(approver)).toEqual([]);
    await dialog.getByRole("button", { name: "Reject" }).click();
    await expect(requestOf(approver, endpoint)).toHaveCount(0);

    await page.goto("/shadow-ai/exceptions");
    await expect(requestOf(page, endpoint).getByText("Rejected")).toBeVisible();
    await expect(requestOf(page, endpoint)).toContainText("Its provider trains on what it is sent.");
  },
);

test("a requester can withdraw a request and create another one", onlyInFullRun, async ({ organisation, signIn }) => {
  const { id, endpoint } = await makeDetection(organisation);
  const { page, member } = await signIn("ANALYST");
  await requestException(page, id);
  await pendingOf(page, member).getByRole("button", { name: "Withdraw" }).click();
  const question = page.getByRole("dialog", { name: `Withdraw the exception request for ${endpoint}?` });
  await question.getByRole("button", { name: "Withdraw" }).click();
  await expect(pendingOf(page, member)).toHaveCount(0);
  await requestException(page, id);
  await expect(pendingOf(page, member)).toBeVisible();
  await page.goto("/shadow-ai/exceptions");
  await expect(requestOf(page, endpoint)).toHaveCount(2);
  await expect(requestOf(page, endpoint).getByText(/^(Pending|Withdrawn)$/)).toHaveText(["Pending", "Withdrawn"]);
});

test("a model owner can only request an exception", onlyInFullRun, async ({ organisation, signIn }) => {
  const { id } = await makeDetection(organisation);
  const { page, member } = await signIn("MODEL_OWNER");
  await page.goto(`/shadow-ai/${id}`);
  for (const name of ["Investigate", "Resolve…", "Dismiss…", "More"])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  await page.getByRole("button", { name: "Request exception…" }).click();
  const dialog = page.getByRole("dialog", { name: "Request an exception for this detection" });
  await expect(dialog.getByRole("radio")).toHaveCount(1);
  await dialog.getByRole("textbox", { name: "Justification" }).fill(justification);
  await dialog.getByRole("button", { name: "Request exception" }).click();
  await expect(pendingOf(page, member)).toContainText(justification);
});
