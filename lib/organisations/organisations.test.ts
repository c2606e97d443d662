import { expect, test } from "vitest";
import { appendInTransaction, genesisHash } from "@/lib/audit-chain";
import type { OrganisationContext } from "@/lib/context";
import { inTransaction, pool } from "@/lib/db";
import { createOrganisation, findOrganisation, listOrganisations } from "@/lib/organisations";
import { ownTestDatabase } from "@/scripts/database/testing";

ownTestDatabase();

const clock = { now: () => Date.parse("2026-11-20T10:00:00.000Z") };

test("a new organisation is found with its settings", async () => {
  const rateLimitOverrides = { "audit.list": 50_000 };
  const ownerEmail = "owner@example.com";
  const { id } = await createOrganisation(
    { name: "Acme", tier: "ENTERPRISE", livemode: true, rateLimitOverrides, ownerEmail, evidenceRetentionDays: 90 },
    clock,
  );
  expect(id).toMatch(/^org_[0-9a-z]{26}$/);
  expect(await findOrganisation(id)).toEqual({
    id,
    name: "Acme",
    tier: "ENTERPRISE",
    livemode: true,
    rateLimitOverrides,
    ownerEmail,
    evidenceRetentionDays: 90,
    webhookRetentionDays: 90,
    mailRetentionDays: 365,
    observationRetentionDays: 400,
    reportRetentionDays: 365,
    contentErasure: false,
    assignToMembersOnly: false,
    createdAt: "2026-11-20T10:00:00.000Z",
  });
  expect((await listOrganisations(100)).map((organisation) => organisation.id)).toContain(id);
});

test("a new organisation has an empty chain and a system model that carries its first event", async () => {
  const { id, systemModelId } = await createOrganisation({ name: "Acme", tier: "STARTER", livemode: false }, clock);
  const { rows: heads } = await pool().query("SELECT * FROM chain_heads WHERE organisation_id = $1", [id]);
  expect(heads).toEqual([{ organisation_id: id, position: "0", block_hash: genesisHash, recorded_at: null }]);
  const { rows: models } = await pool().query("SELECT id, name, system FROM models WHERE organisation_id = $1", [id]);
  expect(models).toEqual([{ id: systemModelId, name: "System", system: true }]);

  const organisation: OrganisationContext = { id, tier: "STARTER", livemode: false, rateLimitOverrides: {} };
  await inTransaction(undefined, (tx) =>
    appendInTransaction({ organisation, actor: { kind: "system", id: "test" }, clock }, tx, [
      { eventType: "CONFIG_CHANGE", payload: {} },
    ]),
  );
  const { rows: events } = await pool().query("SELECT model_id FROM audit_events WHERE organisation_id = $1", [id]);
  expect(events).toEqual([{ model_id: systemModelId }]);
});

test("an organisation needs no owner, and keeps its evidence packages for a year", async () => {
  const { id } = await createOrganisation({ name: "Acme", tier: "STARTER", livemode: true }, clock);
  expect(await findOrganisation(id)).toMatchObject({ ownerEmail: null, evidenceRetentionDays: 365 });
});

test("an organisation that cannot be written whole is not written at all", async () => {
  const before = await listOrganisations(100);
  const failing = createOrganisation({ name: "Acme", tier: "GOLD" as "STARTER", livemode: true }, clock);
  await expect(failing).rejects.toThrow();
  expect(await listOrganisations(100)).toEqual(before);
});

test("a limit for an endpoint class that there is not is refused", async () => {
  const input = { name: "Acme", tier: "STARTER" as const, livemode: true, rateLimitOverrides: { "audit.lists": 5 } };
  await expect(createOrganisation(input, clock)).rejects.toMatchObject({
    code: "validation_failed",
    details: [{ path: "rateLimitOverrides.audit.lists" }],
  });
});

test("an organisation that there is not is not found", async () => {
  expect(await findOrganisation("org_missing")).toBeUndefined();
});
