import type { Decision, Description } from "@/lib/domains/shadow-ai/detect";
import {
  changeDetection,
  type DetectionChange,
  insertDetection,
  type StoredDetection,
  unresolved,
  unsnoozed,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import { exceedsSnooze } from "@/lib/domains/shadow-ai/detections/snooze-limits";
import { type Severity, type SnoozeEnd, severities } from "@/lib/domains/shadow-ai/enums";
import type { JudgedUnit } from "@/lib/domains/shadow-ai/uses/read-situations";
import { newId } from "@/lib/platform/core/ids";
import { jcs } from "@/lib/platform/crypto/jcs";
import type { Transaction } from "@/lib/platform/database/db";

/** The action taken and the resulting detection. */
export interface Applied {
  done: "opened" | "reopened" | "raised" | "reassessed" | "woken" | "reclassified" | "updated" | "nothing";
  detection: StoredDetection | undefined;
  /** Why the snooze ended. */
  snoozeEnd?: SnoozeEnd | undefined;
}

/** A decision with an effect, and the metrics to store. */
export interface Judgement {
  decision: Exclude<Decision, { kind: "ignore" }>;
  description: Description;
}

/** Stores a decision about a use. */
export async function applyDecision(
  tx: Transaction,
  { situation: { use }, stored }: JudgedUnit,
  { decision, description }: Judgement,
  now: Date,
): Promise<Applied> {
  const { source, ...figures } = description;
  const { severity } = description.assessment;
  if (decision.kind === "open") {
    const { organisationId, fingerprint, providerId, provider, endpoint, accessKind, category, department } = use;
    const detection = await insertDetection(tx, {
      id: newId("detection", now.getTime()),
      ...{ organisationId, fingerprint, providerId, provider, endpoint, accessKind, category, department },
      ...figures,
      severity,
      source,
      reopenedFor: decision.reason === "OUTSIDE_ALLOWLIST" ? decision.reason : null,
      detectedAt: now,
      createdAt: now,
    });
    return { done: "opened", detection };
  }
  if (!stored) throw new Error(`decision ${decision.kind} requires an existing detection`);
  const change = (columns: DetectionChange) => changeDetection(tx, stored, columns, now);
  switch (decision.kind) {
    case "reopen": {
      const detection = await change({
        ...figures,
        ...unresolved,
        status: "OPEN",
        severity,
        source,
        reopenedFor: decision.reason,
        reopenedAt: now,
      });
      return { done: "reopened", detection };
    }
    case "update": {
      const isRaised = severities.indexOf(severity) > severities.indexOf(stored.severity as Severity);
      const snoozeEnd = snoozeEndOf(stored, isRaised, figures);
      const columns = snoozeEnd ? { ...figures, ...unsnoozed } : figures;
      // Deciding fields change only together with an event.
      // A changed allow list can also lower the severity.
      if (figures.registered !== stored.registered) {
        return { done: "reassessed", detection: await change({ ...columns, severity, source }), snoozeEnd };
      }
      if (isRaised) return { done: "raised", detection: await change({ ...columns, severity, source }), snoozeEnd };
      if (snoozeEnd) return { done: "woken", detection: await change({ ...columns, source }), snoozeEnd };
      if (source !== stored.source) return { done: "reclassified", detection: await change({ ...figures, source }) };
      if (!differs(stored, figures)) return { done: "nothing", detection: stored };
      return { done: "updated", detection: await change(figures) };
    }
    case "absorb": {
      // A resolved detection shows later traffic, but its score stays as it was at resolution.
      const { calls, bytesOut, bytesIn, firstSeenAt, lastSeenAt } = figures;
      const traffic = { calls, bytesOut, bytesIn, firstSeenAt, lastSeenAt };
      if (!differs(stored, traffic)) return { done: "nothing", detection: stored };
      return { done: "updated", detection: await change(traffic) };
    }
  }
}

function snoozeEndOf(
  stored: StoredDetection,
  isRaised: boolean,
  figures: Pick<StoredDetection, "calls" | "bytesOut">,
): SnoozeEnd | undefined {
  if (stored.snoozedUntil === null) return undefined;
  if (isRaised) return "SEVERITY";
  return exceedsSnooze(stored, figures) ? "TRAFFIC" : undefined;
}

function differs(stored: StoredDetection, figures: Partial<Description>): boolean {
  return Object.entries(figures).some(([name, value]) => {
    const before = stored[name as keyof StoredDetection];
    // Stored with single precision.
    if (name === "confidence") return Math.fround(Number(before)) !== Math.fround(Number(value));
    return jcs(JSON.parse(JSON.stringify(before))) !== jcs(JSON.parse(JSON.stringify(value)));
  });
}
