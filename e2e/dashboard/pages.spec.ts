import { makeStock, type Stock } from "../api/support/stock";
import { shiftsOf, watchShifts } from "../support/layout-shifts";
import { isFullRun, rowsOfThisRun } from "../support/scope";
import { expect, scan, scanBothThemes, test } from "./fixtures";

/** All pages without an ID in their URL, with heading and role. */
const pages = [
  { path: "/", heading: "Overview", role: "ANALYST" },
  { path: "/audit", heading: "Audit trail", role: "ANALYST" },
  { path: "/audit/verification", heading: "Verification", role: "ANALYST" },
  { path: "/alert-policies", heading: "Alert policies", role: "ANALYST" },
  { path: "/alert-policies/new", heading: "New alert policy", role: "APPROVER" },
  { path: "/models", heading: "Models", role: "APPROVER" },
  { path: "/evidence", heading: "Evidence", role: "ANALYST" },
  { path: "/evidence/controls", heading: "Controls", role: "MODEL_OWNER" },
  { path: "/evidence/documents", heading: "Documents", role: "AUDITOR" },
  { path: "/evidence/new", heading: "New evidence package", role: "ANALYST" },
  { path: "/reports", heading: "Reports", role: "AUDITOR" },
  { path: "/shadow-ai", heading: "Detections", role: "ANALYST" },
  { path: "/shadow-ai/exceptions", heading: "Exceptions", role: "APPROVER" },
  { path: "/shadow-ai/sources", heading: "Log sources", role: "ANALYST" },
  { path: "/shadow-ai/catalogue", heading: "Catalogue", role: "APPROVER" },
  { path: "/integrations", heading: "Integrations", role: "ADMIN" },
  { path: "/telemetry", heading: "Telemetry", role: "APPROVER" },
  { path: "/webhooks", heading: "Webhooks", role: "ADMIN" },
  { path: "/streams", heading: "Audit streams", role: "ADMIN" },
  { path: "/settings", heading: "Organisation", role: "ADMIN" },
  { path: "/settings/members", heading: "Members", role: "ADMIN" },
  { path: "/settings/api-keys", heading: "API keys", role: "ADMIN" },
  { path: "/settings/detection", heading: "Detection settings", role: "APPROVER" },
  { path: "/settings/legal-holds", heading: "Legal holds", role: "ADMIN" },
  { path: "/settings/mail", heading: "Mail", role: "ADMIN" },
  { path: "/notifications", heading: "Notifications", role: "VIEWER" },
  { path: "/account", heading: "Your account", role: "VIEWER" },
] as const;

const roles = ["ANALYST", "APPROVER", "MODEL_OWNER", "AUDITOR", "ADMIN", "VIEWER"] as const;

/** The pages of single records. */
function detailPages({ model, event, evidence, report, detection, policy, ...others }: Stock) {
  const { endpoint, deliveryId, stream, integration } = others;
  return [
    { path: `/models/${model.id}`, heading: "Credit scoring", role: "MODEL_OWNER" },
    { path: `/audit/${event.id}`, heading: /^Inference #/, role: "VIEWER" },
    { path: `/shadow-ai/${detection.id}`, heading: "", role: "ANALYST" },
    { path: `/evidence/${evidence.id}`, heading: /: Test model$/, role: "ANALYST" },
    { path: `/evidence/controls?modelId=${model.id}`, heading: "Controls", role: "APPROVER" },
    { path: `/reports/${report.id}`, heading: "Audit activity", role: "AUDITOR" },
    { path: `/alert-policies/${policy.id}`, heading: "Quiet", role: "VIEWER" },
    { path: `/alert-policies/${policy.id}/change`, heading: "Edit alert policy", role: "APPROVER" },
    { path: `/integrations/${integration.id}`, heading: "Models repository", role: "ADMIN" },
    { path: `/webhooks/${endpoint.id}`, heading: "hooks.example.com", role: "ADMIN" },
    { path: `/webhooks/${endpoint.id}/deliveries/${deliveryId}`, heading: "", role: "ADMIN" },
    { path: `/streams/${stream.id}`, heading: "SIEM", role: "ADMIN" },
  ];
}

for (const role of roles) {
  test(`the pages of ${role} are accessible, have no layout shifts, fit narrow screens and log no errors`, async ({
    organisation,
    signIn,
  }) => {
    const details = detailPages(await makeStock(organisation));
    const { page } = await signIn(role);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await watchShifts(page);
    const own = [...pages, ...details].filter((one) => one.role === role);
    for (const [index, { path, heading }] of own.entries()) {
      const isEven = index % 2 === 0;
      // The themes share all components, so alternating pages cover both.
      if (!isFullRun) await page.emulateMedia({ colorScheme: isEven ? "light" : "dark" });
      for (const width of rowsOfThisRun([390, 1440], (one) => (one === 390) === isEven)) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1, name: heading }), path).toBeVisible();
        const { sum, moved } = await shiftsOf(page);
        expect(sum, `${path} at ${width} px moved: ${moved.join(", ")}`).toBeLessThanOrEqual(0.05);
      }
      await expect(page, path).toHaveTitle(/ · Governance Audit Service$/);
      await page.setViewportSize({ width: 1440, height: 900 });
      expect(await (isFullRun ? scanBothThemes : scan)(page), `${path} at 1440 px`).toEqual([]);
      const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
      for (const width of isFullRun ? [1024, 640, 360] : [640, 360]) {
        await page.setViewportSize({ width, height: 740 });
        await expect.poll(widest, `${path} fits ${width} px`).toBeLessThanOrEqual(width);
      }
    }
  });
}

test("a page without permission shows an error and is not in the navigation", async ({ signIn }) => {
  const { page } = await signIn("VIEWER");
  await page.goto("/webhooks");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Webhooks");
  await expect(page.getByRole("navigation").getByRole("link", { name: "Webhooks" })).toHaveCount(0);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Audit trail" })).toHaveCount(1);
});

test("without a session, a page redirects to sign-in and keeps its URL", async ({ page }) => {
  await page.goto("/models?riskTier=HIGH");
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("callbackUrl")).toBe("/models?riskTier=HIGH");
  expect(await scan(page)).toEqual([]);
});
