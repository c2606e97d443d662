import { writeBlocks } from "@/lib/domains/audit-chain/append/append-store";
import { type EventDraft, type PreparedEvent, prepareEvent } from "@/lib/domains/audit-chain/append/prepare";
import { genesisHash, type Head, linkEvents } from "@/lib/domains/audit-chain/block";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { pool } from "@/lib/platform/database/db";

/** An organisation with a model. */
interface FilledChain {
  ctx: Pick<Context, "organisation">;
  modelId: string;
}

interface Filling {
  events: number;
  /** Returns the model of an event by its index. Defaults to the chain's registered model. */
  modelIdOf?: (n: number) => string;
  /** The receipt time of the first event, and the interval between events. */
  startMs: number;
  everyMs: number;
}

/** Number of events per statement. */
const eventsAtOnce = 2_000;

/**
 * Fills an empty chain with events, about 100,000 within seconds, with valid hashes and links like those of a busy model.
 * Writes the same rows as the service, but many per statement.
 */
export async function fillModel(chain: FilledChain, { events, startMs, everyMs, modelIdOf }: Filling): Promise<void> {
  let head: Head = { position: 0, blockHash: genesisHash, recordedAt: null };
  const modelHeads = new Map<string, string>();
  for (let first = 0; first < events; first += eventsAtOnce) {
    const count = Math.min(eventsAtOnce, events - first);
    const prepared = Array.from({ length: count }, (_, i) => {
      const n = first + i;
      return eventOf(chain, n, startMs + n * everyMs, modelIdOf?.(n) ?? chain.modelId);
    });
    const blocks = linkEvents(head, modelHeads, prepared, "");
    const connection = await pool().connect();
    try {
      await connection.query("BEGIN");
      for (const statement of writeBlocks(chain.ctx.organisation.id, blocks)) await connection.query(statement);
      await connection.query("COMMIT");
    } finally {
      connection.release();
    }
    const last = blocks.at(-1);
    if (last) head = { position: last.chainPosition, blockHash: last.blockHash, recordedAt: last.recordedAt };
  }
}

function eventOf(chain: FilledChain, n: number, atMs: number, modelId: string): PreparedEvent {
  const ctx = { organisation: chain.ctx.organisation, clock: { now: () => atMs } };
  return prepareEvent(ctx, { modelId, source: "API", ...rare(n, atMs), ...common(n) });
}

type Said = Pick<EventDraft, "eventType" | "severity" | "payload" | "actor" | "tags">;

/** One event in fifty has another type, with all types in turn. */
function common(n: number): Said {
  const actor = { type: "SERVICE", id: `svc_scoring_${n % 4}`, displayName: "Scoring service" };
  const version = `4.${Math.floor(n / 20_000)}.0`;
  const tags = n % 10 === 0 ? ["retail", "uk"] : [];
  const kinds = [
    {
      eventType: "CONFIG_CHANGE",
      payload: { field: "decisionThreshold", before: 0.62, after: 0.6, reason: "Recalibration" },
    },
    {
      eventType: "HUMAN_REVIEW",
      payload: { subjectRef: `CASE-${n}`, overridden: n % 3 === 0, reason: "Income was misread" },
    },
    { eventType: "ALERT", payload: { category: "DRIFT", metric: "psi", value: 0.31, threshold: 0.2 } },
    {
      eventType: "DEPLOYMENT",
      payload: { modelVersion: version, environment: "production", changeTicket: "CHG-10293" },
    },
    { eventType: "DATA_ACCESS", payload: { datasetId: "applications", purpose: "Model validation", rows: 12_000 } },
    { eventType: "TRAINING_COMPLETED", payload: { runId: `run-${n}`, metrics: { auc: 0.91 }, passed: true } },
  ] as const;
  const kind = n % 50 === 49 ? kinds[Math.floor(n / 50) % kinds.length] : undefined;
  if (kind) {
    const severity = kind.eventType === "ALERT" ? "HIGH" : "MEDIUM";
    return { ...kind, severity, actor: { type: "USER", id: `usr_${n % 17}`, displayName: "Zoë Grünwald" }, tags };
  }
  const payload = {
    modelVersion: version,
    inputHash: `sha256:${n.toString(16).padStart(64, "0")}`,
    outputHash: `sha256:${(n * 7).toString(16).padStart(64, "f")}`,
    latencyMs: 40 + (n % 160),
    confidence: (n % 1000) / 1000,
    decisionOutput: n % 5 === 0 ? "DECLINED" : "APPROVED",
    automated: n % 100 !== 0,
    segment: { product: "credit-card", channel: "mobile", region: "UK" },
  };
  return { eventType: "INFERENCE", severity: "INFO", payload, actor, tags };
}

/** A few events are sent an hour late. */
function rare(n: number, atMs: number): { timestamp?: string } {
  return n % 500 === 250 ? { timestamp: isoMilliseconds(atMs - 3_600_000) } : {};
}
