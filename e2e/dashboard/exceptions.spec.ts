import type { Page } from "@playwright/test";
import { makeDetection } from "../support/detections";
import type { TestMember } from "../support/members";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

const justification = "A trial until the contract is signed.";

/** Asks for an exception on the page of a detection, as those do who may not approve it. */
async function ask(page: Page, detectionId: string): Promise<void> {
  await page.goto(`/shadow-ai/${detectionId}`);
  await page.getByRole("button", { name: "Resolve…" }).click();
  const dialog = page.getByRole("dialog", { name: "Resolve this detection" });
  await dialog.getByRole("radio", { name: "Ask for an exception" }).check();
  await dialog.getByRole("textbox", { name: "Justification" }).fill(justification);
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Ask for it" }).click();
  await expect(dialog).toBeHidden();
}

const pendingOf = (page: Page, { email }: TestMember) =>
  page.getByRole("alert", { name: `${email} asks for an exception` });

function requestOf(page: Page, host: string) {
  return page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: host }) });
}

test("an analyst asks for an exception, an approver allows it, and it is ended before its time", async ({
  organisation,
  signIn,
}) => {
  const { id, endpoint } = await makeDetection(organisation);
  const { page: analyst, member } = await signIn("ANALYST");
  await ask(analyst, id);
  await expect(pendingOf(analyst, member)).toContainText(justification);
  await expect(pendingOf(analyst, member).getByRole("button")).toHaveText(["Withdraw"]);

  const { page: approver, member: decider } = await signIn("APPROVER");
  await approver.goto("/shadow-ai/exceptions");
  const request = requestOf(approver, endpoint);
  await expect(request).toContainText(member.email);
  expect(await scanState(approver)).toEqual([]);
  await request.getByRole("button", { name: "Approve…" }).click();
  const dialog = approver.getByRole("dialog", { name: `Approve the exception for ${endpoint}` });
  await expect(dialog.getByRole("definition").filter({ hasText: justification })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Note to the requester" }).fill("Without customer data.");
  expect(await scanState(approver)).toEqual([]);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(request.getByText("Approved")).toBeVisible();
  await expect(request).toContainText(decider.email);

  await expect(analyst.getByText("Approved exception", { exact: true })).toBeVisible();
  await expect(analyst.getByRole("term").filter({ hasText: "Exception ends" })).toBeVisible();
  await expect(pendingOf(analyst, member)).toHaveCount(0);
  await analyst.goto("/shadow-ai/exceptions");
  await expect(requestOf(analyst, endpoint)).toContainText("Without customer data.");

  await analyst.getByRole("radiogroup", { name: "Which exceptions" }).getByText("Active").click();
  await expect(requestOf(analyst, endpoint)).toContainText(justification);
  expect(await scanState(analyst)).toEqual([]);
  await requestOf(analyst, endpoint).getByRole("button", { name: "End" }).click();
  const question = analyst.getByRole("dialog", { name: `End the exception for ${endpoint}?` });
  await question.getByRole("button", { name: "End it" }).click();
  await expect(analyst.getByText("No use is allowed by exception")).toBeVisible();
  await analyst.goto(`/shadow-ai/${id}`);
  const timeline = analyst.getByRole("region", { name: "On the chain" });
  await expect(timeline.getByText("Reopened for investigation")).toBeVisible();
  // The badge stands above the timeline, whose first step was "Investigating" too.
  await expect(analyst.getByText("Investigating", { exact: true }).first()).toHaveAttribute("data-tone");
});

test("nobody approves what they asked for, whatever they may do by then, and a refusal says why", async ({
  organisation,
  signIn,
}) => {
  const { id, endpoint } = await makeDetection(organisation);
  const { page, member } = await signIn("ANALYST");
  await ask(page, id);
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
  await expect(resolve.getByRole("alert", { name: "Nothing was changed" })).toContainText("somebody else decides");
  await expect(resolve.getByRole("textbox", { name: "Justification" })).toHaveValue("Because I say so.");
  expect(await scanState(page)).toEqual([]);

  const { page: approver } = await signIn("APPROVER");
  await approver.goto("/shadow-ai/exceptions?status=PENDING");
  await requestOf(approver, endpoint).getByRole("button", { name: "Reject…" }).click();
  const dialog = approver.getByRole("dialog", { name: `Reject the exception for ${endpoint}` });
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(dialog.getByRole("textbox", { name: "Note to the requester" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Note to the requester" }).fill("Its provider trains on what it is sent.");
  expect(await scanState(approver)).toEqual([]);
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(requestOf(approver, endpoint)).toHaveCount(0);

  await page.goto("/shadow-ai/exceptions");
  await expect(requestOf(page, endpoint).getByText("Rejected")).toBeVisible();
  await expect(requestOf(page, endpoint)).toContainText("Its provider trains on what it is sent.");
});

test("who asked takes it back, and may ask again", async ({ organisation, signIn }) => {
  const { id, endpoint } = await makeDetection(organisation);
  const { page, member } = await signIn("ANALYST");
  await ask(page, id);
  await pendingOf(page, member).getByRole("button", { name: "Withdraw" }).click();
  const question = page.getByRole("dialog", { name: "Withdraw the request?" });
  await question.getByRole("button", { name: "Withdraw" }).click();
  await expect(pendingOf(page, member)).toHaveCount(0);
  await ask(page, id);
  await expect(pendingOf(page, member)).toBeVisible();
  await page.goto("/shadow-ai/exceptions");
  await expect(requestOf(page, endpoint)).toHaveCount(2);
  await expect(requestOf(page, endpoint).getByText(/^(Pending|Withdrawn)$/)).toHaveText(["Pending", "Withdrawn"]);
});

test("a model's owner may ask for an exception, and do nothing else with a detection", async ({
  organisation,
  signIn,
}) => {
  const { id } = await makeDetection(organisation);
  const { page, member } = await signIn("MODEL_OWNER");
  await page.goto(`/shadow-ai/${id}`);
  for (const name of ["Investigate", "Resolve…", "Dismiss…", "Assign…"])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  await page.getByRole("button", { name: "Ask for an exception…" }).click();
  const dialog = page.getByRole("dialog", { name: "An exception for this detection" });
  await expect(dialog.getByRole("radio")).toHaveCount(1);
  await dialog.getByRole("textbox", { name: "Justification" }).fill(justification);
  await dialog.getByRole("button", { name: "Ask for it" }).click();
  await expect(pendingOf(page, member)).toContainText(justification);
});
