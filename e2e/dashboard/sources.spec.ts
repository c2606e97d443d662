import type { CDPSession, Page } from "@playwright/test";
import { uploadDialog, uploadLog } from "@/components/features/shadow-ai/texts/sources";
import { onlyInFullRun } from "../support/scope";
import { squidLog } from "../support/shadow-ai";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

async function choose(page: Page, name: string, content: string | Buffer) {
  await page.goto("/shadow-ai/sources");
  await page.getByRole("button", { name: "Import log" }).click();
  const dialog = page.getByRole("dialog", { name: "Import log" });
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  return dialog;
}

/** Limits the upload rate of a browser in bytes per second until the session is detached. */
async function limitUpload(page: Page, uploadThroughput: number): Promise<CDPSession> {
  const narrowed = await page.context().newCDPSession(page);
  const otherwise = { offline: false, latency: 0, downloadThroughput: -1 };
  await narrowed.send("Network.emulateNetworkConditions", { ...otherwise, uploadThroughput });
  return narrowed;
}

test("a log is imported, rejected lines are reported, and AI usage is detected", async ({ signIn }) => {
  const { page } = await signIn("ANALYST");
  const log = `${squidLog([{ host: "api.openai.com" }, { host: "www.example.org" }])}not a line of it\n`;
  const dialog = await choose(page, "edge proxy.log", log);
  await expect(dialog.getByRole("textbox", { name: "Source" })).toHaveValue("edge-proxy");
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "Import complete." })).toBeVisible();
  await expect(dialog.getByRole("definition")).toHaveText(["squid", "11", "10", "0", "0", "1", "0"]);
  await expect(dialog.getByRole("list", { name: "Rejected lines" }).getByRole("listitem")).toHaveText([
    "Line 11: The line is not in the Squid native log format.",
  ]);
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("link", { name: "View detections" }).click();
  await expect(page.getByRole("rowheader", { name: "api.openai.com" })).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(1);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Log sources" }).click();
  const sources = page.getByRole("region", { name: "Log sources" });
  const source = sources.getByRole("row").filter({ hasText: "edge-proxy" });
  await expect(source.getByRole("cell", { name: "squid" })).toBeVisible();
  await expect(source.getByRole("cell", { name: "Dashboard" })).toBeVisible();
  const imported = page.getByRole("region", { name: "Log imports" }).getByRole("row").filter({ hasText: "edge-proxy" });
  await expect(imported.getByText("Done")).toBeVisible();
  await imported.getByRole("button", { name: "edge-proxy" }).click();
  const report = page.getByRole("dialog", { name: "Import from edge-proxy" });
  await expect(report.getByText(/^Line 11:/)).toBeVisible();
  expect(await scanState(page)).toEqual([]);
});

