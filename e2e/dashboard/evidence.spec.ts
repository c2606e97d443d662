import { readFile } from "node:fs/promises";
import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import type { PackagePreview } from "@/lib/domains/evidence/schemas-preview";
import { insertPackage } from "../api/support/packages";
import { history, january, request, sha256 } from "../support/evidence";
import type { TestOrganisation } from "../support/organisation";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

async function makeModel(organisation: TestOrganisation): Promise<string> {
  const { id } = await organisation.model({ name: "Credit scoring" });
  const { status } = await organisation.api.post("/v1/audit/batch", { events: history(id) });
  expect(status).toBe(201);
  return id;
}

test("lists and filters packages; a failed package shows its reason and can be requested again", async ({
  organisation,
  signIn,
}) => {
  const { id: modelId } = await organisation.model({ name: "Credit scoring" });
  for (const status of ["READY", "FAILED", "GENERATING"] as const) await insertPackage(organisation, modelId, status);
  const { page } = await signIn("ANALYST");
  await page.goto("/evidence");
  const rows = page.getByRole("rowheader");
  await expect(rows).toHaveCount(3);
  await page.getByRole("button", { name: /^Framework/ }).click();
  await page.getByRole("radio", { name: "ISO/IEC 42001" }).click();
  await expect(page.getByText("No results")).toBeVisible();
  await expect(page).toHaveURL(/framework=ISO_42001/);
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole("button", { name: /^Status/ }).click();
  await page.getByRole("radio", { name: "Failed" }).click();
  await expect(rows).toHaveCount(1);
  expect(await scanState(page)).toEqual([]);

  await rows.getByRole("link").click();
  const failed = page.getByRole("alert", { name: "The package could not be generated" });
  await expect(failed).toContainText("There was no such luck.");
  expect(await scanState(page)).toEqual([]);
  await failed.getByRole("link", { name: "Request the package again" }).click();
  await expect(page.getByRole("radio", { name: "EU AI Act, Annex IV" })).toBeChecked();
  await expect(page.getByRole("combobox", { name: "Model" }).locator("option:checked")).toHaveText("Credit scoring");
});

test("the wizard counts events per section and keeps the selection when going back", async ({
  organisation,
  signIn,
}) => {
  const modelId = await makeModel(organisation);
  const { page } = await signIn("ANALYST");
  await page.goto("/evidence/new");
  const next = page.getByRole("button", { name: "Next" });
  await next.click();
  const problem = (text: string) => page.getByRole("alert").filter({ hasText: text });
  await expect(problem("Select a model.")).toBeVisible();
  await page.getByRole("radio", { name: "SS1/23" }).check();
  await page.getByRole("combobox", { name: "Model" }).selectOption("Credit scoring");
  expect(await scanState(page)).toEqual([]);
  await next.click();
  await expect(page.getByRole("heading", { name: "Step 2 of 3: Period and sections" })).toBeFocused();
  await page.getByLabel("First day").fill("2010-01-01");
  await page.getByLabel("Last day").fill("2025-12-31");
  await expect(page.getByText("The model has no events in this period.")).toBeVisible();
  await next.click();
  await expect(problem("The period must not exceed 10 years.")).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("radio", { name: "SS1/23" })).toBeChecked();
  await expect(problem("The period must not exceed 10 years.")).toHaveCount(0);
  await next.click();
  await page.getByLabel("First day").fill("2026-01-01");
  await page.getByLabel("Last day").fill("2026-01-31");
  await expect(page.getByText("The model has 20 events in this period.")).toBeVisible();

  const query = new URLSearchParams({ modelId, framework: "FCA_SS1_23", ...january });
  const { body: preview } = await organisation.api.get<PackagePreview>(`/v1/evidence/preview?${query}`);
  const found = preview.sections.map(({ events, strongEvents }) =>
    events === 0 ? "No events" : `${events} ${events === 1 ? "event" : "events"} (strong evidence: ${strongEvents})`,
  );
  const sections = page.getByRole("group", { name: "Sections" });
  await expect(sections.getByText(/^(No events|\d+ events? \(strong evidence: \d+\))$/)).toHaveText(found);
  const [first] = preview.sections;
  const left = sections.getByRole("checkbox", { name: first?.title ?? "", exact: true });
  await left.uncheck();
  expect(await scanState(page)).toEqual([]);
  await next.click();
  await expect(page.getByText(`${found.length - 1} of ${found.length}`, { exact: true })).toBeVisible();
  await expect(page.getByText("365 days", { exact: true })).toBeVisible();
  await expect(page.getByRole("note", { name: "Retention" })).toBeHidden();
  expect(await scanState(page)).toEqual([]);

  await page.getByRole("button", { name: "Back" }).click();
  await expect(left).not.toBeChecked();
  await page.getByRole("button", { name: "Scope" }).click();
  await expect(page.getByRole("radio", { name: "SS1/23" })).toBeChecked();
  await next.click();
  await expect(page.getByLabel("First day")).toHaveValue("2026-01-01");
});

