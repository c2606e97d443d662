import fc from "fast-check";
import { eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import type { CollectedEvent, CollectorOptions } from "@/lib/domains/evidence/collect/collector";
import { EvidenceCollector } from "@/lib/domains/evidence/collect/collector";
import { frameworkOf, sectionIds } from "@/lib/domains/evidence/frameworks";

/** The period of the test events. */
export const year = { from: "2026-01-01T00:00:00.000Z", to: "2026-12-31T23:59:59.999Z" };

export interface Given {
  eventType?: string;
  severity?: string;
  timestamp?: string;
  payload?: unknown;
  actor?: { type: unknown; id: unknown; displayName?: unknown };
  /** The event has no readable content. */
  isUnreadable?: boolean;
}

/** Events of a model with defaults for missing members, each linked to the previous one. Positions have gaps. */
export function events(given: readonly Given[]): CollectedEvent[] {
  return given.map((one, i) => {
    const actor = one.actor ?? { type: "SERVICE", id: "credit-decision-api" };
    return {
      header: {
        id: `evt_${i}`,
        organisationId: "org_1",
        chainPosition: 10 + i * 3,
        previousHash: hash("chain", i),
        previousModelHash: hash("block", i - 1),
        timestamp: one.timestamp ?? "2026-03-02T09:00:00.000Z",
        recordedAt: "2026-03-02T09:00:01.000Z",
        eventType: one.eventType ?? "INFERENCE",
        severity: one.severity ?? "INFO",
        modelId: "mdl_1",
        source: "API",
        contentHash: hash("content", i),
      },
      blockHash: hash("block", i),
      content: one.isUnreadable
        ? undefined
        : { actor, payload: (one.payload ?? {}) as Record<string, unknown>, tags: [] },
    };
  });
}

/** A collector for all events in the year, with the changes of a test. */
export function collector(options: Partial<CollectorOptions> = {}): EvidenceCollector {
  const framework = options.framework ?? frameworkOf("EU_AI_ACT_ANNEX_IV");
  return new EvidenceCollector({
    framework,
    sections: sectionIds(framework.id),
    period: year,
    includeHumanOversight: true,
    ...options,
  });
}

export function collect(given: readonly Given[], options: Partial<CollectorOptions> = {}) {
  const made = collector(options);
  const added = events(given).map((event) => made.add(event));
  return { added, collected: made.finish() };
}

const anyKey = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "length", ""),
  fc.constantFrom(
    "modelVersion",
    "overridden",
    "outcome",
    "reviewed",
    "automated",
    "kind",
    "field",
    "datasets",
    "metrics",
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
);

/** Any JSON, including keys and texts that equal the names of inherited properties. */
const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(null, true, false, 0, "", "2026-03-02T09:00:00.000Z", "OVERRIDDEN"),
    fc.double(),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(anyKey, tie("value"), { maxKeys: 5 }),
  ),
})).value;

/** Payloads read from JSON, as customers may send them: known members with plausible values, and anything else. */
export const anyPayload: fc.Arbitrary<unknown> = fc
  .oneof(
    anyJson,
    fc.record(
      {
        modelVersion: fc.constantFrom<unknown>("4.1.0", "4.2.0", 5, null, ""),
        overridden: fc.constantFrom<unknown>(true, false, "yes", null),
        outcome: fc.constantFrom<unknown>("OVERRIDDEN", "CONFIRMED", "stopped", "ESCALATED", 4),
        reviewed: fc.constantFrom<unknown>(true, false, "true"),
        automated: fc.constantFrom<unknown>(true, false),
        reviewer: fc.constantFrom<unknown>("r-1", "r-2", 3),
        resolvedAt: fc.constantFrom<unknown>("2026-03-04T00:00:00.000Z", null, ""),
        acknowledged: fc.boolean(),
        kind: fc.constantFrom("TIER", "RESTRICTION", "POLICY", "VALIDATION"),
        reason: fc.constantFrom<unknown>("drift", ""),
        metrics: anyJson,
      },
      { requiredKeys: [] },
    ),
  )
  .map((value) => JSON.parse(JSON.stringify(value)));

/** Events in and around the year, some of them from altered rows. */
export const anyGiven: fc.Arbitrary<Given> = fc.record(
  {
    eventType: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...eventTypes) },
      fc.constantFrom("inference", "__proto__", ""),
    ),
    severity: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...severities) }, fc.constantFrom("FATAL", "")),
    timestamp: fc.oneof(
      {
        weight: 9,
        arbitrary: fc
          .integer({ min: Date.UTC(2025, 11, 1), max: Date.UTC(2027, 1, 1) })
          .map((ms) => new Date(ms).toISOString()),
      },
      fc.constantFrom(
        year.from,
        year.to,
        "2026-02-30T00:00:00.000Z",
        "2026-02-03 garbage",
        "infinity",
        "0044-03-15 BC",
        "",
      ),
    ),
    payload: anyPayload,
    actor: fc.record({
      type: fc.constantFrom<unknown>("USER", "SERVICE", 7),
      id: fc.constantFrom<unknown>("a", "b", "c", {}),
    }),
    isUnreadable: fc.constantFrom(false, false, false, true),
  },
  { requiredKeys: [] },
);

function hash(kind: string, i: number): string {
  return `sha256:${kind}${i}`;
}
