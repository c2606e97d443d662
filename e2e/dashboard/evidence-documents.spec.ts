import type { EvidenceDocument } from "@/lib/domains/evidence/schemas-documents";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test(
  "a document is supplied by choosing its file, listed and withdrawn",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { page } = await signIn("APPROVER");
    await page.goto("/evidence/documents");
    await expect(page.getByText("No documents yet")).toBeVisible();
    await page.getByRole("button", { name: "Supply document" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Supply a document" });
    await dialog.getByRole("button", { name: "Supply document" }).click();
    await expect(dialog.getByRole("textbox", { name: "Title" })).toHaveAccessibleDescription(/Enter a title/);

    await dialog.getByRole("combobox", { name: "Framework" }).click();
    await page.getByRole("option", { name: "EU AI Act, Annex IV" }).click();
    await dialog.getByRole("combobox", { name: "Requirement" }).click();
    await page.getByRole("option", { name: /^8 / }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      dialog.getByRole("button", { name: "File" }).click(),
    ]);
    await chooser.setFiles({ name: "declaration.pdf", mimeType: "application/pdf", buffer: Buffer.from("abc") });
    await expect(dialog.getByRole("textbox", { name: "SHA-256 hash" })).toHaveValue(
      "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    await dialog.getByRole("textbox", { name: "Title" }).fill("Declaration of conformity");
    await dialog.getByLabel("Valid from").fill("2026-01-01");
    expect(await scanState(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Supply document" }).click();

    const row = page.getByRole("row").filter({ hasText: "Declaration of conformity" });
    await expect(row.getByText("Current")).toBeVisible();
    await expect(row.getByText("All models")).toBeVisible();
    expect(await scanState(page)).toEqual([]);
    await row.getByRole("button", { name: "Declaration of conformity" }).click();
    const details = page.getByRole("dialog", { name: "Declaration of conformity", exact: true });
    await expect(
      details.getByText("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ).toBeVisible();
    await expect(details.getByRole("link", { name: /^event #/ })).toBeVisible();
    expect(await scanState(page)).toEqual([]);
    const withdraw = details.getByRole("button", { name: "Withdraw Declaration of conformity" });
    const question = page.getByRole("dialog", { name: "Withdraw “Declaration of conformity”?" });
    await withdraw.click();
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await withdraw.click();
    await question.getByRole("button", { name: "Withdraw document" }).click();
    await expect(details).toBeHidden();
    await expect(row.getByText("Withdrawn")).toBeVisible();
    const { body } = await organisation.api.get<{ data: EvidenceDocument[] }>("/v1/evidence-documents");
    expect(body.data).toMatchObject([{ requirement: "8", validFrom: "2026-01-01", withdrawnAt: expect.any(String) }]);
  },
);
