import { newAddress } from "@/lib/domains/members/testing";
import { createTestMember } from "@/lib/platform/auth/testing";
import { type MailingFixtures, mailedLink, mailing } from "../support/mailing";
import { onlyInFullRun } from "../support/scope";
import { test as base, expect, scanState } from "./fixtures";
import { expectPage, expectSignIn, signOut, submitSignIn } from "./sign-in-form";

const test = base.extend<object, MailingFixtures>(mailing);
test.use({ viewport: { width: 1440, height: 900 } });

const [password, another, weak] = ["a heron fishes in the shallows", "two herons fish there", "Passw0rd1234!"];
const isCommon = /is a common password/i;

test("an invited member creates an account from the e-mail and signs in", async ({ mails, page, signIn }) => {
  const email = newAddress();
  const { page: admin } = await signIn("ADMIN");
  await admin.goto("/settings/members");
  await admin.getByRole("button", { name: "Invite member" }).click();
  const dialog = admin.getByRole("dialog", { name: "Invite member" });
  const address = dialog.getByRole("textbox", { name: "E-mail address" });
  await address.fill("ada");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
  await dialog.getByRole("radio", { name: "Analyst" }).check();
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(address).toHaveAccessibleDescription(/must be an e-mail address/i);
  await expect(address).toHaveValue("ada");
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Ada Lovelace");
  await expect(dialog.getByRole("radio", { name: "Analyst" })).toBeChecked();
  expect(await scanState(admin)).toEqual([]);
  await address.fill(email);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(dialog).toBeHidden();
  const row = admin.getByRole("row").filter({ hasText: email });
  await expect(row.getByText("Invited")).toBeVisible();
  await admin.keyboard.press("/");
  await admin.keyboard.type(email.toUpperCase());
  await expect(admin.getByRole("rowheader")).toHaveText(["Ada Lovelace"]);

  const link = await mailedLink(mails, email, "/invitation");
  await page.goto(link);
  await expectPage(page, "Accept your invitation");
  await expect(page.getByRole("definition").filter({ hasText: email })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Analyst" })).toBeVisible();
  const name = page.getByRole("textbox", { name: "Your name" });
  const chosen = page.getByRole("textbox", { name: "New password" });
  await expect(name).toHaveValue("Ada Lovelace");
  await name.fill("Ada King");
  await chosen.fill(weak);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(chosen).toHaveAccessibleDescription(isCommon);
  await expect(chosen).toHaveValue(weak);
  await expect(name).toHaveValue("Ada King");
  expect(await scanState(page)).toEqual([]);
  await chosen.fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Account created.")).toBeVisible();

  await submitSignIn(page, { email, password });
  await expectPage(page, "Overview");
  await expect(row.getByText("Active")).toBeVisible();
  const actions = row.getByRole("button", { name: "Actions for Ada King" });
  for (const opened of ["first", "again"]) {
    await actions.click();
    await admin.getByRole("menuitem", { name: "Edit…" }).click();
    await expect(admin.getByRole("dialog", { name: "Edit Ada King" })).toBeVisible();
    await admin.keyboard.press("Escape");
    await expect(actions, `the focus after the dialog is opened ${opened}`).toBeFocused();
  }
  await expect(row.getByRole("rowheader", { name: "Ada King" })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText("This invitation is not valid")).toBeVisible();
});

test("a member resets a forgotten password from the e-mail", onlyInFullRun, async ({ mails, organisation, page }) => {
  const { email } = await createTestMember(organisation.id, { password });
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expectPage(page, "Reset your password");
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  expect(await scanState(page)).toEqual([]);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("Check your e-mail")).toBeVisible();
  expect(await scanState(page)).toEqual([]);

  await page.goto(await mailedLink(mails, email, "/reset-password"));
  const chosen = page.getByRole("textbox", { name: "New password" });
  await chosen.fill("too short");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(chosen).toHaveAccessibleDescription(/must have 12 to 128 characters/i);
  await chosen.fill(weak);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(chosen).toHaveAccessibleDescription(isCommon);
  await expect(chosen).toHaveValue(weak);
  expect(await scanState(page)).toEqual([]);
  await chosen.fill(another);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();

  await submitSignIn(page, { email, password });
  await expect(page.getByRole("alert").filter({ hasText: "Incorrect e-mail address or password" })).toBeVisible();
  await submitSignIn(page, { email, password: another });
  await expectPage(page, "Overview");
  await signOut(page);
});

test(
  "a role change, sign-out and disabling by an administrator take effect immediately",
  onlyInFullRun,
  async ({ organisation, page, signIn }) => {
    const { email } = await createTestMember(organisation.id, { role: "VIEWER", password });
    await page.goto("/shadow-ai/catalogue");
    await submitSignIn(page, { email, password });
    await expectPage(page, "Catalogue");
    await expect(page.getByRole("button", { name: "Add override" })).toHaveCount(0);

    const { page: admin } = await signIn("ADMIN");
    await admin.goto("/settings/members");
    const row = admin.getByRole("row").filter({ hasText: email });
    const choose = async (action: string) => {
      const item = admin.getByRole("menuitem", { name: action });
      await expect(async () => {
        await row.getByRole("button", { name: "Actions for Test" }).click();
        await expect(item).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await item.click();
    };
    await choose("Edit…");
    const change = admin.getByRole("dialog", { name: "Edit Test" });
    await change.getByRole("radio", { name: "Approver" }).check();
    expect(await scanState(admin)).toEqual([]);
    await change.getByRole("button", { name: "Save" }).click();
    await expect(row.getByRole("cell", { name: "Approver" })).toBeVisible();
    await expect(
      admin.getByText(/^2FA is off for \d+ members? who can make decisions or change settings\.$/),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Add override" })).toBeVisible();

    await choose("Sign out everywhere");
    await expect(admin.getByText("Test was signed out of all sessions.")).toBeVisible();
    await expectSignIn(page);
    await submitSignIn(page, { email, password });
    await expectPage(page, "Catalogue");

    await choose("Disable…");
    const question = admin.getByRole("dialog", { name: "Disable Test?" });
    expect(await scanState(admin)).toEqual([]);
    await question.getByRole("button", { name: "Disable" }).click();
    await expect(row.getByText("Disabled")).toBeVisible();
    await expectSignIn(page);
    await submitSignIn(page, { email, password });
    await expect(page.getByRole("alert").filter({ hasText: "Incorrect e-mail address or password" })).toBeVisible();

    await choose("Enable");
    await expect(row.getByText("Active")).toBeVisible();
    await submitSignIn(page, { email, password });
    await expectPage(page, "Catalogue");
  },
);
