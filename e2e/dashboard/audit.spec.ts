import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { eventProofs } from "@/components/features/audit-chain/texts/event";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { shortHash } from "@/lib/platform/client/format";
import { readChain } from "../support/chain";
import { history, january, request } from "../support/evidence";
import type { TestOrganisation } from "../support/organisation";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

/** Creates a model with events in January. All other events on the chain are from today. */
async function makeTrail(organisation: TestOrganisation): Promise<AuditEvent[]> {
  const model = await organisation.model({ name: "Credit scoring" });
  const { status } = await organisation.api.post("/v1/audit/batch", { events: history(model.id, 4) });
  expect(status).toBe(201);
  return await readChain(organisation.api);
}

function eventOf(chain: AuditEvent[], eventType: string): AuditEvent {
  const found = chain.find((event) => event.eventType === eventType);
  if (!found) throw new Error(`no ${eventType} event`);
  return found;
}

const rowsOf = (page: Page) => page.getByRole("rowheader");
/** Event headings: the summary followed by the event type. */
const headingsOf = (page: Page) => page.locator("tbody th");

test("filters the trail by event type, severity and time, and keeps the filters in the URL", async ({
  organisation,
  signIn,
}) => {
  const { page } = await signIn("VIEWER");
  const chain = await makeTrail(organisation);
  const ofToday = chain.filter(({ timestamp }) => timestamp > january.to);
  const rows = rowsOf(page);
  await page.goto("/audit");
  await expect(rows).toHaveCount(chain.length);

  await page.getByRole("button", { name: /^Severity/ }).click();
  await page.getByRole("radio", { name: "High" }).click();
  await expect(headingsOf(page)).toHaveText([/Shadow AI detected$/, /Alert$/]);
  await expect(page).toHaveURL(/\?severity=HIGH$/);
  await page.getByRole("button", { name: /^Type/ }).click();
  await page.getByRole("searchbox", { name: "Search type" }).fill("ale");
  expect(await scanState(page)).toEqual([]);
  await page.getByRole("radio").click();
  await expect(headingsOf(page)).toHaveText([/Alert$/]);
  await expect(page).toHaveURL(/eventType=ALERT/);

  await page.getByRole("button", { name: /^Event time/ }).click();
  await page.getByRole("button", { name: "Last 24 hours" }).click();
  await expect(page.getByRole("button", { name: "Clear 3 filters" })).toBeVisible();
  await expect(page).toHaveURL(/from=-24h/);
  await page.reload();
  await page.getByRole("button", { name: "Remove Type: Alert" }).click();
  await page.getByRole("button", { name: "Remove Severity: High" }).click();
  await expect(rows).toHaveCount(ofToday.length);
  await page.goBack();
  await expect(page.getByRole("button", { name: "Clear 2 filters" })).toBeVisible();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(rows).toHaveCount(chain.length);

  const search = page.getByRole("searchbox", { name: "Search the audit trail" });
  await search.fill("misread income");
  // A summary of the event, its type, and the delay of its receipt.
  await expect(rows).toHaveText([/^Model overridden Human review$/]);
  await expect(page.getByRole("cell", { name: /Recorded \d+ days later$/ })).toBeVisible();
  await expect(page).toHaveURL(/q=misread/);
  await search.fill("no such words");
  await expect(page.getByRole("button", { name: "Clear all" })).toBeVisible();
  await expect(rows).toHaveCount(0);
});

test("a phone shows the first ten events as short cards", onlyInFullRun, async ({ organisation, signIn }) => {
  const { page } = await signIn("VIEWER");
  const alert = eventOf(await makeTrail(organisation), "ALERT");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/audit");
  const cards = page.getByRole("list", { name: "Audit events" }).getByRole("listitem");
  await expect(cards).toHaveCount(10);
  await page.getByRole("button", { name: /^Show all/ }).click();
  const card = cards.filter({ has: page.getByText(`#${alert.chainPosition}`, { exact: true }) });
  await expect(card).toContainText("High");
  await expect(card).toContainText("Alert · Credit scoring");
  await expect(card).toContainText(/by \S/);
  expect((await card.boundingBox())?.height).toBeLessThan(130);
  expect(await scanState(page)).toEqual([]);
});

