import { createHash, createPublicKey } from "node:crypto";
import type { Page, Route } from "@playwright/test";
import type { EvidenceBundle } from "@/lib/domains/evidence/schemas-bundle";
import { jcs } from "@/lib/platform/crypto/jcs";
import { scanBothThemes } from "../support/accessibility";
import { onlyInFullRun } from "../support/scope";
import { expect, test, verifyPage } from "./verify-fixtures";

type Events = EvidenceBundle["evidence"]["events"];

/** A changed bundle in canonical form, as an attacker without the key would write it. */
function altered(bundle: EvidenceBundle, change: (bundle: EvidenceBundle, events: Events) => void): Buffer {
  const copy = structuredClone(bundle);
  change(copy, copy.evidence.events);
  return Buffer.from(jcs(copy));
}

const states = (page: Page) =>
  page.locator("[data-step]").evaluateAll((steps) => steps.map((step) => step.dataset.state));

test("an issued package passes every check, and only its hash leaves the browser", async ({
  page,
  application,
  sample,
  service,
  verify,
}) => {
  const { packageId } = service.issue(sample.bytes);
  await page.goto(application.url);
  await page.getByRole("link", { name: /Verify a package/ }).click();
  const checks = page.getByRole("heading", { name: "Checks", exact: true });
  const upcoming = page.getByText("Package signature", { exact: true });
  await expect(upcoming).toBeHidden();
  await checks.click();
  await expect(upcoming).toBeVisible();
  expect(await states(page)).toEqual([]);
  await verify.check(sample.bytes);
  await expect(verify.verdict).toHaveText("Authentic and intact");
  expect(new Set(await states(page))).toEqual(new Set(["passed"]));
  expect(await states(page)).toHaveLength(13);
  await expect(page.getByText(packageId ?? "").first()).toBeVisible();
  await expect(page.getByText("Musterbank").first()).toBeVisible();

  const { origin } = new URL(application.url);
  const digits = (await page.locator("dd code").first().textContent()) ?? "";
  const asked = verify.requests.map((request) => request.url()).filter((url) => url.startsWith(`${origin}/v1/`));
  expect(asked.sort()).toEqual([`${origin}/v1/verify/keys`, `${origin}/v1/verify/sha256:${digits}`]);
  expect(verify.requests.filter((request) => !request.url().startsWith(origin))).toEqual([]);
  expect(verify.requests.filter((request) => request.method() !== "GET" || request.postDataBuffer())).toEqual([]);
  expect(verify.complaints).toEqual([]);

  await page.getByRole("link", { name: /Governance Audit Service/ }).click();
  await expect(page).toHaveURL(/\/sign-in/);
});

test("a PDF is checked with its attached evidence", onlyInFullRun, async ({ page, sample, service, verify }) => {
  const { samplePdf } = await import("@/lib/domains/evidence/bundle/testing/sample-pdf");
  const pdf = await samplePdf(sample);
  service.issue(pdf, { format: "PDF" });
  await verify.open();
  await verify.check(pdf, "package.pdf");
  await expect(verify.verdict).toHaveText("Authentic and intact");
  await expect(verify.step("document")).toHaveAttribute("data-state", "passed");
  await expect(verify.step("attachment")).toHaveAttribute("data-state", "passed");
  await expect(verify.step("membership")).toHaveAttribute("data-state", "passed");
  await expect(page.getByText(/signature embedded in the PDF/)).toBeVisible();
  const command = page.getByText("pdfsig package.pdf");
  await expect(command).toBeHidden();
  await page.getByRole("heading", { name: "Verify with your own tools" }).click();
  await expect(command).toBeVisible();
});

test("the verdict names the altered part", async ({ sample, service, verify }) => {
  service.issue(sample.bytes);
  await verify.open();
  await verify.check(altered(sample.bundle, (_, events) => Object.assign(events[3]?.content?.payload ?? {}, { a: 1 })));
  await expect(verify.verdict).toHaveText(/^Not authentic: event content/);
  await expect(verify.step("content")).toHaveAttribute("data-state", "failed");
  await expect(verify.step("record")).toHaveAttribute("data-state", "failed");
});

