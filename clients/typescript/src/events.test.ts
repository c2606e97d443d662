import { expect, test } from "vitest";
import { exampleEvent } from "@/lib/domains/audit-chain/schemas-examples";
import { type AuditEvent, type EventProblem, type Receipt, verifyEvent } from "./index";

const event = structuredClone(exampleEvent) as AuditEvent;
const { organisationId, chainPosition, blockHash, contentHash } = event;
const receipt: Receipt = { organisationId, chainPosition, blockHash };

test("an event from the API is intact and matches its receipt", async () => {
  expect(await verifyEvent(event, { receipt })).toEqual({
    isIntact: true,
    isErased: false,
    problems: [],
    contentHash,
    blockHash,
  });
  expect(await verifyEvent(event)).toMatchObject({ isIntact: true });
});

test.each<[string, Partial<AuditEvent>, EventProblem[]]>([
  ["payload", { payload: { ...event.payload, decisionOutput: "DECLINED" } }, ["content_changed"]],
  ["actor", { actor: { type: "USER", id: "another-user" } }, ["content_changed"]],
  ["tags", { tags: ["other"] }, ["content_changed"]],
  ["salt", { contentSalt: "00".repeat(16) }, ["content_changed"]],
  ["content's hash", { contentHash: `sha256:${"0".repeat(64)}` }, ["content_changed", "header_changed"]],
  ["time", { timestamp: "2026-01-15T10:00:00.001Z" }, ["header_changed"]],
  ["type", { eventType: "ALERT" }, ["header_changed"]],
  ["link", { previousHash: `sha256:${"1".repeat(64)}` }, ["header_changed"]],
  ["position", { chainPosition: chainPosition + 1 }, ["header_changed", "receipt_mismatch"]],
  ["hash", { blockHash: contentHash }, ["header_changed", "receipt_mismatch"]],
])("another %s is detected", async (_, change, problems) => {
  expect(await verifyEvent({ ...event, ...change }, { receipt })).toMatchObject({ isIntact: false, problems });
});

test("verifies the header of an erased event with the hash of its former content", async () => {
  const erased = { ...event, actor: null, payload: null, contentSalt: null, tags: [] };
  expect(await verifyEvent(erased, { receipt })).toMatchObject({ isIntact: true, isErased: true, contentHash });
  const moved = { ...erased, contentHash: `sha256:${"0".repeat(64)}` };
  expect(await verifyEvent(moved)).toMatchObject({ isIntact: false, isErased: true, problems: ["header_changed"] });
});

test("members that are not hashed may change", async () => {
  expect(await verifyEvent({ ...event, metadata: null, verified: false })).toMatchObject({ isIntact: true });
});
