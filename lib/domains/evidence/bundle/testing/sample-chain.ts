import { createHash } from "node:crypto";
import { canonicalContent, genesisHash, hashText, linkEvents } from "@/lib/domains/audit-chain/block";
import { type EventType, eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import type { StoredEvent } from "@/lib/domains/audit-chain/stored-event";
import { isoMilliseconds } from "@/lib/platform/core/clock";

export interface SampleEvent {
  modelId: string;
  eventType?: EventType;
  payload?: Record<string, unknown>;
  actor?: Record<string, unknown> & { type: string; id: string };
  tags?: string[];
  /** The event's time. Defaults to its time of receipt. */
  timestamp?: string;
  /** Time of receipt. */
  recordedAt: string;
}

export const sampleOrganisation = { id: "org_01kasample0000000000000000", name: "Musterbank AG – Zürich" };
export const sampleModel = "mdl_01kasample0000000000000000";
export const otherModel = "mdl_01kaother00000000000000000";

/** A chain of events as the service would store it: real contents, hashes and links, in memory. */
export function sampleChain(events: readonly SampleEvent[], organisationId = sampleOrganisation.id): StoredEvent[] {
  const prepared = events.map((event, i) => {
    const { actor = { type: "SERVICE", id: "key_sample" }, payload = {}, tags = [] } = event;
    const content = canonicalContent({ actor, payload, salt: saltOf(i), tags });
    return {
      organisationId,
      id: `evt_01kasample${String(i + 1).padStart(16, "0")}`,
      modelId: event.modelId,
      eventType: event.eventType ?? "INFERENCE",
      severity: severities[i % severities.length] ?? "INFO",
      source: "API" as const,
      timestamp: event.timestamp,
      receivedAt: event.recordedAt,
      content,
      contentHash: hashText(content),
      tags,
      metadata: null,
      idempotencyKey: null,
      requestHash: null,
    };
  });
  const blocks = linkEvents({ position: 0, blockHash: genesisHash, recordedAt: null }, new Map(), prepared, "");
  return blocks.map(({ idempotencyKey: _key, requestHash: _hash, ...stored }) => ({ ...stored, erasedBy: null }));
}

/** Events of two alternating models, an hour apart, of every type, with unusual numbers and many writing systems. */
export function sampleEvents(count: number, from = "2026-01-01T00:30:00.000Z"): SampleEvent[] {
  const startMs = Date.parse(from);
  return Array.from({ length: count }, (_, i) => {
    const eventType = eventTypes[i % eventTypes.length] ?? "INFERENCE";
    return {
      modelId: i % 3 === 2 ? otherModel : sampleModel,
      eventType,
      actor: { type: "USER", id: `usr_${i % 7}`, displayName: names[i % names.length] ?? "" },
      payload: payloadOf(eventType, i),
      tags: i % 4 === 0 ? ["prod", 'a "quoted", {tag}'] : [],
      recordedAt: isoMilliseconds(startMs + i * 3_600_000),
    };
  });
}

const names = ["Zoë", "李雷", "أحمد", "Ольга", "😀 \u2028 Bot", 'O\'Neill \\ "x"'];
const oddNumbers = [0, -0, 1e21, 5e-324, 0.1 + 0.2, Number.MAX_SAFE_INTEGER, -1.5e-7, 333333333.3333332];

function payloadOf(eventType: EventType, i: number): Record<string, unknown> {
  const common = { n: i, odd: oddNumbers[i % oddNumbers.length], text: names[i % names.length], "\u20ac": [null, {}] };
  switch (eventType) {
    case "HUMAN_REVIEW":
      return { ...common, overridden: i % 2 === 0, reviewerRole: "Validator", modelVersion: "4.2.0" };
    case "ALERT":
      return { ...common, metric: "psi", value: 0.31, threshold: 0.2, resolvedAt: "2026-01-09T00:00:00.000Z" };
    case "INFERENCE":
      return { ...common, modelVersion: `4.${i % 3}.0`, decision: "APPROVED", confidence: 0.9, automated: i % 5 !== 0 };
    default:
      return { ...common, modelVersion: "4.2.0", reason: "Recalibration" };
  }
}

function saltOf(i: number): string {
  return createHash("sha256").update(`salt ${i}`).digest("hex").slice(0, 32);
}
