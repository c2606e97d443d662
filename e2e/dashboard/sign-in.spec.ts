import { newAddress } from "@/lib/domains/members/testing";
import { createTestMember } from "@/lib/platform/auth/testing";
import { expect, scan, test } from "./fixtures";
import { expectPage, expectSignIn, submitSignIn } from "./sign-in-form";

const password = "a heron stands in the shallows";

test("a wrong password is refused in the same words as an address that nobody has", async ({ organisation, page }) => {
  const { email } = await createTestMember(organisation.id, { password });
  const alert = page.getByRole("alert").filter({ hasText: "The address or the password is not right." });
  const said: (string | null)[] = [];
  for (const address of [email, newAddress()]) {
    await page.goto("/sign-in?callbackUrl=%2Fmodels");
    await submitSignIn(page, { email: address, password: "two herons stand in the shallows" });
    await expect(alert).toBeVisible();
    await expect(page.getByRole("textbox", { name: "E-mail address" })).toHaveValue(address);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
    said.push(await page.getByRole("main").textContent());
  }
  expect(said[0]).toBe(said[1]);
  expect(await scan(page)).toEqual([]);
  await submitSignIn(page, { email, password });
  await expectPage(page, "Models");
});

test("a form that is sent before its page runs puts no password into an address", async ({ application, browser }) => {
  const context = await browser.newContext({ baseURL: application.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/sign-in");
  await submitSignIn(page, { email: newAddress(), password });
  await expectSignIn(page);
  expect(asked.filter((url) => url.includes("heron"))).toEqual([]);
  await context.close();
});

test("a session that was ended elsewhere leads to sign-in at the next click, and from there to where it led", async ({
  application,
  organisation,
  page,
}) => {
  const { email } = await createTestMember(organisation.id, { password });
  await page.route("**/v1/activity", (route) => route.fulfill({ json: { chainPosition: 1, revisions: {} } }));
  await page.goto("/models");
  await submitSignIn(page, { email, password });
  await expectPage(page, "Models");
  const { session } = (await (await page.request.get("/v1/session")).json()) as { session: { id: string } };
  const ended = await page.request.delete(`/v1/sessions/${session.id}`, { headers: { Origin: application.url } });
  expect(ended.status()).toBe(204);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Exceptions" }).click();
  await expectSignIn(page);
  expect(new URL(page.url()).searchParams.get("callbackUrl")).toBe("/shadow-ai/exceptions");
  await submitSignIn(page, { email, password });
  await expectPage(page, "Exceptions");
});
