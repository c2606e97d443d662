import { blockHash, canonicalContent, type EventHeader, genesisHash, hashText } from "@/lib/domains/audit-chain/block";
import type { EventType } from "@/lib/domains/audit-chain/enums";
import type { CollectedEvent } from "@/lib/domains/evidence/collect/collector";
import { kinds, people } from "@/lib/domains/evidence/pdf/testing/sample-payloads";

interface SampleEvent extends CollectedEvent {
  header: EventHeader;
}

/** Texts that replace the default texts of events. */
export interface SampleTexts {
  actor?: string | undefined;
  detail?: string | undefined;
}

/** Differences from the default events. */
interface Variation extends SampleTexts {
  only?: EventType | undefined;
  recordedAt?: string | undefined;
}

const services = ["scoring-gateway", "training-pipeline", "release-bot"] as const;

const severityOf: Readonly<Record<string, readonly string[]>> = {
  ALERT: ["MEDIUM", "HIGH", "MEDIUM", "CRITICAL", "INFO"],
  SHADOW_AI_DETECTED: ["HIGH", "MEDIUM"],
  CONFIG_CHANGE: ["MEDIUM", "INFO"],
};

/**
 * Events of one model with valid hashes and links, spread evenly over a period. The same arguments return the same events.
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
    recordedAt: variation.recordedAt ?? at,
    eventType,
    severity: severities[turn % severities.length] ?? "INFO",
    modelId: "mdl_01kd3v7r9z2m4n6p8q0s1t3v5w",
    source: "API",
    contentHash: hashText(canonicalContent(content)),
  };
  return { header, blockHash: blockHash(header), content };
}

/** Types in proportion to their shares, evenly mixed: 37 and 100 are coprime. */
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