test("a system is connected with the address of the service", async ({ signIn }) => {
  const { page } = await signIn("ANALYST");
  await page.goto("/shadow-ai/sources");
  await page.getByRole("button", { name: "Connect source" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect source" });
  await dialog.getByRole("combobox", { name: "System" }).click();
  await page.getByRole("option", { name: "Cloudflare Logpush" }).click();
  await dialog.getByRole("textbox", { name: "Source" }).fill("branch gateway");
  await expect(dialog.getByText("/services/logpush?source=branch-gateway&header_Authorization=")).toBeVisible();
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("link", { name: "Import network logs" }).click();
  await expect(page.getByRole("heading", { name: "Cloudflare Logpush", exact: true })).toBeInViewport();
});

test("a log is dropped on the page, and replaced in the dialog", onlyInFullRun, async ({ signIn }) => {
  const { page } = await signIn("ANALYST");
  await page.goto("/shadow-ai/sources");
  await expect(page.getByRole("button", { name: "Import log" })).toHaveAccessibleDescription(/drop a log file/);
  await page.waitForLoadState("networkidle");
  const drop = async (...names: string[]) => {
    const dataTransfer = await page.evaluateHandle((given) => {
      const transfer = new DataTransfer();
      for (const name of given) transfer.items.add(new File(["{}"], name));
      return transfer;
    }, names);
    await page.dispatchEvent("body", "drop", { dataTransfer });
  };
  await drop("edge proxy.log");
  const dialog = page.getByRole("dialog", { name: "Import log" });
  await expect(dialog.getByRole("textbox", { name: "Source" })).toHaveValue("edge-proxy");
  await drop("other.log");
  await expect(dialog.getByRole("button", { name: "Log file" })).toContainText("other.log");
  await expect(dialog.getByRole("textbox", { name: "Source" })).toHaveValue("other");
  await dialog.getByRole("textbox", { name: "Source" }).fill("branch");
  await drop("edge proxy.log");
  await expect(dialog.getByRole("button", { name: "Log file" })).toContainText("edge proxy.log");
  await expect(dialog.getByRole("textbox", { name: "Source" })).toHaveValue("branch");
  await drop("first.log", "second.log", "third.log");
  await expect(dialog.getByRole("status")).toHaveText(uploadDialog.onlyFirst("first.log", 2));
});

test("a mapping is tested on the log before the import", async ({ signIn }) => {
  const { page } = await signIn("ANALYST");
  const at = new Date().toISOString();
  const dialog = await choose(
    page,
    "gateway.log",
    `when||who||dst||up\n${at}||10.20.30.40||claude.ai||4000\nnonsense\n`,
  );
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByRole("alert", { name: "The preview failed" })).toBeVisible();
  const columns = { when: "time", who: "client", dst: "host", up: "bytesOut" };
  await dialog.getByRole("textbox", { name: "Mapping" }).fill(JSON.stringify({ columns, delimiter: "||" }));
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(
    dialog.getByRole("status").filter({ hasText: "3 lines read (csv): 1 skipped, 1 rejected." }),
  ).toBeVisible();
  const record = dialog.getByRole("table", { name: "Preview" }).getByRole("row").nth(1);
  await expect(record.getByRole("cell")).toHaveText([at, "10.20.30.x", "claude.ai", "4.0 kB", "", "UNKNOWN"]);
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("definition").first()).toHaveText("csv");
});

test("a long upload shows its progress and can be stopped and repeated", onlyInFullRun, async ({ signIn }) => {
  const { page } = await signIn("ANALYST");
  const hosts = Array.from({ length: 4_000 }, (_, n) => ({ host: `www${n}.example.org`, calls: 2 }));
  const dialog = await choose(page, "long.log", squidLog(hosts));
  const narrowed = await limitUpload(page, 10_000);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("progressbar", { name: /^[1-9]\d?% sent$/ })).toBeVisible();
  await expect(dialog.getByText(/^\d+ kB of \d+ kB sent$/)).toBeVisible();
  expect(await scanState(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Stop" }).click();
  const refusal = dialog.getByRole("alert", { name: "Import not completed" });
  await expect(refusal).toContainText(uploadLog.aborted);

  await narrowed.detach();
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("definition").first()).toHaveText("squid");
  await dialog.getByRole("button", { name: "Done" }).click();
  const imports = page.getByRole("region", { name: "Log imports" });
  await expect(
    imports
      .getByRole("row")
      .filter({ hasText: "long" })
      .getByText(/^(Done|Failed)$/),
  ).toHaveText(["Done"]);
});

test("errors are shown at their field", onlyInFullRun, async ({ signIn }) => {
  const { page } = await signIn("ANALYST");
  const archive = Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]);
  for (const [name, content, source, role, label] of [
    ["minutes.txt", "Dear all,\nthe meeting is moved.\n", "minutes", "combobox", "Format"],
    ["proxy.log.gz", archive, "proxy", "button", "Log file"],
    ["proxy.log", squidLog([{ host: "api.openai.com" }]), "Edge proxy", "textbox", "Source"],
  ] as const) {
    const dialog = await choose(page, name, content);
    await dialog.getByRole("textbox", { name: "Source" }).fill(source);
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(dialog.getByRole("alert", { name: "Import not completed" })).toBeVisible();
    await expect(dialog.getByRole(role, { name: label })).toHaveAttribute("aria-invalid", "true");
    expect(await scanState(page)).toEqual([]);
  }
});
