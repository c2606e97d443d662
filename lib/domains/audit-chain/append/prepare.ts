import { randomFillSync } from "node:crypto";
import { canonicalContent, type EventActor, hashText } from "@/lib/domains/audit-chain/block";
import type { EventType, Severity, Source } from "@/lib/domains/audit-chain/vocabulary";
import { simulatedTime } from "@/lib/platform/core/clock";
import type { Actor, Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";

/** Bytes that one event's content may have in canonical form (256 KiB). */
export const contentBytesMax = 256 * 1024;

/** Bytes that an event's metadata may have as JSON (64 KiB). */
export const metadataBytesMax = 64 * 1024;

/** An event as its writer gives it. */
export interface EventDraft {
  /** Where the service has told of the event by its id already; else it gets one here. */
  id?: string | undefined;
  modelId: string;
  eventType: EventType;
  severity: Severity;
  source: Source;
  actor: EventActor;
  payload: Record<string, unknown>;
  tags: string[];
  metadata?: Record<string, unknown> | undefined;
  /** When it happened; the time of receipt where absent. */
  timestamp?: string | undefined;
  idempotencyKey?: string | undefined;
  requestHash?: string | undefined;
}

/** An event with everything that does not depend on its place in the chain: made before the lock is taken. */
export interface PreparedEvent {
  organisationId: string;
  id: string;
  modelId: string;
  eventType: EventType;
  severity: Severity;
  source: Source;
  timestamp: string | undefined;
  /** Receipt by a simulated clock; undefined: the database's time under the chain's lock. */
  receivedAt: string | undefined;
  content: string;
  contentHash: string;
  tags: string[];
  metadata: string | null;
  idempotencyKey: string | null;
  requestHash: string | null;
}

/** Canonicalises, salts and hashes an event's content. Throws `payload_too_large`; `place` names the event in the error. */
export function prepareEvent(
  ctx: Pick<Context, "clock"> & { organisation: { id: string } },
  draft: EventDraft,
  place = "",
): PreparedEvent {
  const nowMs = ctx.clock.now();
  const { actor, payload, tags } = draft;
  const content = canonicalContent({ actor, payload, salt: newSalt(), tags });
  const metadata = draft.metadata === undefined ? null : JSON.stringify(draft.metadata);
  if (exceeds(content, contentBytesMax)) {
    throw tooLarge(`${place}payload`, `has more than ${contentBytesMax} bytes in canonical form, with actor and tags`);
  }
  if (metadata && exceeds(metadata, metadataBytesMax)) {
    throw tooLarge(`${place}metadata`, `has more than ${metadataBytesMax} bytes`);
  }
  return {
    organisationId: ctx.organisation.id,
    id: draft.id ?? newId("auditEvent", nowMs),
    modelId: draft.modelId,
    eventType: draft.eventType,
    severity: draft.severity,
    source: draft.source,
    timestamp: draft.timestamp,
    receivedAt: simulatedTime(ctx.clock),
    content,
    contentHash: hashText(content),
    tags,
    metadata,
    idempotencyKey: draft.idempotencyKey ?? null,
    requestHash: draft.requestHash ?? null,
  };
}

/** A character has at most three bytes in UTF-8 for each of its code units: short texts need not be measured. */
function exceeds(text: string, bytesMax: number): boolean {
  return text.length > bytesMax / 3 && Buffer.byteLength(text) > bytesMax;
}

function tooLarge(path: string, message: string): ServiceError {
  return new ServiceError("payload_too_large", `${path} ${message}.`, { details: [{ path, message }] });
}

const saltBytes = 16;
const saltPool = Buffer.alloc(saltBytes * 256);
let saltOffset = saltPool.length;

function newSalt(): string {
  if (saltOffset === saltPool.length) {
    randomFillSync(saltPool);
    saltOffset = 0;
  }
  saltOffset += saltBytes;
  return saltPool.toString("hex", saltOffset - saltBytes, saltOffset);
}

/** How whoever acts is written into an event. */
export function eventActor(actor: Actor): EventActor {
  switch (actor.kind) {
    case "api-key":
      return { type: "SERVICE", id: actor.id, displayName: actor.name };
    case "user":
      return { type: "USER", id: actor.id, displayName: actor.email };
    case "integration":
      return { type: "INTEGRATION", id: actor.id, displayName: actor.name };
    case "system":
      return { type: "SYSTEM", id: actor.id };
  }
}

/** Prefix of the keys of the service's own events. An Idempotency-Key is ASCII, so no caller can use or block one. */
export const serviceKeyMark = "§";

/** The key under which an event of the service is kept once. */
export function serviceKey(source: string): string {
  return `${serviceKeyMark}${source}`;
}

/** The `kind` of the event that records that an operator initialised the signer's state. Callers cannot write it (`draftOf`). */
export const signerInitialisedKind = "SIGNER_STATE_INITIALISED";
