import { blockHash, canonicalContent, type EventHeader, genesisHash, hashText } from "@/lib/audit-chain/block";
import type { EventType } from "@/lib/audit-chain/vocabulary";
import type { CollectedEvent } from "@/lib/evidence/collect/collector";

export interface SampleEvent extends CollectedEvent {
  header: EventHeader;
}

/** Texts that go into the events in place of the usual ones. */
export interface SampleTexts {
  actor?: string | undefined;
  detail?: string | undefined;
}

/** How events differ from the usual ones. */
interface Variation extends SampleTexts {
  only?: EventType | undefined;
}

const people = ["Amara Okafor", "Jonas Lindqvist", "Priya Raman", "Marek Nowak"] as const;
const services = ["scoring-gateway", "training-pipeline", "release-bot"] as const;

/** How often a type is among a hundred events, and what such an event says. */
const kinds: readonly (readonly [EventType, number, (turn: number) => Record<string, unknown>])[] = [
  [
    "INFERENCE",
    58,
    (turn) => ({
      modelVersion: versionOf(turn),
      decision: turn % 5 === 0 ? "REFER" : "APPROVE",
      confidence: Number((0.61 + (turn % 38) / 100).toFixed(2)),
      automated: turn % 7 !== 0,
      purpose: "consumer credit decision",
      latencyMs: 18 + (turn % 60),
    }),
  ],
  [
    "HUMAN_REVIEW",
    12,
    (turn) => ({
      kind: turn % 9 === 0 ? "VALIDATION" : "OVERSIGHT",
      outcome: turn % 6 === 0 ? "OVERRIDDEN" : "CONFIRMED",
      reviewerRole: "Senior credit officer",
      reviewerPseudonym: `reviewer-${turn % 4}`,
      independentOfDevelopment: true,
      durationSec: 40 + (turn % 300),
      reason: "Income document and application agree",
    }),
  ],
  [
    "ALERT",
    8,
    (turn) => ({
      category: "DRIFT",
      metric: "population stability index",
      value: Number((0.21 + (turn % 9) / 100).toFixed(2)),
      threshold: 0.2,
      ...(turn % 3 === 0 ? {} : { acknowledgedAt: "2026-02-01T10:00:00.000Z" }),
      ...(turn % 2 === 0
        ? { resolvedAt: "2026-02-02T10:00:00.000Z", correctiveAction: "Threshold for manual referral lowered" }
        : {}),
    }),
  ],
  [
    "CONFIG_CHANGE",
    7,
    (turn) => ({
      field: "referralThreshold",
      before: "0.55",
      after: "0.62",
      kind: turn % 2 === 0 ? "THRESHOLD" : "RESTRICTION",
      reason: "Quarterly review of the referral policy",
      changedBy: people[turn % 4],
      approvedBy: people[(turn + 1) % 4],
    }),
  ],
  [
    "DATA_ACCESS",
    6,
    () => ({
      datasetId: "ds-applications-2025",
      purpose: "monthly monitoring",
      lawfulBasis: "legitimate interest",
      containsPersonalData: true,
      rows: 48_210,
    }),
  ],
  [
    "DEPLOYMENT",
    3,
    (turn) => ({
      modelVersion: versionOf(turn),
      environment: "production",
      changeTicket: `CHG-${4100 + turn}`,
      approvedBy: ["Amara Okafor", "Marek Nowak"],
      intendedPurpose: "Assess applications for consumer credit",
      tier: 1,
    }),
  ],
  [
    "TRAINING_COMPLETED",
    2,
    () => ({
      runId: "run-0417",
      passed: true,
      metrics: [
        { name: "AUC", value: 0.812 },
        { name: "KS", value: 0.47 },
      ],
      testReport: { hash: "sha256:5f1c", signedBy: "Priya Raman" },
    }),
  ],
  [
    "TRAINING_STARTED",
    2,
    () => ({
      runId: "run-0417",
      datasets: [{ id: "ds-applications-2025", version: "7" }],
      codeCommit: "9f31c7e",
      baseModel: "gradient boosting",
    }),
  ],
  [
    "SHADOW_AI_DETECTED",
    2,
    (turn) => ({
      provider: "OpenAI",
      endpointHost: "api.openai.com",
      severity: "HIGH",
      callVolume: 120 + turn,
      status: turn % 2 === 0 ? "RESOLVED" : "OPEN",
      resolution: "APPROVED_EXCEPTION",
      exceptionExpiresAt: "2026-06-30T00:00:00.000Z",
    }),
  ],
];

const severityOf: Readonly<Record<string, readonly string[]>> = {
  ALERT: ["MEDIUM", "HIGH", "MEDIUM", "CRITICAL", "INFO"],
  SHADOW_AI_DETECTED: ["HIGH", "MEDIUM"],
  CONFIG_CHANGE: ["MEDIUM", "INFO"],
};

/**
 * Events of one model, hashed and linked as the chain does it, spread evenly over a period. The same arguments make the same
 * events.
 */
export function sampleEvents(
  total: number,
  period: { from: string; to: string },
  variation: Variation = {},
): SampleEvent[] {
  const start = Date.parse(period.from);
  const span = Date.parse(period.to) - start;
  const events: SampleEvent[] = [];
  let previous = genesisHash;
  let before = genesisHash;
  for (let turn = 0; turn < total; turn++) {
    const position = 1_204 + turn * 3;
    const at = new Date(start + Math.floor(((turn + 0.5) / total) * span)).toISOString();
    const event = sampleEvent(turn, position, at, { previousHash: previous, previousModelHash: before }, variation);
    previous = hashText(`the event of another model behind ${position}`);
    before = event.blockHash;
    events.push(event);
  }
  return events;
}

type Links = Pick<EventHeader, "previousHash" | "previousModelHash">;

function sampleEvent(turn: number, chainPosition: number, at: string, links: Links, variation: Variation): SampleEvent {
  const [eventType, payload] = kindOf(turn, variation.only);
  const name = variation.actor ?? (eventType === "INFERENCE" ? services[0] : people[turn % people.length]);
  const content = {
    actor: { type: "user", id: `usr_${turn % 7}`, displayName: name },
    payload:
      variation.detail === undefined ? payload : { ...payload, reason: variation.detail, purpose: variation.detail },
    salt: hashText(`salt ${turn}`).slice(7, 39),
    tags: ["credit"],
  };
  const severities = severityOf[eventType] ?? ["INFO"];
  const header: EventHeader = {
    organisationId: "org_01kd3v5m2w7hq4t9x8b6c0e1fa",
    id: `evt_${hashText(`event ${turn}`).slice(7, 33)}`,
    chainPosition,
    ...links,
    timestamp: at,
    recordedAt: at,
    eventType,
    severity: severities[turn % severities.length] ?? "INFO",
    modelId: "mdl_01kd3v7r9z2m4n6p8q0s1t3v5w",
    source: "API",
    contentHash: hashText(canonicalContent(content)),
  };
  return { header, blockHash: blockHash(header), content };
}

/** Types in their shares, mixed well: 37 has no divisor in common with 100. */
function kindOf(turn: number, only: EventType | undefined): [EventType, Record<string, unknown>] {
  const one = kinds.find(([eventType]) => eventType === only);
  if (one) return [one[0], one[2](turn)];
  let rest = (turn * 37 + 3) % 100;
  for (const [eventType, share, payload] of kinds) {
    if (rest < share) return [eventType, payload(turn)];
    rest -= share;
  }
  return ["INFERENCE", {}];
}

function versionOf(turn: number): string {
  return turn < 200 ? "2.3.0" : "2.4.1";
}
