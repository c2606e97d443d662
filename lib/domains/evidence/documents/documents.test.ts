import { beforeEach, expect, test } from "vitest";
import { createTestChain, everyEvent, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import {
  getDocument,
  listDocumentRequirements,
  listDocuments,
  suppliedDocuments,
  supplyDocument,
  withdrawDocument,
} from "@/lib/domains/evidence/documents/documents";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import { EvidenceDocument, SupplyDocument } from "@/lib/domains/evidence/schemas-documents";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let chain: TestChain;

beforeEach(async () => {
  chain = await createTestChain();
});

const contentHash = `sha256:${"a".repeat(64)}`;
const given = SupplyDocument.parse({
  ...{ framework: "EU_AI_ACT_ANNEX_IV", requirement: "8", title: "Declaration of conformity", contentHash },
  ...{ version: "1", validFrom: "2026-01-01" },
});

test("supplies, reads and withdraws a document, and records both changes on the chain", async () => {
  const { ctx, modelId } = chain;
  const supplied = await supplyDocument(ctx, { ...given, modelId });
  expect(EvidenceDocument.parse(supplied)).toMatchObject({ ...given, modelId, signedBy: null, withdrawnAt: null });
  expect(await getDocument(ctx, supplied.id)).toEqual(supplied);
  const withdrawn = await withdrawDocument(ctx, supplied.id);
  expect(await getDocument(ctx, supplied.id)).toEqual(withdrawn);
  const expected = {
    sealedRecords: [expect.objectContaining({ table: "evidence_documents", id: supplied.id })],
    ...{ documentId: supplied.id, ...given, modelId, signedBy: null, reference: null, validUntil: null },
  };
  expect((await everyEvent(ctx)).map(({ id, payload }) => ({ id, payload }))).toEqual([
    { id: supplied.suppliedBy, payload: { kind: "EVIDENCE_DOCUMENT_SUPPLIED", ...expected } },
    { id: withdrawn.withdrawnBy, payload: { kind: "EVIDENCE_DOCUMENT_WITHDRAWN", ...expected } },
  ]);
});

test("withdraws a document once, even with two concurrent requests", async () => {
  const { id } = await supplyDocument(chain.ctx, given);
  const outcomes = await Promise.allSettled([1, 2].map(() => withdrawDocument(chain.ctx, id)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await everyEvent(chain.ctx)).toHaveLength(2);
});

test("the database rejects changes to a document, and a second withdrawal", async () => {
  const { id } = await supplyDocument(chain.ctx, given);
  const change = (set: string) => pool().query(`UPDATE evidence_documents SET ${set} WHERE id = $1`, [id]);
  for (const set of ["title = 'x'", "content_hash = 'x'", "supplied_at = now()"]) {
    await expect(change(set)).rejects.toMatchObject({ code: "42501" });
  }
  await expect(pool().query("DELETE FROM evidence_documents")).rejects.toMatchObject({ code: "42501" });
  await withdrawDocument(chain.ctx, id);
  await expect(change("withdrawn_at = NULL, withdrawn_by = NULL")).rejects.toMatchObject({ code: "23001" });
});

test("packages of a model list its current documents and those for all models, oldest first", async () => {
  const { ctx, modelId } = chain;
  const forAll = await supplyDocument(ctx, given);
  ctx.clock.nowMs += 1_000;
  const forModel = await supplyDocument(ctx, { ...given, modelId });
  ctx.clock.nowMs += 1_000;
  await withdrawDocument(ctx, (await supplyDocument(ctx, given)).id);
  await supplyDocument(ctx, { ...given, framework: "ISO_42001", requirement: "A.2.2" });
  const listed = async (model: string) =>
    (await suppliedDocuments(ctx.organisation.id, "EU_AI_ACT_ANNEX_IV", model)).map(({ id }) => id);
  expect(await listed(modelId)).toEqual([forAll.id, forModel.id]);
  expect(await listed(chain.systemModelId)).toEqual([forAll.id]);
  expect(await suppliedDocuments((await createTestChain()).ctx.organisation.id, "EU_AI_ACT_ANNEX_IV", modelId)).toEqual(
    [],
  );
  const page = await listDocuments(ctx, { limit: 10, framework: "EU_AI_ACT_ANNEX_IV", modelId, withdrawn: false });
  expect(page.data.map(({ id }) => id)).toEqual([forModel.id, forAll.id]);
  expect((await listDocuments((await createTestChain()).ctx, { limit: 10 })).data).toEqual([]);
});

test("accepts only requirements that need a document, and models of its own organisation", async () => {
  const needed = listDocumentRequirements().data;
  expect(new Set(needed.map(({ framework }) => framework))).toEqual(new Set(frameworkIds));
  expect(needed).toContainEqual(expect.objectContaining({ framework: "EU_AI_ACT_ANNEX_IV", requirement: "8" }));
  await expect(supplyDocument(chain.ctx, { ...given, requirement: "99" })).rejects.toMatchObject({
    code: "validation_failed",
    details: [{ path: "requirement", message: "is not a requirement of EU_AI_ACT_ANNEX_IV" }],
  });
  const other = await createTestChain();
  await expect(supplyDocument(chain.ctx, { ...given, modelId: other.modelId })).rejects.toMatchObject({
    code: "model_not_registered",
  });
  const { id } = await supplyDocument(other.ctx, given);
  await expect(getDocument(chain.ctx, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(withdrawDocument(chain.ctx, id)).rejects.toMatchObject({ code: "not_found" });
  expect(await everyEvent(chain.ctx)).toEqual([]);
});

test("rejects another document when 1,000 are current", async () => {
  const { ctx } = chain;
  const { id } = await supplyDocument(ctx, given);
  await pool().query(
    `INSERT INTO evidence_documents
     SELECT (jsonb_populate_record(document, jsonb_build_object('id', 'doc_' || n))).*
     FROM evidence_documents document, generate_series(2, 1000) n WHERE document.id = $1`,
    [id],
  );
  await expect(supplyDocument(ctx, given)).rejects.toMatchObject({ code: "conflict" });
  await withdrawDocument(ctx, id);
  await expect(supplyDocument(ctx, given)).resolves.toMatchObject({ requirement: "8" });
});
