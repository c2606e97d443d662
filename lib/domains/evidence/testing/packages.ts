import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { payloadWithoutSeals } from "@/lib/domains/audit-chain/testing/chain";
import { type PackageResult, publishPackage } from "@/lib/domains/evidence/generation/publish";
import { generatePackage } from "@/lib/domains/evidence/request-package";
import { GenerateEvidence } from "@/lib/domains/evidence/schemas";
import { examplePackage } from "@/lib/domains/evidence/schemas-examples";
import { registerModel } from "@/lib/domains/models";
import type { CreateOrganisation } from "@/lib/domains/organisations/schemas";
import type { Context } from "@/lib/platform/core/context";
import { pool } from "@/lib/platform/database/db";
import { currentEvidenceSigner } from "@/lib/platform/signing/evidence-keys";
import { keptRsaKey } from "@/lib/platform/signing/testing/kept-rsa-key";
import { storage } from "@/lib/platform/storage";

/** A DATA_DIR for one test file, with a signing key. It is deleted after the file's tests. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "evidence-"));
  writeFileSync(join(path, "evidence-key.pem"), keptRsaKey("one", 4096), { mode: 0o600 });
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Creates a user of a new organisation, with a model and a clock that the test controls. */
export interface Requester {
  ctx: Context;
  clock: TestClock;
  organisationId: string;
  modelId: string;
}

export async function createRequester(given: Partial<CreateOrganisation> = {}): Promise<Requester> {
  const clock = createTestClock();
  const ctx = await createTestContext(clock, given);
  const { id: modelId } = await registerModel(ctx, { name: "Credit scoring" });
  return { ctx, clock, organisationId: ctx.organisation.id, modelId };
}

export const january = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" };

/** A validated request body. */
export function requestOf(modelId: string, given: Record<string, unknown> = {}): GenerateEvidence {
  return GenerateEvidence.parse({ modelId, framework: "EU_AI_ACT_ANNEX_IV", dateRange: january, ...given });
}

/** Requests a package and returns its ID. */
export async function requestPackage({ ctx, modelId }: Requester, given?: Record<string, unknown>): Promise<string> {
  return (await generatePackage(ctx, requestOf(modelId, given))).id;
}

/** The result of a generation for a file of these bytes. */
export function resultOf({ clock, organisationId }: Requester, id: string, bytes: Uint8Array): PackageResult {
  return {
    packageHash: sha256(bytes),
    packageSignature: Buffer.from("a signature").toString("base64"),
    keyId: "0123456789abcdef",
    signedBy: "A key of tests",
    pages: 3,
    sizeBytes: bytes.byteLength,
    storageKey: `evidence/${organisationId}/${id}.pdf`,
    summary: examplePackage.summary,
    coverage: examplePackage.coverage,
    mappingVersion: examplePackage.mappingVersion,
    expiresAt: new Date(clock.now() + 365 * dayMs).toISOString(),
  };
}

/** Creates a READY package with a stored file, which has a valid signature if `isSigned` is true. */
export async function issuePackage(
  requester: Requester,
  { isSigned = false, ...request }: { isSigned?: boolean } & Record<string, unknown> = {},
): Promise<{ id: string; bytes: Buffer; result: PackageResult }> {
  const id = await requestPackage(requester, request);
  const bytes = Buffer.from(`The file of ${id}. `.repeat(5_000));
  const result = { ...resultOf(requester, id, bytes), ...(isSigned && (await signatureOf(bytes))) };
  await putFile(result.storageKey, bytes);
  await publishPackage({ organisationId: requester.organisationId, packageId: id }, result, requester.clock);
  return { id, bytes, result };
}

export async function signatureOf(bytes: Uint8Array) {
  const signer = await currentEvidenceSigner();
  const signature = await signer.signDigest(createHash("sha256").update(bytes).digest());
  return { packageSignature: signature.toString("base64"), keyId: signer.id, signedBy: signer.name };
}

export async function putFile(storageKey: string, bytes: Uint8Array): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "evidence-"));
  try {
    writeFileSync(join(directory, "file"), bytes);
    await storage().putFile(storageKey, join(directory, "file"));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** The payloads and actors of an organisation's package events, in chain order. */
export async function packageEvents(organisationId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool().query<{ content: string; eventType: string; modelId: string }>(
    `SELECT content, event_type AS "eventType", model_id AS "modelId" FROM audit_events
     WHERE organisation_id = $1 ORDER BY chain_position`,
    [organisationId],
  );
  return rows
    .map(({ content, eventType, modelId }) => {
      const { actor } = JSON.parse(content) as { actor: unknown };
      return { eventType, onModel: modelId, actor, ...payloadWithoutSeals(content) };
    })
    .filter((event) => String((event as Record<string, unknown>)["kind"]).startsWith("EVIDENCE_"));
}

/**
 * Revokes the service's permission to append to chains in the test's database, so that every change that must be recorded
 * fails when it is recorded. Returns a function that restores the permission.
 */
export async function withoutChain(ownerUrl: string): Promise<() => Promise<void>> {
  const owner = async (statement: string) => {
    const client = new pg.Client(ownerUrl);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await owner("REVOKE INSERT ON audit_events FROM gas_app");
  return () => owner("GRANT INSERT ON audit_events TO gas_app");
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
