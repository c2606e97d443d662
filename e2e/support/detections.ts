import {
  changeDetection,
  type DetectionChange,
  insertDetection,
  lockDetections,
  type NewDetection,
  type StoredDetection,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import { recordDetected } from "@/lib/domains/shadow-ai/detections/record-change";
import { newDetection } from "@/lib/domains/shadow-ai/testing/detections";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction } from "@/lib/platform/database/db";
import type { TestOrganisation } from "./organisation";

/** The initial state of a detection and its later changes. */
export interface MadeDetection {
  opened?: Partial<NewDetection>;
  since?: DetectionChange;
}

/**
 * Creates detections like the analysis of traffic, each of a different use; the first is the newest. Their events are
 * on the chain. Later changes are part of the same event, so they send no e-mail and no webhook.
 */
export async function makeDetections(
  organisation: TestOrganisation,
  made: MadeDetection[],
): Promise<StoredDetection[]> {
  const ctx: Context = {
    organisation,
    actor: { kind: "system", id: "shadow-ai" },
    scopes: new Set(),
    clock: systemClock,
    requestId: newId("request"),
  };
  const nowMs = systemClock.now();
  return inTransaction(undefined, async (tx) => {
    await lockDetections(tx, organisation.id);
    const stored: StoredDetection[] = [];
    for (const [n, { opened, since }] of made.entries()) {
      const created = newDetection(organisation.id, nowMs - n, { fingerprint: ownFingerprint(), ...opened });
      const inserted = await insertDetection(tx, created);
      stored.push(since ? await changeDetection(tx, inserted, since, inserted.updatedAt) : inserted);
    }
    await recordDetected(ctx, tx, stored, "CREATED");
    return stored;
  });
}

export async function makeDetection(
  organisation: TestOrganisation,
  made: MadeDetection = {},
): Promise<StoredDetection> {
  const [stored] = await makeDetections(organisation, [made]);
  if (!stored) throw new Error("no detection was made");
  return stored;
}

/** 64 random hexadecimal digits. */
function ownFingerprint(): string {
  return Buffer.from(newId("detection")).toString("hex").padEnd(64, "0").slice(0, 64);
}
