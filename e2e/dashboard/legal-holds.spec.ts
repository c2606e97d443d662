import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { LegalHold } from "@/lib/domains/legal-holds/schemas";
import type { TestOrganisation } from "../support/organisation";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

/** Appends an event with personal data. */
async function appendPerson({ api, model }: TestOrganisation): Promise<{ eventId: string; modelName: string }> {
  const { id: modelId, name: modelName } = await model({ name: "Credit scoring" });
  const event = { modelId, eventType: "DATA_ACCESS", payload: { subject: "Ada Person" }, tags: ["ada-person"] };
  const { body } = await api.post<{ id: string }>("/v1/audit", event);
  return { eventId: body.id, modelName };
}

for (const colorScheme of ["light", "dark"] as const) {
  test(
    `an event under a legal hold cannot be erased until the hold is released, in ${colorScheme}`,
    onlyInFullRun,
    async ({ organisation, signIn }) => {
      const { eventId, modelName } = await appendPerson(organisation);
      const { page, member } = await signIn("ADMIN");
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });

      await page.goto("/settings/legal-holds");
      await expect(page.getByText("No legal holds yet")).toBeVisible();
      await page.getByRole("button", { name: "Place hold" }).first().click();
      const place = page.getByRole("dialog", { name: "Place a legal hold" });
      await place.getByRole("button", { name: "Place hold" }).click();
      await expect(place.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(/Enter a name/);
      await expect(place.getByRole("textbox", { name: "Reason" })).toHaveAccessibleDescription(/Enter a reason/);
      await place.getByRole("textbox", { name: "Name" }).fill("Complaint 118");
      await place.getByRole("textbox", { name: "Reference" }).fill("LIT-118");
      await place.getByRole("textbox", { name: "Reason" }).fill("Proceedings were announced.");
      await place.getByRole("switch", { name: "Limit to a period" }).check();
      await place.getByLabel("First day").fill("2020-01-02");
      await place.getByLabel("Last day").fill("2020-01-01");
      await place.getByRole("button", { name: "Place hold" }).click();
      await expect(place.getByLabel("First day")).toHaveAccessibleDescription(
        /The first day must not be after the last day/,
      );
      expect(await scanState(page)).toEqual([]);
      await place.getByLabel("Last day").fill("2099-12-31");
      await place.getByRole("combobox", { name: "Models" }).click();
      await page.getByRole("option", { name: modelName }).click();
      await place.getByRole("textbox", { name: "Name" }).click();
      await place.getByRole("button", { name: "Place hold" }).click();
      await expect(place).toBeHidden();
      const row = page.getByRole("row").filter({ hasText: "Complaint 118" });
      await expect(row.getByText("Active")).toBeVisible();
      await expect(row.getByRole("cell", { name: modelName })).toBeVisible();
      await expect(row).toContainText(member.email);
      expect(await scanState(page)).toEqual([]);
      const { body: holds } = await organisation.api.get<{ data: LegalHold[] }>("/v1/legal-holds");
      expect(holds.data).toMatchObject([
        {
          name: "Complaint 118",
          reference: "LIT-118",
          dateRange: { from: "2020-01-02T00:00:00.000Z", to: "2099-12-31T23:59:59.999Z" },
        },
      ]);

      await page.goto(`/audit/${eventId}`);
      await expect(page.getByText("Ada Person")).toBeVisible();
      await page.getByRole("button", { name: "Erase content…" }).click();
      const erase = page.getByRole("dialog", { name: "Erase content" });
      await erase.getByRole("button", { name: "Erase permanently" }).click();
      await expect(erase.getByRole("combobox", { name: "Legal basis" })).toHaveAccessibleDescription(
        /Select a legal basis/,
      );
      await erase.getByRole("combobox", { name: "Legal basis" }).selectOption("GDPR Article 17");
      await erase.getByRole("textbox", { name: "Reference" }).fill("DSR-117");
      await erase.getByRole("textbox", { name: "Type evt_" }).fill("evt_another");
      await erase.getByRole("button", { name: "Erase permanently" }).click();
      await expect(erase.getByText("The ID does not match this event.")).toBeVisible();
      await erase.getByRole("textbox", { name: "Type evt_" }).fill(eventId);
      await erase.getByRole("button", { name: "Erase permanently" }).click();
      const refusal = erase.getByRole("alert").filter({ hasText: "A legal hold covers this event" });
      await expect(refusal).toBeVisible();
      expect(await scanState(page)).toEqual([]);
      await refusal.getByRole("link", { name: "Complaint 118" }).click();

      const facts = page.getByRole("dialog", { name: "Complaint 118" });
      await expect(facts.getByText("Proceedings were announced.")).toBeVisible();
      await expect(facts.getByText(member.email)).toBeVisible();
      expect(await scanState(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(facts).toBeHidden();
      await row.getByRole("button", { name: "Release Complaint 118" }).click();
      const release = page.getByRole("dialog", { name: "Release Complaint 118" });
      await release.getByRole("button", { name: "Release hold" }).click();
      await expect(release.getByRole("textbox", { name: "Reason" })).toHaveAccessibleDescription(/Enter a reason/);
      await release.getByRole("textbox", { name: "Reason" }).fill("Settled.");
      expect(await scanState(page)).toEqual([]);
      await release.getByRole("button", { name: "Release hold" }).click();
      await expect(row.getByText("Released", { exact: true })).toBeVisible();
      await expect(row.getByRole("button", { name: "Release Complaint 118" })).toHaveCount(0);
      await page.getByRole("button", { name: /^Status/ }).click();
      await page.getByRole("radio", { name: "Active" }).click();
      await expect(page).toHaveURL(/active=true/);
      await expect(row).toHaveCount(0);

      await page.goto(`/audit/${eventId}`);
      await page.getByRole("button", { name: "Erase content…" }).click();
      await erase.getByRole("combobox", { name: "Legal basis" }).selectOption("GDPR Article 17");
      await erase.getByRole("textbox", { name: "Reference" }).fill("DSR-117");
      await erase.getByRole("textbox", { name: "Type evt_" }).fill(eventId);
      await erase.getByRole("button", { name: "Erase permanently" }).click();
      await expect(erase).toBeHidden();
      const erased = page.getByRole("region", { name: "Content erased in response to a legal request" });
      await expect(erased.getByText("GDPR Article 17")).toBeVisible();
      await expect(erased.getByText("DSR-117")).toBeVisible();
      await expect(erased.getByText(member.email)).toBeVisible();
      await expect(page.getByText("Ada Person")).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Erase content…" })).toHaveCount(0);
      expect(await scanState(page)).toEqual([]);
      await page.getByRole("button", { name: "Verify in this browser" }).click();
      await expect(page.getByText("For the erased content, the recorded content hash was used")).toBeVisible();
      await page.getByRole("button", { name: "Verify with the service" }).click();
      await expect(page.getByText("The content was erased, as recorded on the chain")).toBeVisible();
      await erased.getByRole("link", { name: /^event #/ }).click();
      await expect(page.getByText("EVENT_CONTENT_ERASED")).toBeVisible();
      await expect(page.getByRole("button", { name: "Erase content…" })).toHaveCount(0);
      const { body } = await organisation.api.get<AuditEvent>(`/v1/audit/${eventId}`);
      expect(body).toMatchObject({ payload: null, verified: true, erased: { reference: "DSR-117" } });
    },
  );
}

test("the erasure lists packages that show the erased content", onlyInFullRun, async ({ organisation, signIn }) => {
  const { eventId } = await appendPerson(organisation);
  const { body: event } = await organisation.api.get<AuditEvent>(`/v1/audit/${eventId}`);
  const { timestamp, modelId } = event;
  const request = { modelId, framework: "ISO_42001", format: "JSON", dateRange: { from: timestamp, to: timestamp } };
  const { body: asked } = await organisation.api.post<{ id: string }>("/v1/evidence/generate", request);
  const { page } = await signIn("ADMIN");
  await page.goto(`/audit/${eventId}`);
  await page.getByRole("button", { name: "Erase content…" }).click();
  const erase = page.getByRole("dialog", { name: "Erase content" });
  await erase.getByRole("combobox", { name: "Legal basis" }).selectOption("Court order");
  await erase.getByRole("textbox", { name: "Reference" }).fill("Order 12");
  await erase.getByRole("textbox", { name: "Type evt_" }).fill(eventId);
  await erase.getByRole("button", { name: "Erase permanently" }).click();
  const repeats = page.getByRole("dialog", { name: "Copies of the erased content" });
  await expect(repeats.getByRole("link", { name: `Evidence package ${asked.id}` })).toBeVisible();
  expect(await scanState(page)).toEqual([]);
  await repeats.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "Content erased in response to a legal request" })).toBeVisible();
});

test(
  "an auditor can read legal holds but not change them, and a viewer cannot open them",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { eventId } = await appendPerson(organisation);
    await organisation.api.post("/v1/legal-holds", { name: "Case 1", reason: "Proceedings." });
    const { page: auditor } = await signIn("AUDITOR");
    await auditor.goto("/settings/legal-holds");
    await expect(auditor.getByRole("row").filter({ hasText: "Case 1" })).toBeVisible();
    await expect(auditor.getByRole("button", { name: /^(Place|Release)/ })).toHaveCount(0);
    const { page: viewer } = await signIn("VIEWER");
    await viewer.goto("/settings/legal-holds");
    await expect(viewer.getByRole("heading", { level: 1 })).toHaveText("You do not have access to this page");
    await expect(viewer.getByRole("navigation").getByRole("link", { name: "Legal holds" })).toHaveCount(0);
    for (const page of [auditor, viewer]) {
      await page.goto(`/audit/${eventId}`);
      await expect(page.getByText("Ada Person")).toBeVisible();
      await expect(page.getByRole("button", { name: "Erase content…" })).toHaveCount(0);
    }
  },
);
