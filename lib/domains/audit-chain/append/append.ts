import {
  type KeyedEvent,
  lockChain,
  type ModelState,
  writeBlocks,
} from "@/lib/domains/audit-chain/append/append-store";
import type { PreparedEvent } from "@/lib/domains/audit-chain/append/prepare";
import { genesisHash, linkEvents } from "@/lib/domains/audit-chain/block";
import { futureMessage, futureToleranceMs } from "@/lib/domains/audit-chain/schemas";
import type { Sql, Statement } from "@/lib/domains/audit-chain/store";
import { recompute } from "@/lib/domains/audit-chain/stored-event";
import { notificationStatements } from "@/lib/domains/audit-chain/streams/followers";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { observeDatabaseTime } from "@/lib/platform/core/clock-skew";
import { idempotencyKeyReused, modelNotRegistered, ServiceError, validationFailed } from "@/lib/platform/core/errors";

/** Events to append together, in order. */
export interface Submission {
  events: PreparedEvent[];
  /** All or none; otherwise each valid event. */
  atomic: boolean;
}

export interface Appended {
  id: string;
  chainPosition: number;
  blockHash: string;
  previousHash: string;
  timestamp: string;
  recordedAt: string;
  eventType: string;
}

/**
 * The result for one event. `replayed`: it was appended before with the same idempotency key. `withdrawn`: another
 * event of the same atomic submission was refused.
 */
export type Outcome =
  | { appended: Appended; replayed: boolean; verified: boolean }
  | { refused: ServiceError }
  | { withdrawn: true };

/** Statements that open and close the transaction, unless the caller does. */
export interface Frame {
  begin: Statement[];
  commit: Statement[];
}

/**
 * Appends the submissions of one organisation in one transaction. Take no other lock after the chain's, and do no slow
 * work before the commit.
 */
export async function appendLocked(
  sql: Sql,
  organisationId: string,
  submissions: Submission[],
  frame: Frame = { begin: [], commit: [] },
): Promise<Outcome[][]> {
  const events = submissions.flatMap((submission) => submission.events);
  const wanted = {
    modelIds: distinct(events.map((event) => event.modelId)),
    keys: distinct(events.flatMap((event) => event.idempotencyKey ?? [])),
  };
  const sentMs = Date.now();
  const chain = await lockChain(sql, organisationId, wanted, frame.begin);
  if (!chain.head) throw new Error(`organisation ${organisationId} has no chain`);
  observeDatabaseTime(sentMs, Date.parse(chain.databaseTime), Date.now());
  const models = new Map(chain.models.map((model) => [model.id, model]));
  const known = new Map(chain.keyed.map((event) => [event.idempotencyKey, event]));

  const plan = new Plan(models, known, chain.databaseTime);
  const decisions = submissions.map((submission) => plan.decide(submission));
  const modelHeads = new Map([...models.values()].map((model) => [model.id, model.lastHash ?? genesisHash]));
  const blocks = linkEvents(chain.head, modelHeads, plan.accepted, chain.databaseTime);
  const notifications = blocks.length > 0 ? notificationStatements(organisationId, chain.followers) : [];
  await sql.run([...writeBlocks(organisationId, blocks), ...notifications, ...frame.commit]);
  return decisions.map((submission) =>
    submission.map((decision) => {
      if (!("index" in decision)) return decision;
      const block = blocks[decision.index];
      if (!block) throw new Error("an accepted event has no block");
      return { appended: block, replayed: decision.replayed, verified: true };
    }),
  );
}

type Decision = Outcome | { index: number; replayed: boolean };

/** Decides for each event whether it can be appended, considering the earlier events of the same transaction. */
class Plan {
  readonly accepted: PreparedEvent[] = [];
  private readonly acceptedByKey = new Map<string, number>();
  private readonly latestTimestamp: string;

  constructor(
    private readonly models: Map<string, ModelState>,
    private readonly known: Map<string, KeyedEvent>,
    databaseTime: string,
  ) {
    this.latestTimestamp = isoMilliseconds(Date.parse(databaseTime) + futureToleranceMs);
  }

  decide(submission: Submission): Decision[] {
    const before = this.accepted.length;
    const decisions = submission.events.map((event) => this.decideOne(event));
    const refused = decisions.some((decision) => "refused" in decision);
    if (!submission.atomic || !refused) return decisions;
    this.withdraw(before);
    return decisions.map((decision) => ("refused" in decision ? decision : { withdrawn: true }));
  }

  private decideOne(event: PreparedEvent): Decision {
    const repeat = event.idempotencyKey === null ? undefined : this.repeatOf(event, event.idempotencyKey);
    if (repeat) return repeat;
    if (event.timestamp !== undefined && event.receivedAt === undefined && event.timestamp > this.latestTimestamp) {
      return { refused: validationFailed([{ path: "timestamp", message: futureMessage }]) };
    }
    const model = this.models.get(event.modelId);
    if (!model) return { refused: modelNotRegistered(event.modelId) };
    if (model.archived) return { refused: archived(event.modelId) };
    const index = this.accepted.push(event) - 1;
    if (event.idempotencyKey !== null) this.acceptedByKey.set(event.idempotencyKey, index);
    return { index, replayed: false };
  }

  private repeatOf(event: PreparedEvent, key: string): Decision | undefined {
    const stored = this.known.get(key);
    if (stored) {
      if (stored.requestHash !== event.requestHash) {
        return { refused: stored.content === null ? keyOfErased() : idempotencyKeyReused() };
      }
      return { appended: stored, replayed: true, verified: recompute(stored).intact };
    }
    const index = this.acceptedByKey.get(key);
    if (index === undefined) return undefined;
    return this.accepted[index]?.requestHash === event.requestHash
      ? { index, replayed: true }
      : { refused: idempotencyKeyReused() };
  }

  private withdraw(length: number): void {
    for (const event of this.accepted.splice(length)) {
      if (event.idempotencyKey !== null) this.acceptedByKey.delete(event.idempotencyKey);
    }
  }
}

function distinct(values: string[]): string[] {
  return [...new Set(values)];
}

/** The request hash was erased with the content, so the requests cannot be compared. */
function keyOfErased(): ServiceError {
  return new ServiceError(
    "idempotency_key_reused",
    "This Idempotency-Key belongs to an event whose content was erased. Use a new key for a new event.",
  );
}

function archived(modelId: string): ServiceError {
  const message = `The model ${modelId} is archived and does not accept events. Set archived to false with PATCH /v1/models/${modelId}.`;
  return new ServiceError("model_not_registered", message, { details: [{ path: "modelId", message: "is archived" }] });
}