test("the real service rejects a file that is not a package", onlyInFullRun, async ({ page, application }) => {
  const verify = verifyPage(page, `${application.url}/verify`);
  await verify.open();
  await verify.check(Buffer.from("{}"), "other.json");
  await expect(verify.verdict).toHaveText(/^Not authentic: the file is not a valid evidence package/);
  expect(verify.complaints.filter((text) => !text.includes("404"))).toEqual([]);
});

test("the published keys are shown with their fingerprints", onlyInFullRun, async ({ page, application }) => {
  await page.goto(`${application.url}/verify`);
  const published = await fetch(`${application.url}/v1/verify/keys`);
  const { keys } = (await published.json()) as { keys: { kid: string }[] };
  expect(keys.length).toBeGreaterThan(1);
  for (const { kid } of keys) {
    const pem = await (await fetch(`${application.url}/v1/verify/keys/${kid}.pem`)).text();
    const der = createPublicKey(pem).export({ format: "der", type: "spki" });
    const shown = page.getByRole("region", { name: "Public keys" }).getByRole("definition").filter({ hasText: kid });
    await expect(shown).toContainText(`Fingerprint (SHA-256) ${createHash("sha256").update(der).digest("hex")}`);
    await expect(shown.getByRole("link", { name: kid })).toHaveAttribute("href", `/v1/verify/keys/${kid}.pem`);
    await expect(shown.getByRole("button", { name: `Copy fingerprint of key ${kid}` })).toBeVisible();
  }
});

test(
  "without a response the local checks run, and a retry passes once the service responds",
  onlyInFullRun,
  async ({ page, sample, service, verify }) => {
    service.issue(sample.bytes);
    service.answer("*", new TypeError("Failed to fetch"));
    await verify.open();
    await verify.check(sample.bytes);
    await expect(verify.verdict).toHaveText("Cannot be verified: no valid response from the service");
    await expect(verify.step("record")).toContainText("could not be reached");
    await expect(verify.step("content")).toHaveAttribute("data-state", "passed");
    await expect(verify.step("seal")).toHaveAttribute("data-state", "not_checked");
    service.recover();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(verify.verdict).toHaveText("Authentic and intact");
  },
);

test(
  "a loaded page still checks after the connection is lost",
  onlyInFullRun,
  async ({ page, context, sample, verify }) => {
    await verify.open();
    const checking = page.workers()[0] ?? (await page.waitForEvent("worker"));
    await checking.evaluate(() => "runs after its scripts");
    await context.setOffline(true);
    await page.unrouteAll();
    await verify.check(sample.bytes);
    await expect(verify.step("record")).toContainText("This device is offline.");
    await expect(verify.step("membership")).toHaveAttribute("data-state", "passed");
  },
);

test(
  "a file that is chosen while the page is still loading is checked",
  onlyInFullRun,
  async ({ page, sample, service, verify }) => {
    service.issue(sample.bytes);
    const scripts: Route[] = [];
    await page.route("**/*.js", (route) => void scripts.push(route));
    await page.goto(verify.url, { waitUntil: "commit" });
    await verify.give(sample.bytes);
    await page.unroute("**/*.js");
    for (const script of scripts) await script.continue();
    await expect(verify.verdict).toHaveText("Authentic and intact");
  },
);

test("everything works by keyboard, and the focus follows", async ({ page, sample, service, verify }) => {
  service.issue(sample.bytes);
  // Listen early: Playwright needs some time to intercept file choosers.
  const choosing = page.waitForEvent("filechooser");
  await verify.open();
  const input = verify.fileInput;
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(input).toBeFocused();
  await page.keyboard.press("Enter");
  await (await choosing).setFiles({ name: "package.json", mimeType: "application/json", buffer: sample.bytes });
  await expect(verify.verdict).toBeFocused();
  await expect(page.getByRole("status")).toHaveText("Authentic and intact");
  await expect(verify.verdict).toBeInViewport();
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Print result" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(verify.step("read").locator("summary")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/fingerprint of a file/)).toBeVisible();
  await page.getByRole("button", { name: "Verify another file" }).focus();
  await page.keyboard.press("Enter");
  await expect(input).toBeFocused();
});

