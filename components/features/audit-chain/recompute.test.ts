import { expect, test } from "vitest";
import { recompute } from "@/components/features/audit-chain/recompute";
import { blockHash as hashHeader, hashText } from "@/lib/domains/audit-chain/block";
import { canonicalContent } from "@/lib/domains/audit-chain/block-text";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";

const header = {
  organisationId: "org_1",
  id: "evt_1",
  chainPosition: 7,
  previousHash: `sha256:${"1".repeat(64)}`,
  previousModelHash: `sha256:${"2".repeat(64)}`,
  timestamp: "2026-01-15T10:00:00.000Z",
  recordedAt: "2026-01-15T10:00:00.000Z",
  eventType: "INFERENCE",
  severity: "INFO",
  modelId: "mdl_1",
  source: "API",
};
const content = { actor: { type: "USER", id: "usr_1" }, payload: { b: 1, a: "ü" }, salt: "00ff", tags: ["x"] };

function stored(): AuditEvent {
  const contentHash = hashText(canonicalContent(content));
  const blockHash = hashHeader({ ...header, contentHash });
  const { salt: contentSalt, ...rest } = content;
  return { ...header, ...rest, contentSalt, contentHash, blockHash, metadata: null, verified: true };
}

test("the browser computes the same hashes as the service", async () => {
  const event = stored();
  expect(await recompute(event)).toMatchObject({ contentHash: event.contentHash, blockHash: event.blockHash });
});

test("a changed member changes both hashes", async () => {
  const event = stored();
  const changed = await recompute({ ...event, payload: { ...event.payload, b: 2 } });
  expect(changed.contentHash).not.toBe(event.contentHash);
  expect(changed.blockHash).not.toBe(event.blockHash);
});

test("the block hash of an erased event is computed from the header alone", async () => {
  const event = { ...stored(), actor: null, payload: null, contentSalt: null, tags: [] };
  expect(await recompute(event)).toMatchObject({ blockHash: event.blockHash, isErased: true });
  expect((await recompute({ ...event, severity: "HIGH" })).blockHash).not.toBe(event.blockHash);
});