test("a query is saved, shared, and applied by another member", onlyInFullRun, async ({ organisation, signIn }) => {
  await makeTrail(organisation);
  const { page } = await signIn("APPROVER");
  await page.goto("/audit?severity=HIGH");
  await expect(rowsOf(page)).toHaveCount(2);
  await page.keyboard.press("/");
  await page.keyboard.type("drift");
  await expect(headingsOf(page)).toHaveText([/Alert$/]);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save as new view…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Drift alerts");
  await page.getByLabel("Share with the organisation").check();
  expect(await scanState(page)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: "View: Drift alerts" })).toBeVisible();

  const { page: other } = await signIn("VIEWER");
  await other.goto("/audit?source=API");
  await other.getByRole("button", { name: "Views" }).click();
  await other.getByRole("menuitem", { name: /^Drift alerts/ }).click();
  await expect(headingsOf(other)).toHaveText([/Alert$/]);
  const chips = other.getByRole("list", { name: "Active filters" }).getByRole("listitem");
  await expect(chips).toHaveText([/drift/, /High/, "Clear all"]);
});

test(
  "shows appended events that match the filter without a reload",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    await makeTrail(organisation);
    const { id: modelId } = await organisation.model({ name: "Fraud" });
    const { page } = await signIn("ANALYST");
    await page.goto("/audit?severity=CRITICAL");
    await expect(page.getByText("No results")).toBeVisible();
    const event = { modelId, eventType: "ALERT", payload: { category: "INCIDENT" } };
    await organisation.api.post("/v1/audit", { ...event, severity: "INFO" });
    await organisation.api.post("/v1/audit", { ...event, severity: "CRITICAL" });
    await expect(headingsOf(page)).toHaveText([/Alert$/]);
    await expect(page.getByRole("cell", { name: "Fraud" })).toBeVisible();
  },
);