for (const format of ["PDF", "JSON"] as const) {
  test(
    `a ${format} package becomes ready on the open page, and can be verified and downloaded`,
    // The detection story also generates a PDF package.
    onlyInFullRun,
    async ({ organisation, signIn }) => {
      const id = await request(organisation.api, { modelId: await makeModel(organisation), format });
      const { page } = await signIn("AUDITOR");
      const list = await page.context().newPage();
      await list.goto("/evidence");
      await page.goto(`/evidence/${id}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("EU AI Act, Annex IV: Credit scoring");
      const link = page.getByRole("link", { name: `Download ${format}` });
      await link.waitFor({ timeout: 120_000 });
      await expect(list.getByRole("row").filter({ hasText: "Credit scoring" })).toContainText("Ready");
      const { body: made } = await organisation.api.get<EvidencePackage>(`/v1/evidence/${id}`);
      await expect(page.getByRole("region", { name: /^Coverage/ })).toContainText(
        `${made.coverage?.total} ${made.coverage?.countedAs}:`,
      );
      await expect(page.getByText("Documents: 0 of 9 supplied")).toBeVisible();
      await expect(page.getByText(/^Based on 20 events: 12 inferences, 1 human review, 1 deployment,/)).toBeVisible();
      const controls = page.getByRole("region", { name: "Controls" });
      await expect(controls.locator("th[scope=row]")).toHaveCount(10);
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      await expect(controls.locator("th[scope=row]")).toHaveCount(made.controls?.length ?? 0);
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      await expect(controls.locator("th[scope=row]")).toHaveCount(10);
      await controls.getByRole("button", { name: /^Show all/ }).click();
      await expect(controls.locator("th[scope=row]")).toHaveCount(made.controls?.length ?? 0);
      const verify = page.getByRole("region", { name: "Verify" });
      await verify.getByRole("button", { name: "Verify the stored file" }).click();
      await expect(verify.getByText(/The package is authentic/)).toBeVisible();
      expect(await scanState(page)).toEqual([]);
      const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
      expect(file.suggestedFilename()).toBe(`evidence-${id}.${format.toLowerCase()}`);
      const commands = verify.getByLabel("Commands that verify the package");
      await expect(commands).toBeHidden();
      await verify.getByText("Verify with standard tools").click();
      await expect(commands).toBeVisible();
      await expect(commands).toContainText(file.suggestedFilename());
      expect(sha256(await readFile(await file.path()))).toBe(made.packageHash);
    },
  );
}

test("a model owner can only select their own models", async ({ organisation, signIn }) => {
  const { page, member } = await signIn("MODEL_OWNER");
  await organisation.model({ name: "Another owner's" });
  await organisation.model({ name: "Mine", ownerEmail: member.email });
  await page.goto("/evidence/new");
  await expect(page.getByRole("combobox", { name: "Model" }).getByRole("option")).toHaveText([
    "Select a model",
    "Mine",
  ]);
  expect(await scanState(page)).toEqual([]);
});

test("a rejected request shows the reason and keeps the input", onlyInFullRun, async ({ organisation, signIn }) => {
  const modelId = await makeModel(organisation);
  const { page, member } = await signIn("MODEL_OWNER");
  await page.goto(`/evidence/new?modelId=${modelId}&framework=ISO_42001`);
  for (const step of ["Period and sections", "Review"]) {
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("button", { name: step })).toHaveAttribute("data-progress", "true");
  }
  await page.getByLabel(/^Recipient/).fill("Federal Financial Supervisory Authority");
  await page.getByRole("button", { name: "Generate package" }).click();
  const refused = page.getByRole("alert", { name: "The package could not be requested" });
  await expect(refused).toContainText(`for models owned by ${member.email}`);
  await expect(page.getByLabel(/^Recipient/)).toHaveValue("Federal Financial Supervisory Authority");
  expect(await scanState(page)).toEqual([]);
  const { body } = await organisation.api.get<{ data: unknown[] }>("/v1/evidence");
  expect(body.data).toEqual([]);
});
