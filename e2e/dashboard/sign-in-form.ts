import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

interface Credentials {
  email: string;
  password: string;
  code?: string;
}

/** Fills in and submits the sign-in form. */
export async function submitSignIn(page: Page, { email, password, code }: Credentials): Promise<void> {
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  if (code !== undefined) await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function signOut(page: Page): Promise<void> {
  const account = page.getByRole("button", { name: /^Account: / });
  const signOutItem = page.getByRole("menuitem", { name: "Sign out" });
  await account.click();
  await signOutItem.click();
  await expectSignIn(page);
}

export async function expectSignIn(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
}

export async function expectPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
}
