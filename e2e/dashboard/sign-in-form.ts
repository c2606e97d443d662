import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

interface Credentials {
  email: string;
  password: string;
  code?: string;
}

/** Fills the form of sign-in and sends it; the code where it is asked for. */
export async function submitSignIn(page: Page, { email, password, code }: Credentials): Promise<void> {
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  if (code !== undefined) await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function signOut(page: Page): Promise<void> {
  const account = page.getByRole("button", { name: /^Account: / });
  const leave = page.getByRole("menuitem", { name: "Sign out" });
  // A click before the page runs opens nothing.
  await expect(async () => {
    if ((await account.getAttribute("aria-expanded")) !== "true") await account.click();
    await expect(leave).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await leave.click();
  await expectSignIn(page);
}

export async function expectSignIn(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
}

export async function expectPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
}
