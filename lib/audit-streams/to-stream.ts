import { AuditStream } from "@/lib/audit-streams/schemas";
import type { StandingStream } from "@/lib/audit-streams/store";
import type { StreamStatus } from "@/lib/audit-streams/vocabulary";

/** A stored stream as callers see it: nothing of its secrets. */
export function toStream(stored: StandingStream): AuditStream {
  const { eventTypes, modelIds, minSeverity, position, headPosition } = stored;
  return AuditStream.parse({
    ...stored,
    filter: { eventTypes, modelIds, minSeverity },
    status: statusOf(stored),
    positionAt: iso(stored.positionAt),
    lag: { events: Math.max(0, headPosition - position), oldestReceivedAt: iso(stored.oldestReceivedAt) },
    failingSince: iso(stored.failingSince),
    nextAttemptAt: stored.state === "ACTIVE" ? iso(stored.nextAttemptAt) : null,
    lastDeliveredAt: iso(stored.lastDeliveredAt),
    previousSecretExpiresAt: iso(stored.previousSecretExpiresAt),
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  });
}

function statusOf({ state, failures }: Pick<StandingStream, "state" | "failures">): StreamStatus {
  return state === "ACTIVE" && failures > 0 ? "FAILING" : state;
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

const Settings = AuditStream.omit({
  status: true,
  position: true,
  positionAt: true,
  headPosition: true,
  lag: true,
  failures: true,
  failingSince: true,
  nextAttemptAt: true,
  lastDeliveredAt: true,
  lastError: true,
  lastStatusCode: true,
});

/** What the entity tag of a stream is made of: its settings. Batches go at any time, and must refuse nobody's change. */
export function versionOf(stream: AuditStream): object {
  return { ...Settings.parse(stream), isPaused: stream.status === "PAUSED" };
}
