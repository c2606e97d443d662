import { expect, test } from "vitest";
import { recompute, recomputePath } from "@/components/features/audit-chain/proofs/recompute";
import { blockHash as hashHeader, hashText } from "@/lib/domains/audit-chain/block";
import { canonicalContent } from "@/lib/domains/audit-chain/block-text";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { IndependentTree } from "@/lib/domains/audit-chain/testing/independent-merkle";

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

test("the browser computes the path from each leaf to the root", async () => {
  const hex = (bytes: Uint8Array) => `sha256:${Buffer.from(bytes).toString("hex")}`;
  const entries = Array.from({ length: 7 }, (_, i) => Buffer.alloc(32, i + 1));
  for (const treeSize of [1, 2, 5, 7]) {
    const tree = new IndependentTree(entries.slice(0, treeSize));
    for (let leafIndex = 0; leafIndex < treeSize; leafIndex++) {
      const proof = { leafIndex, treeSize, hashes: tree.path(leafIndex).map(hex) };
      const computed = await recomputePath(proof, hex(entries[leafIndex] ?? Buffer.alloc(0)));
      expect(computed?.at(-1)).toBe(hex(tree.hash()));
      expect(computed).toHaveLength(proof.hashes.length + 1);
    }
  }
  const proof = { leafIndex: 2, treeSize: 7, hashes: new IndependentTree(entries).path(2).map(hex) };
  expect((await recomputePath(proof, hex(Buffer.alloc(32, 9))))?.at(-1)).not.toBe(
    hex(new IndependentTree(entries).hash()),
  );
  const entry = hex(entries[2] ?? Buffer.alloc(0));
  expect(await recomputePath({ ...proof, hashes: proof.hashes.slice(1) }, entry)).toBeUndefined();
  expect(await recomputePath({ ...proof, hashes: ["sha256:1", ...proof.hashes.slice(1)] }, entry)).toBeUndefined();
});
