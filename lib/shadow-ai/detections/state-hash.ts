import { createHash } from "node:crypto";
import { jcs } from "@/lib/jcs";
import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";

/** What traffic moves between two events on the chain. Times are as the API writes them. */
export interface Figures {
  calls: number;
  bytesOut: number;
  firstSeenAt: string;
  score: number;
  ruleVersion: string;
  catalogueVersion: string;
}

/** The columns that the hash covers. */
export type HashedDetection = Pick<
  StoredDetection,
  | "id"
  | "organisationId"
  | "fingerprint"
  | "status"
  | "severity"
  | "source"
  | "detectedAt"
  | "createdAt"
  | "provider"
  | "endpoint"
  | "assignedTo"
  | "notes"
  | "resolution"
  | "resolvedModelId"
  | "resolvedAt"
  | "exceptionExpiresAt"
  | "exceptionCalls"
  | "reopenedFor"
  | "reopenedAt"
  | "calls"
  | "bytesOut"
  | "firstSeenAt"
  | "score"
  | "assessment"
  | "catalogueVersion"
>;

export function figuresOf(stored: HashedDetection): Figures {
  const { calls, bytesOut, firstSeenAt, score, assessment, catalogueVersion } = stored;
  // Of an edited row the assessment may be anything.
  const ruleVersion = String((assessment as { ruleVersion?: unknown } | null)?.ruleVersion ?? "");
  return { calls, bytesOut, firstSeenAt: firstSeenAt.toISOString(), score, ruleVersion, catalogueVersion };
}

/**
 * `sha256:` and hex: the SHA-256 of the canonical JSON (RFC 8785) of what governs a detection, with its figures as they are,
 * or as they were when an event recorded them.
 */
export function stateHash(stored: HashedDetection, figures: Figures = figuresOf(stored)): string {
  const { id, organisationId, fingerprint, status, severity, source, provider, endpoint } = stored;
  const { assignedTo, notes, resolution, resolvedModelId, exceptionCalls, reopenedFor } = stored;
  const state = {
    ...{ id, organisationId, fingerprint, status, severity, source, provider, endpoint },
    ...{ assignedTo, notes, resolution, resolvedModelId, exceptionCalls, reopenedFor },
    detectedAt: stored.detectedAt.toISOString(),
    createdAt: stored.createdAt.toISOString(),
    resolvedAt: stored.resolvedAt?.toISOString() ?? null,
    exceptionExpiresAt: stored.exceptionExpiresAt?.toISOString() ?? null,
    // Events of before there was such a time have none in their hash.
    ...(stored.reopenedAt === null ? {} : { reopenedAt: stored.reopenedAt.toISOString() }),
    ...figures,
  };
  return `sha256:${createHash("sha256").update(jcs(state)).digest("hex")}`;
}

/** Whether figures may have followed from those an event recorded: traffic only adds to them. */
export function mayFollow(recorded: Figures, now: Figures): boolean {
  return (
    now.calls >= recorded.calls &&
    now.bytesOut >= recorded.bytesOut &&
    // Both are in the contract's form, whose texts sort as the times do.
    now.firstSeenAt <= recorded.firstSeenAt
  );
}
