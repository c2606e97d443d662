import { verifiedExtent } from "@/components/features/audit-chain/labels";
import { attestations } from "@/components/features/audit-chain/texts/event";
import { verificationPage } from "@/components/features/audit-chain/texts/verification";
import { sealBaseline } from "@/lib/domains/audit-chain";
import type { AppendedEvent, AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { readChain } from "../support/chain";
import { history } from "../support/evidence";
import type { TestOrganisation } from "../support/organisation";
import { tamper } from "../support/tamper";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

async function makeChain(organisation: TestOrganisation): Promise<AuditEvent[]> {
  const { id } = await organisation.model({ name: "Credit scoring" });
  await organisation.api.post("/v1/audit/batch", { events: history(id, 4) });
  return await readChain(organisation.api);
}

test("verifies the full chain, then the new events", async ({ organisation, signIn }) => {
  const { page } = await signIn("VIEWER");
  // As in the command that creates organisations: every governed record is sealed on the chain.
  await sealBaseline(organisation.id);
  const chain = await makeChain(organisation);
  await page.goto("/audit/verification");
  const checkpoint = page.getByRole("region", { name: "Last checkpoint" });
  await expect(checkpoint.getByRole("definition").first()).toHaveText(`${chain.length}`);
  const key = await checkpoint.getByRole("link").getAttribute("href");
  expect(await (await page.request.get(key ?? "")).text()).toContain("BEGIN PUBLIC KEY");
  const attested = page.getByRole("region", { name: attestations.title });
  await expect(attested).toContainText(attestations.empty.title);
  await expect(attested.getByRole("link", { name: attestations.runAWitness })).toHaveAttribute("href", "/docs/witness");

  await page.getByRole("button", { name: "Verify full chain" }).click();
  const intact = page.getByRole("alert", { name: "The chain is intact" });
  await expect(intact).toContainText(`${chain.length} events (#1 to #${chain.length}) verified`);
  const verdicts = page.getByRole("region", { name: "Check results" });
  await expect(verdicts.getByText("Verified")).toHaveCount(6);
  await expect(verdicts.getByText("Not checked")).toHaveCount(1);
  expect(await scanState(page)).toEqual([]);

  const { id } = await organisation.model();
  const event = { modelId: id, eventType: "INFERENCE", payload: {} };
  const { chainPosition } = (await organisation.api.post<AppendedEvent>("/v1/audit", event)).body;
  // The verification that passed and the registration of the model are events too.
  expect(chainPosition).toBe(chain.length + 3);
  await expect(checkpoint.getByRole("definition").first()).toHaveText(`${chainPosition}`);
  await page.getByRole("button", { name: verificationPage.verifyNewEvents }).click();
  await expect(intact).toContainText(`3 events (#${chain.length + 1} to #${chainPosition}) verified`);
  const history = page.getByRole("region", { name: verificationPage.history, exact: true });
  await expect(history.getByRole("cell", { name: verificationPage.range(1, chain.length) })).toBeVisible();
  // The passed verification is an event too.
  const status = page.getByRole("region", { name: verifiedExtent.intact(chainPosition) });
  await expect(status).toContainText(verifiedExtent.newer(1));
  await page.goto("/");
  await expect(status).toContainText("No modified, removed or reordered events were found");
});

test("a chain edited by the database owner is broken, and its first break is shown everywhere", async ({
  organisation,
  database,
  signIn,
}) => {
  const chain = await makeChain(organisation);
  const [data, alert] = ["DATA_ACCESS", "ALERT"].map((type) => chain.find(({ eventType }) => eventType === type));
  for (const { id } of [alert, data].filter((event) => event !== undefined)) {
    const statement = `UPDATE audit_events SET content = replace(content, '"payload":{', '"payload":{"a":1,') WHERE id = $1`;
    await tamper(database.owner, "audit_events", statement, [id]);
  }
  const { page } = await signIn("AUDITOR");
  await page.goto("/audit/verification");
  await page.getByRole("button", { name: "Verify full chain" }).click();
  await expect(page.getByRole("alert", { name: "Verification failed" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Check results" }).getByText("Failed")).not.toHaveCount(0);
  const findings = page.getByRole("region", { name: /^2 findings$/ });
  await expect(findings.getByRole("listitem").first()).toContainText(`#${data?.chainPosition} Content mismatch`);
  const failed = page.getByRole("region", { name: verificationPage.history, exact: true }).getByRole("row");
  await expect(failed.filter({ hasText: "Failed" }).getByRole("link", { name: "2", exact: true })).toBeVisible();
  expect(await scanState(page)).toEqual([]);

  await page.goto("/");
  const banner = page.getByRole("region", { name: "The chain is broken" });
  await expect(banner).toContainText(`First finding at #${data?.chainPosition}`);
  expect(await scanState(page)).toEqual([]);
  await banner.getByRole("link", { name: `#${data?.chainPosition}`, exact: true }).click();

  await expect(page.getByText("The event does not match its recorded hashes.")).toBeVisible();
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  await expect(page.getByText(/does not match the recorded block hash. The event was changed/)).toBeVisible();
  await page.getByRole("button", { name: "Verify with the service" }).click();
  await expect(page.getByRole("region", { name: /^Checks/ }).getByText("Failed")).toHaveCount(2);
  expect(await scanState(page)).toEqual([]);
  await page.goto(`/audit?eventType=ALERT`);
  await expect(page.getByRole("row").filter({ hasText: "Alert" })).toContainText("Changed");
});
