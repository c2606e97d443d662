import type { Browser, Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { createTestMember } from "@/lib/platform/auth/testing";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";
import { expectPage, expectSignIn, signOut, submitSignIn } from "./sign-in-form";

const [password, another] = ["a heron fishes in the shallows", "two herons fish in the shallows"];
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/** Returns codes of successive time steps, because each code works once. */
function authenticator(secret: string): () => string {
  const app = new TOTP({ secret });
  let atMs = 0;
  return () => {
    atMs = Math.max(Date.now(), atMs + 30_000);
    return app.generate({ timestamp: atMs });
  };
}

async function openAccount(page: Page, email: string): Promise<void> {
  await page.goto("/account");
  await submitSignIn(page, { email, password });
  await expectPage(page, "Your account");
}

/** Another browser with a session of the same member. */
async function otherBrowser(browser: Browser, url: string, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, userAgent: firefox });
  const page = await context.newPage();
  await openAccount(page, email);
  return page;
}

test(
  "required 2FA is set up and then requested at sign-in, and a recovery code works once",
  onlyInFullRun,
  async ({ organisation, page }) => {
    await organisation.api.patch("/v1/organisation", { requireSecondFactor: true });
    const { email } = await createTestMember(organisation.id, { password });
    await openAccount(page, email);
    await page.goto("/audit");
    await expectPage(page, "Your account");
    await expect(page.getByText("Your organisation requires 2FA.")).toBeVisible();
    const navigation = page.getByRole("navigation", { name: "Main" });
    await expect(navigation.getByRole("link", { name: "Audit trail" })).toHaveCount(0);
    await page.getByRole("button", { name: "Set up 2FA" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up two-factor authentication" });
    await expect(dialog.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
    const nextCode = authenticator((await dialog.getByRole("code").textContent()) ?? "");
    const code = dialog.getByRole("textbox", { name: "Code" });
    await code.fill("000000");
    await dialog.getByRole("button", { name: "Enable 2FA" }).click();
    await expect(code).toHaveAccessibleDescription(/is not the current code of your authenticator app/i);
    await expect(code).toHaveValue("000000");
    expect(await scanState(page)).toEqual([]);
    await code.fill(nextCode());
    await dialog.getByRole("button", { name: "Enable 2FA" }).click();

    const codes = dialog.getByRole("listitem");
    await expect(codes).toHaveCount(10);
    const [recovery = ""] = await codes.allTextContents();
    expect(await scanState(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "I have saved my codes" }).click();
    await expectPage(page, "Overview");
    await page.goto("/account");
    await expect(
      page.getByRole("region", { name: "Two-factor authentication" }).getByText("On", { exact: true }),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Disable 2FA" })).toBeVisible();
    await expect(page.getByText(recovery)).toHaveCount(0);

    await signOut(page);
    await submitSignIn(page, { email, password });
    await expect(page.getByRole("alert").filter({ hasText: "Enter the code" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue(password);
    await submitSignIn(page, { email, password, code: "000000" });
    await expect(page.getByRole("alert").filter({ hasText: "This code is incorrect" })).toBeVisible();
    expect(await scanState(page)).toEqual([]);
    await submitSignIn(page, { email, password, code: nextCode() });
    await expectPage(page, "Overview");

    await signOut(page);
    await submitSignIn(page, { email, password });
    await submitSignIn(page, { email, password, code: recovery });
    await expectPage(page, "Overview");
    await signOut(page);
    await submitSignIn(page, { email, password });
    await submitSignIn(page, { email, password, code: recovery });
    await expect(page.getByRole("alert").filter({ hasText: "This code is incorrect" })).toBeVisible();
  },
);

test("2FA is disabled with a code and the password", onlyInFullRun, async ({ organisation, page }) => {
  const { email } = await createTestMember(organisation.id, { password });
  await openAccount(page, email);
  await page.getByRole("button", { name: "Set up 2FA" }).click();
  const setup = page.getByRole("dialog", { name: "Set up two-factor authentication" });
  const nextCode = authenticator((await setup.getByRole("code").textContent()) ?? "");
  await setup.getByRole("textbox", { name: "Code" }).fill(nextCode());
  await setup.getByRole("button", { name: "Enable 2FA" }).click();
  await setup.getByRole("button", { name: "I have saved my codes" }).click();

  await page.getByRole("button", { name: "Disable 2FA" }).click();
  const dialog = page.getByRole("dialog", { name: "Disable two-factor authentication" });
  await dialog.getByRole("textbox", { name: "Authentication code or recovery code" }).fill(nextCode());
  await dialog.getByRole("textbox", { name: "Password" }).fill(another);
  await dialog.getByRole("button", { name: "Disable 2FA" }).click();
  await expect(dialog.getByRole("textbox", { name: "Password" })).toHaveAccessibleDescription(/is not your password/i);
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Password" }).fill(password);
  await dialog.getByRole("button", { name: "Disable 2FA" }).click();
  await expect(page.getByRole("button", { name: "Set up 2FA" })).toBeVisible();
  await signOut(page);
  await submitSignIn(page, { email, password });
  await expectPage(page, "Overview");
});

test(
  "a session is ended from another browser, and a password change ends all other sessions",
  onlyInFullRun,
  async ({ application, browser, organisation, page }) => {
    const { email } = await createTestMember(organisation.id, { password });
    await openAccount(page, email);
    const other = await otherBrowser(browser, application.url, email);
    await page.reload();
    const sessions = page.getByRole("region", { name: "Active sessions" }).getByRole("listitem");
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: "(this session)" })).toHaveText(/Chrome on/);
    await sessions.filter({ hasText: "Firefox on Linux" }).getByRole("button", { name: "End session" }).click();
    await expect(sessions).toHaveCount(1);
    await expectSignIn(other);
    expect(new URL(other.url()).searchParams.get("callbackUrl")).toBe("/account");

    await submitSignIn(other, { email, password });
    await expectPage(other, "Your account");
    const current = page.getByRole("textbox", { name: "Current password" });
    const chosen = page.getByRole("textbox", { name: "New password" });
    await current.fill("not this one");
    await chosen.fill(another);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(current).toHaveAccessibleDescription(/is not your password/i);
    await expect(chosen).toHaveValue(another);
    expect(await scanState(page)).toEqual([]);
    await current.fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Password changed. You have been signed out of all other sessions.")).toBeVisible();
    await expect(current).toHaveValue("");
    await expectSignIn(other);
    await submitSignIn(other, { email, password: another });
    await expectPage(other, "Your account");
    await other.context().close();
  },
);
