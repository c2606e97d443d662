import { newAddress } from "@/lib/domains/members/testing";
import { startApplication } from "../support/application";
import { isFullRun, onlyInFullRun } from "../support/scope";
import { expect, scan, scanBothThemes, scanState, test } from "./fixtures";
import { expectPage } from "./sign-in-form";

test.use({ viewport: { width: 1440, height: 900 } });

test("an administrator updates the organisation, and an invalid value shows an error at its field", async ({
  makeOrganisation,
  signIn,
}) => {
  const organisation = await makeOrganisation({ name: "Northwind Bank", tier: "PROFESSIONAL" });
  const { page } = await signIn("ADMIN", organisation);
  await page.goto("/settings");
  await expect(page.getByRole("definition").filter({ hasText: "Professional" })).toBeVisible();
  await page.getByRole("button", { name: /^Show all/ }).click();
  const limits = page.getByRole("region", { name: "Limits" });
  const writes = limits.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "audit.write" }) });
  await expect(writes.getByRole("cell", { name: "1,000" })).toBeVisible();

  const name = page.getByRole("textbox", { name: "Name" });
  const owner = page.getByRole("textbox", { name: "Owner's e-mail address" });
  const days = page.getByRole("textbox", { name: "Evidence retention (days)" });
  await expect(page.getByRole("definition").filter({ hasText: "Kept indefinitely" })).toBeVisible();
  await name.fill("Northwind Group");
  await owner.fill("nobody");
  await days.fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert", { name: "Changes not saved" })).toBeVisible();
  await expect(owner).toHaveAccessibleDescription(/must be an e-mail address/i);
  await expect(days).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveValue("Northwind Group");
  await expect(owner).toHaveValue("nobody");
  await expect(days).toHaveValue("0");
  expect(await scanState(page)).toEqual([]);

  await owner.fill("risk@example.com");
  await days.fill("3,653");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Organisation updated.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Account: .*, Northwind Group$/ })).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("Northwind Group");
  await expect(owner).toHaveValue("risk@example.com");
  await expect(days).toHaveValue("3,653");
});

test("an e-mail is listed and shown without the token of its link", async ({ organisation, signIn }) => {
  const email = newAddress();
  await organisation.api.post("/v1/members", { email, name: "Ada Lovelace", role: "ANALYST" });
  const statuses = async () => {
    const { body } = await organisation.api.get<{ data: { status: string }[] }>("/v1/mails");
    return body.data.map(({ status }) => status);
  };
  await expect.poll(statuses).toEqual(["STORED"]);
  const { page } = await signIn("ADMIN");
  await page.goto("/settings/mail");
  await expect(page.getByRole("note")).toContainText("No mail server is configured");
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row.getByText("Not sent")).toBeVisible();
  expect(await scanState(page)).toEqual([]);
  await row.getByRole("button", { name: "Test organisation" }).click();
  const dialog = page.getByRole("dialog", { name: /Test organisation/ });
  await expect(dialog.getByText("/invitation#token=[hidden]")).toBeVisible();
  await expect(dialog.getByText("The operator of the service can look up the link")).toBeVisible();
  await expect(dialog.getByRole("link")).toHaveCount(0);
  expect(await scanState(page)).toEqual([]);
});

test(
  "an administrator of the operator's organisation sees the service status, and other organisations do not",
  onlyInFullRun,
  async ({ environment: { applicationUrl: databaseUrl, serverSecret }, organisation, otherOrganisation, signIn }) => {
    const env = { OPERATOR_ORGANISATION: organisation.id };
    const operated = await startApplication({ databaseUrl, serverSecret, env });
    try {
      const { page } = await signIn("ADMIN");
      await page.goto("/settings/status");
      await expectPage(page, "The status page is disabled");
      await expect(page.getByText("no records of any organisation")).toBeVisible();
      await expect(page.getByText(organisation.id)).toBeVisible();
      await page.goto(operated.url);
      await page.getByRole("navigation").getByRole("link", { name: "Service status" }).click();
      await expectPage(page, "Service status");
      const processes = page.getByRole("region", { name: "Processes table" });
      const own = processes.getByRole("row").filter({ hasText: `, ${operated.pid}` });
      await expect(async () => {
        await page.getByRole("button", { name: "Refresh" }).click();
        await expect(own.getByText("Active")).toBeVisible({ timeout: 1_000 });
      }).toPass();
      const components = page.getByRole("region", { name: "Components table" });
      await expect(components.getByRole("row", { name: /^Migrations Available/ })).toBeVisible();
      await expect(components.getByRole("row", { name: /^Mail Not configured/ })).toBeVisible();
      expect(await (isFullRun ? scanBothThemes : scan)(page)).toEqual([]);

      const { page: others } = await signIn("ADMIN", otherOrganisation);
      await others.goto(operated.url);
      await expect(others.getByRole("link", { name: "Organisation" })).toBeVisible();
      await expect(others.getByRole("link", { name: "Service status" })).toHaveCount(0);
      await others.goto(`${operated.url}/settings/status`);
      await expectPage(others, "Page not found");
      const { page: analyst } = await signIn("ANALYST");
      await analyst.goto(`${operated.url}/settings/status`);
      await expectPage(analyst, forbidden);
      // Open pages poll the service, and would log errors after it has stopped.
      await Promise.all([page, others, analyst].map((one) => one.close()));
    } finally {
      await operated.stop();
    }
  },
);

const forbidden = "You do not have access to this page";
const readers = [
  {
    role: "VIEWER",
    pages: { "/settings": "Organisation", "/settings/detection": "Detection settings" },
    closed: ["/settings/members", "/settings/legal-holds", "/settings/mail", "/settings/api-keys"],
  },
  {
    role: "AUDITOR",
    pages: { "/settings": "Organisation", "/settings/detection": "Detection settings", "/settings/members": "Members" },
    closed: ["/settings/mail", "/settings/api-keys"],
  },
] as const;

for (const { role, pages, closed } of readers) {
  test(`${role} can read the settings but not change them`, onlyInFullRun, async ({ signIn }) => {
    const { page } = await signIn(role);
    const main = page.getByRole("main");
    for (const [path, heading] of Object.entries(pages)) {
      await page.goto(path);
      await expectPage(page, heading);
      const what =
        path === "/settings/members" ? main.getByRole("rowheader") : main.getByText(/Test organisation|Limits/);
      await expect(what.first()).toBeVisible();
      await expect(main.getByRole("button", { name: /^(Save|Invite|Actions for|Add a|Remove)/ }), path).toHaveCount(0);
      await expect(main.getByRole("textbox", { disabled: false }), path).toHaveCount(0);
      expect(await scanState(page), path).toEqual([]);
    }
    for (const path of closed) {
      await page.goto(path);
      await expectPage(page, forbidden);
    }
  });
}