test(
  "exports the filtered rows as CSV, and opens a row by keyboard",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const chain = await makeTrail(organisation);
    const { page } = await signIn("ANALYST");
    await page.goto("/audit?severity=HIGH");
    await expect(rowsOf(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Export" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Export as CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("audit-events.csv");
    const [head, ...lines] = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    expect(head).toMatch(/^chainPosition,id,timestamp,/);
    const grave = chain.filter(({ severity }) => severity === "HIGH").reverse();
    expect(lines.map((line) => line.split(",").slice(0, 2))).toEqual(
      grave.map(({ chainPosition, id }) => [`${chainPosition}`, id]),
    );

    await page.goto("/audit?severity=HIGH");
    await expect(rowsOf(page)).toHaveCount(2);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect(page.getByRole("row").filter({ hasText: "Alert" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/audit/${eventOf(chain, "ALERT").id}$`));
  },
);

test("an event's page shows its chain position, checks and inclusion proof", async ({ organisation, signIn }) => {
  const { page } = await signIn("VIEWER");
  const chain = await makeTrail(organisation);
  const alert = eventOf(chain, "ALERT");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/audit/${alert.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Alert #${alert.chainPosition}`);
  await expect(page.getByRole("tree", { name: "Payload" })).toContainText("DRIFT");
  const details = page.getByRole("region", { name: "Details" });
  for (const hash of [alert.blockHash, alert.previousHash, alert.contentHash])
    await expect(details.getByText(shortHash(hash)).first()).toBeVisible();
  await details.getByRole("button", { name: "Copy block hash" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(alert.blockHash);

  const checks = page.getByRole("region", { name: /^Checks/ });
  await checks.getByRole("button", { name: "Verify in this browser" }).click();
  await expect(checks.getByText(/matches the recorded block hash\./)).toBeVisible();
  await checks.getByRole("button", { name: "Verify with the service" }).click();
  await expect(checks.getByText("content, hash and chain link are valid")).toBeVisible();
  await page.getByRole("button", { name: "Generate proof" }).click();
  const proof = page.getByRole("region", { name: "Inclusion proof" });
  await expect(proof.getByRole("tree")).toContainText("treeSize");
  await expect(proof).toContainText(eventProofs.pathMatches);
  const path = proof.getByRole("figure").getByRole("listitem");
  await expect(path.first()).toContainText(`Leaf, event #${alert.chainPosition}`);
  await expect(path.last()).toContainText("Root, events #1 to #");
  expect(await scanState(page)).toEqual([]);

  const around = page.getByRole("region", { name: "Position in the chain" });
  await expect(around.getByRole("listitem")).toHaveText([/Configuration change/, /Alert/, /Human review/]);
  await around.getByRole("link", { name: /Human review/ }).click();
  await expect(around.getByRole("listitem").nth(1)).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Human review #${alert.chainPosition + 1}`);
  await page.goto(`/audit/${chain.at(-1)?.id}`);
  await expect(around.getByText("This is the latest event.")).toBeVisible();
  await page.goto(`/audit/${chain[0]?.id}`);
  await expect(around.getByText("This is the first event.")).toBeVisible();
});

test("an event's page states whether a verification of the chain covered it", async ({ organisation, signIn }) => {
  const { page } = await signIn("VIEWER");
  const { id: modelId } = await organisation.model();
  const append = async () =>
    String((await organisation.api.post("/v1/audit", { modelId, eventType: "INFERENCE", payload: {} })).body["id"]);
  const covered = await append();
  await organisation.api.post("/v1/audit/verify-chain", {});
  const newer = await append();
  const checks = page.getByRole("region", { name: /^Checks/ });
  await page.goto(`/audit/${covered}`);
  await expect(checks).toContainText(/The chain was verified through #\d+, which includes this event\./);
  await page.goto(`/audit/${newer}`);
  await expect(checks).toContainText(/The chain was verified through #\d+\. This event is newer\./);
});

test(
  "the page of an organisation event names its model and links the records that it concerns",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { id: modelId } = await organisation.model({ name: "Credit scoring", version: "4.2.0" });
    await organisation.api.post("/v1/audit/batch", { events: history(modelId, 1) });
    const packageId = await request(organisation.api, { modelId, framework: "ISO_42001" });
    const events = await readChain(organisation.api);
    const requested = events.find(({ payload }) => payload?.["kind"] === "EVIDENCE_REQUESTED");
    const { page } = await signIn("AUDITOR");
    await page.goto(`/audit/${requested?.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Evidence requested #\d+$/);
    await expect(page.getByText("Data access · ISO/IEC 42001 · Credit scoring 4.2.0")).toBeVisible();
    const details = page.getByRole("region", { name: "Details" });
    await expect(details.getByText("None (organisation event)")).toBeVisible();
    await expect(details.getByRole("link", { name: "Evidence package" })).toHaveAttribute(
      "href",
      `/evidence/${packageId}`,
    );
    expect(await scanState(page)).toEqual([]);
    await details.getByRole("link", { name: "Credit scoring 4.2.0" }).click();
    await expect(page).toHaveURL(new RegExp(`/models/${modelId}$`));

    const { page: viewer } = await signIn("VIEWER");
    await viewer.goto(`/audit/${requested?.id}`);
    await expect(viewer.getByText("Evidence package", { exact: true })).toBeVisible();
    await expect(viewer.getByRole("link", { name: "Evidence package" })).toHaveCount(0);
  },
);

test("an event of another organisation is not found", async ({ otherOrganisation, signIn }) => {
  const [event] = await readChain(otherOrganisation.api);
  const { page } = await signIn("ANALYST");
  await page.goto(`/audit/${event?.id}`);
  await expect(page.getByRole("alert").getByText("could not be loaded")).toBeVisible();
  await expect(page.getByText(event?.blockHash ?? "")).toHaveCount(0);
});