test(
  "Escape cancels a check, and another one can be started",
  onlyInFullRun,
  async ({ page, sample, service, verify }) => {
    service.issue(sample.bytes);
    // No response: the check must be cancelled.
    await page.route("**/v1/verify/**", () => {}, { times: 2 });
    await verify.open();
    await verify.give(sample.bytes);
    await expect(page.getByRole("heading", { name: "Verifying package.json" })).toBeFocused();
    await expect(page.getByRole("progressbar")).toBeVisible();
    await expect(verify.step("read")).toHaveAttribute("data-state", "passed");
    await expect(verify.step("record")).toHaveAttribute("data-state", "running");
    await expect(verify.step("seal")).toHaveAttribute("data-state", "pending");
    await page.keyboard.press("Escape");
    await expect(verify.fileInput).toBeFocused();
    await verify.check(sample.bytes);
    await expect(verify.verdict).toHaveText("Authentic and intact");
  },
);

test("a file can be dropped anywhere, one at a time", onlyInFullRun, async ({ page, sample, service, verify }) => {
  service.issue(sample.bytes);
  await verify.open();
  // The page accepts files once its worker starts.
  await (page.workers()[0] ?? page.waitForEvent("worker"));
  const drop = async (names: string[]) => {
    const dataTransfer = await page.evaluateHandle(
      ({ names, text }) => {
        const transfer = new DataTransfer();
        for (const name of names) transfer.items.add(new File([text], name));
        return transfer;
      },
      { names, text: sample.bytes.toString() },
    );
    for (const type of ["dragover", "drop"]) await page.dispatchEvent("#without", type, { dataTransfer });
  };
  await drop(["one.json", "two.json"]);
  await expect(page.getByRole("alert").filter({ hasText: "one file at a time" })).toBeVisible();
  await drop(["one.json"]);
  await expect(verify.verdict).toHaveText("Authentic and intact");
});

test("an expected value is compared and never sent", onlyInFullRun, async ({ page, sample, service, verify }) => {
  service.issue(sample.bytes);
  await verify.open();
  await page.getByText("Compare with a hash or receipt").click();
  const field = page.getByLabel("Hash or receipt (optional)");
  await field.fill("not a hash");
  await verify.give(sample.bytes);
  await expect(field).toBeFocused();
  await expect(page.getByText("Enter a SHA-256 hash")).toBeVisible();
  const given = "b".repeat(64);
  await field.fill(`sha256:${given}`);
  await verify.check(sample.bytes);
  await expect(verify.verdict).toHaveText("Not authentic: the file does not match the hash you entered");
  expect(verify.requests.filter((request) => request.url().includes(given))).toEqual([]);
});

test(
  "every state is accessible in both themes and fits a narrow screen",
  onlyInFullRun,
  async ({ page, sample, service, verify }) => {
    test.slow();
    service.issue(sample.bytes);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 360, height: 740 });
    const examine = async (state: string) => {
      for (const details of await page.locator("details").all())
        await details.evaluate((element: HTMLDetailsElement) => element.setAttribute("open", ""));
      expect(await scanBothThemes(page), state).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    };
    await verify.open();
    await examine("empty");
    await verify.check(sample.bytes, "a-package-with-quite-a-long-name-that-has-no-place-to-break-2026-q1.json");
    await examine("authentic");
    await page.getByRole("button", { name: "Verify another file" }).click();
    await verify.check(
      altered(sample.bundle, (_, events) => Object.assign(events[3]?.content?.payload ?? {}, { a: 1 })),
    );
    await examine("not authentic");
    await page.getByRole("button", { name: "Verify another file" }).click();
    service.answer("*", new TypeError("Failed to fetch"));
    await verify.check(sample.bytes);
    await examine("cannot be checked");
  },
);

test("the layout does not shift while results arrive", onlyInFullRun, async ({ page, sample, service, verify }) => {
  service.issue(sample.bytes);
  // Delay the response: shifts within 500 ms of an input do not count.
  await page.route("**/v1/verify/**", async (route) => {
    await page.waitForFunction((from) => performance.now() > from + 600, await page.evaluate(() => performance.now()));
    await route.fallback();
  });
  await verify.open();
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await verify.check(sample.bytes);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.05);
});

test("the printed result omits screen-only elements", onlyInFullRun, async ({ page, sample, service, verify }) => {
  service.issue(sample.bytes);
  await verify.open();
  await verify.check(sample.bytes);
  await page.emulateMedia({ media: "print" });
  await expect(verify.verdict).toBeVisible();
  await expect(verify.step("verdict")).toBeVisible();
  await expect(page.getByRole("button", { name: "Verify another file" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "Verify with your own tools" })).toBeHidden();
});
