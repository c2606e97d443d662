import { newAddress } from "@/lib/domains/members/testing";
import { createTestMember } from "@/lib/platform/auth/testing";
import { onlyInFullRun } from "../support/scope";
import { expect, scan, test } from "./fixtures";
import { expectPage, expectSignIn, submitSignIn } from "./sign-in-form";

const password = "a heron fishes in the shallows";

test("a wrong password and an unknown address get the same message", onlyInFullRun, async ({ organisation, page }) => {
  const { email } = await createTestMember(organisation.id, { password });
  const alert = page.getByRole("alert").filter({ hasText: "Incorrect e-mail address or password." });
  const texts: (string | null)[] = [];
  for (const address of [email, newAddress()]) {
    await page.goto("/sign-in?callbackUrl=%2Fmodels");
    await submitSignIn(page, { email: address, password: "two herons fish in the shallows" });
    await expect(alert).toBeVisible();
    await expect(page.getByRole("textbox", { name: "E-mail address" })).toHaveValue(address);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
    texts.push(await page.getByRole("main").textContent());
  }
  expect(texts[0]).toBe(texts[1]);
  expect(await scan(page)).toEqual([]);
  await submitSignIn(page, { email, password });
  await expectPage(page, "Models");
});

test("a form that is submitted before hydration puts no password into the URL", async ({ application, browser }) => {
  const context = await browser.newContext({ baseURL: application.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto("/sign-in");
  await submitSignIn(page, { email: newAddress(), password });
  await expectSignIn(page);
  expect(requested.filter((url) => url.includes("heron"))).toEqual([]);
  await context.close();
});

test("after a session ended elsewhere, the next click leads to sign-in and then to its target", async ({
  application,
  organisation,
  page,
}) => {
  const { email } = await createTestMember(organisation.id, { password });
  await page.route("**/v1/activity", (route) => route.fulfill({ json: { chainPosition: 1, revisions: {} } }));
  await page.route("**/v1/notifications/unread-count", (route) => route.fulfill({ json: { unread: 0 } }));
  await page.goto("/models");
  await submitSignIn(page, { email, password });
  await expectPage(page, "Models");
  // A request of this page that is answered after the session ended would lead back to this page.
  await page.waitForLoadState("networkidle");
  const { session } = (await (await page.request.get("/v1/session")).json()) as { session: { id: string } };
  const ended = await page.request.delete(`/v1/sessions/${session.id}`, { headers: { Origin: application.url } });
  expect(ended.status()).toBe(204);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Exceptions" }).click();
  await expectSignIn(page);
  expect(new URL(page.url()).searchParams.get("callbackUrl")).toBe("/shadow-ai/exceptions");
  await submitSignIn(page, { email, password });
  await expectPage(page, "Exceptions");
});
