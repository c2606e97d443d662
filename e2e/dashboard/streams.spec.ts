import type { AuditStream } from "@/lib/domains/audit-streams/schemas";
import type { TestOrganisation } from "../support/organisation";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

test(
  "an administrator creates a stream, sees that its deliveries fail, pauses it and deletes it",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    await organisation.model({ name: "Credit scoring" });
    const { page } = await signIn("ADMIN");
    await page.goto("/streams");
    await expect(page.getByText("No streams yet")).toBeVisible();
    expect(await scanState(page)).toEqual([]);
    await page.getByRole("button", { name: "Create stream" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(dialog.getByText("Enter the URL that receives the events.")).toBeVisible();
    await dialog.getByLabel("Name").fill("Splunk");
    await dialog.getByLabel("URL").fill("https://siem.invalid.example.com/in");
    await dialog.getByLabel("Authorization header").fill("Splunk secret-token");
    await dialog.getByLabel("Maximum delay (seconds)").fill("0");
    expect(await scanState(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(dialog.getByText(/^whsec_/)).toBeVisible();
    await dialog.getByRole("checkbox", { name: /^I have stored the / }).check();
    await dialog.getByRole("button", { name: "Done" }).click();

    await expect(page.getByRole("heading", { level: 1, name: "Splunk" })).toBeVisible();
    await expect(page.getByText("Delivery is failing")).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("region", { name: "Attempts" }).getByRole("row")).not.toHaveCount(1);
    await expect(page.getByText("secret-token")).toHaveCount(0);
    await expect(page.getByText("Nothing delivered yet")).toBeVisible();
    expect(await scanState(page)).toEqual([]);

    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText("No events are sent. When you resume the stream")).toBeVisible();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog.getByLabel("Name").fill("Archive");
    await dialog.getByLabel("Severity").selectOption("HIGH");
    await dialog.getByRole("combobox", { name: "Models" }).click();
    await page.getByRole("option", { name: "Credit scoring" }).click();
    await dialog.getByLabel("Maximum batch size (bytes)").fill("200000");
    expect(await scanState(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Archive" })).toBeVisible();
    await expect(page.getByText("1 model · High or above")).toBeVisible();
    await expect(page.getByText("200 kB")).toBeVisible();

    await page.getByRole("link", { name: "Audit streams", exact: true }).first().click();
    await expect(page.getByRole("link", { name: "Archive" })).toBeVisible();
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "Archive" })).toContainText(/Up to \d+ events? to check/);
    expect(await scanState(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
    expect(await scanState(page)).toEqual([]);
    await page.getByRole("link", { name: "Archive" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("textbox").fill("Archive");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page).toHaveURL(/\/streams$/);
    await expect(page.getByText("No streams yet")).toBeVisible();
    const { body } = await organisation.api.get<{ data: AuditStream[] }>("/v1/audit-streams");
    expect(body.data).toEqual([]);
  },
);

/** A paused stream, which sends nothing. */
async function pausedStream({ api }: TestOrganisation): Promise<AuditStream> {
  const given = { name: "Splunk", url: "https://siem.example.com/in", status: "PAUSED" };
  return (await api.post<AuditStream>("/v1/audit-streams", given)).body;
}

test(
  "errors in a stream's models and sizes appear at their fields",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const stream = await pausedStream(organisation);
    const { page } = await signIn("ADMIN");
    await page.goto(`/streams/${stream.id}`);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Maximum batch size (bytes)").fill("1");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByLabel("Maximum batch size (bytes)")).toHaveAccessibleDescription(/65,?536/);
    await dialog.getByLabel("Maximum batch size (bytes)").fill("200000");
    const refusal = {
      error: "model_not_registered",
      message: "The filter contains models that are not registered in this organisation.",
      details: [{ path: "filter.modelIds[0]", message: "is not registered" }],
      requestId: "req_01kahbc2g8m9n4q6r1s7t3v5wx",
    };
    await page.route(`**/v1/audit-streams/${stream.id}`, (route) => route.fulfill({ status: 422, json: refusal }));
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("combobox", { name: "Models" })).toHaveAccessibleDescription("Is not registered");
    expect(await scanState(page)).toEqual([]);
  },
);

test(
  "rotating a secret during an unfinished rotation shows a warning",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const stream = await pausedStream(organisation);
    const { page } = await signIn("ADMIN");
    await page.goto(`/streams/${stream.id}`);
    const dialog = page.getByRole("dialog");
    const warning = dialog.getByText("The previous rotation is still in progress");
    await page.getByRole("button", { name: "Rotate" }).click();
    await expect(dialog.getByLabel("Keep the current secret active for")).toBeVisible();
    await expect(warning).toHaveCount(0);
    await dialog.getByRole("button", { name: "Rotate" }).click();
    await dialog.getByRole("checkbox", { name: /^I have stored the / }).check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("Two secrets are active")).toBeVisible();
    await page.getByRole("button", { name: "Rotate" }).click();
    await expect(warning).toBeVisible();
    expect(await scanState(page)).toEqual([]);
  },
);

test("an auditor can view streams but not change them", onlyInFullRun, async ({ organisation, signIn }) => {
  const stream = await pausedStream(organisation);
  const { page } = await signIn("AUDITOR");
  await page.goto("/streams");
  await expect(page.getByRole("button", { name: "Create stream" })).toHaveCount(0);
  await page.getByRole("link", { name: "Splunk" }).click();
  await expect(page).toHaveURL(new RegExp(`/streams/${stream.id}$`));
  await expect(page.getByText("No batches sent yet")).toBeVisible();
  for (const name of ["Edit", "Pause", "Resume", "Rotate secret", "Delete", "Send test event"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
});
