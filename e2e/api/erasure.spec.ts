import type { AuditEvent, EventVerification } from "@/lib/domains/audit-chain/schemas";
import type { ChainVerification } from "@/lib/domains/audit-chain/schemas-verification";
import type { Erasure } from "@/lib/domains/erasure/schemas";
import type { LegalHold } from "@/lib/domains/legal-holds/schemas";
import type { TestOrganisation } from "../support/organisation";
import { tamper } from "../support/tamper";
import { expect, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";

const because = { legalBasis: "GDPR_ART_17", reference: "DSR-2026-0117" };

/** Appends an event with personal data, and others. */
async function appendPerson({ api, model }: TestOrganisation): Promise<{ eventId: string; modelId: string }> {
  const { id: modelId } = await model();
  const append = async (payload: object) => {
    const actor = { type: "USER", id: "ada.person@example.com" };
    const event = { modelId, eventType: "DATA_ACCESS", payload, actor, tags: ["ada-person"] };
    return (await api.post<{ id: string }>("/v1/audit", event)).body.id;
  };
  await append({ subject: "another person" });
  const eventId = await append({ subject: "Ada Person" });
  await append({ subject: "another person" });
  return { eventId, modelId };
}

test("erased content is missing from every response, and the chain still verifies", async ({ organisation }) => {
  const { api } = organisation;
  const { eventId, modelId } = await appendPerson(organisation);
  const before = (await api.get<AuditEvent>(`/v1/audit/${eventId}`)).body;
  const proofBefore = (await api.get<{ leafHash: string }>(`/v1/audit/${eventId}/proof`)).body;

  const headers = { "Idempotency-Key": "ide_erase" };
  const path = `/v1/audit/${eventId}/erasure`;
  const erased = await api.post<Erasure>(path, because, headers);
  expect(erased).toMatchObject({ status: 201, body: { eventId, contentHash: before.contentHash } });
  const repeated = await api.post<Erasure>(path, because, headers);
  expect(repeated.headers.get("idempotent-replayed")).toBe("true");
  expect(repeated.body).toEqual(erased.body);
  expect(await api.post(path, because)).toMatchObject({ status: 409, body: { error: "conflict" } });

  const after = (await api.get<AuditEvent>(`/v1/audit/${eventId}`)).body;
  expect(after).toMatchObject({
    ...{ actor: null, payload: null, contentSalt: null, metadata: null, tags: [], verified: true },
    ...{ blockHash: before.blockHash, contentHash: before.contentHash, erased: erased.body.erased },
  });
  const list = await api.get<{ data: AuditEvent[] }>(`/v1/audit?modelId=${modelId}`);
  expect(list.body.data.map((event) => event.erased !== undefined)).toEqual([false, true, false]);
  expect(await api.get(`/v1/audit?modelId=${modelId}&tags=ada-person`)).toMatchObject({
    body: { pagination: { total: 2 } },
  });
  for (const answer of [
    list.body.data[1],
    (await api.get<string>("/v1/audit/export?format=csv")).body.split("\n").find((line) => line.includes(eventId)),
    (await api.get(`/v1/audit/${after.erased?.eventId}/neighbours`)).body,
  ]) {
    expect(JSON.stringify(answer)).not.toContain("Ada Person");
  }

  const verification = await api.post<EventVerification>("/v1/audit/verify", {
    eventId,
    expectedHash: before.blockHash,
  });
  expect(verification.body).toMatchObject({ valid: true, erased: erased.body.erased });
  const chain = await api.post<ChainVerification>("/v1/audit/verify-chain", {});
  expect(chain.body).toMatchObject({ status: "ok", erased: 1, findings: [] });
  expect((await api.get<{ leafHash: string }>(`/v1/audit/${eventId}/proof`)).body.leafHash).toBe(proofBefore.leafHash);
  await expectIntactChain(api);
});

test("a legal hold prevents erasure until its release, and the chain records each step", async ({ organisation }) => {
  const { api } = organisation;
  const { eventId, modelId } = await appendPerson(organisation);
  const given = { name: "Complaint 2026/118", reason: "Ada Person complained.", modelIds: [modelId] };
  const placed = await api.post<LegalHold>("/v1/legal-holds", given);
  expect(placed).toMatchObject({ status: 201, body: { active: true } });
  const holdPath = `/v1/legal-holds/${placed.body.id}`;
  expect(placed.headers.get("location")).toBe(holdPath);

  const path = `/v1/audit/${eventId}/erasure`;
  expect(await api.post(path, because)).toMatchObject({
    status: 409,
    body: { error: "legal_hold", holds: [{ id: placed.body.id, name: given.name }] },
  });
  expect((await api.get<AuditEvent>(`/v1/audit/${eventId}`)).body).toMatchObject({
    payload: { subject: "Ada Person" },
  });

  expect(await api.post(`${holdPath}/release`, { reason: "Settled." })).toMatchObject({
    status: 200,
    body: { active: false },
  });
  expect(await api.post(path, because)).toMatchObject({ status: 201 });
  const events = await expectIntactChain(api);
  const kinds = events.map(({ payload }) => (payload as { kind?: string } | null)?.kind).filter(Boolean);
  expect(kinds.slice(-3)).toEqual(["LEGAL_HOLD_PLACED", "LEGAL_HOLD_RELEASED", "EVENT_CONTENT_ERASED"]);
  expect(JSON.stringify(events)).not.toContain("Ada Person");
});

test("a payload erased in the database without a record is reported as tampered, even next to an erased one", async ({
  organisation,
  database,
}) => {
  const { api, id } = organisation;
  const { eventId } = await appendPerson(organisation);
  const { eventId: other } = await appendPerson(organisation);
  await api.post(`/v1/audit/${eventId}/erasure`, because);
  await tamper(
    database.owner,
    "audit_events",
    "UPDATE audit_events SET content = NULL, tags = '{}', metadata = NULL WHERE organisation_id = $1 AND id = $2",
    [id, other],
  );
  expect((await api.get<AuditEvent>(`/v1/audit/${other}`)).body).toMatchObject({ verified: false });
  const chain = await api.post<ChainVerification>("/v1/audit/verify-chain", {});
  expect(chain.body).toMatchObject({
    status: "failed",
    erased: 1,
    findings: [{ eventId: other, code: "content_missing" }],
  });
});
