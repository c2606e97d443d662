import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { entityTag } from "@/lib/resource/entity-tag";
import { withMembership } from "@/lib/shadow-ai/detections/assignees";
import { findRecordedStates } from "@/lib/shadow-ai/detections/chain-state-store";
import { findDetection } from "@/lib/shadow-ai/detections/detection-store";
import { inSnapshot } from "@/lib/shadow-ai/detections/list-store";
import { recordStateFindings } from "@/lib/shadow-ai/detections/record-findings";
import { toDetection, toRiskAssessment } from "@/lib/shadow-ai/detections/to-detection";
import { triageVersion } from "@/lib/shadow-ai/detections/triage-version";
import { verifyState } from "@/lib/shadow-ai/detections/verify-state";
import { findSettings } from "@/lib/shadow-ai/organisation/settings-store";
import type { ShadowAiDetectionDetail } from "@/lib/shadow-ai/schemas";
import { lastDays } from "@/lib/shadow-ai/uses/last-days";
import { findDays } from "@/lib/shadow-ai/uses/traffic-store";

const activityDays = 30;

/**
 * A detection of the organisation with what a list leaves out, and its entity tag. It is compared with the chain's last event
 * about it: what does not agree is written down as a finding. Throws `not_found`.
 */
export async function getDetection(
  ctx: Context,
  id: string,
): Promise<{ detection: ShadowAiDetectionDetail; tag: string }> {
  const organisationId = ctx.organisation.id;
  const nowMs = ctx.clock.now();
  const dates = lastDays(nowMs, activityDays);
  const read = await inSnapshot(async (tx) => {
    const stored = await findDetection(tx, organisationId, id);
    if (!stored) return undefined;
    const recorded = await findRecordedStates(tx, organisationId, [id]);
    const { fingerprint } = stored;
    const days = await findDays(tx, organisationId, [{ fingerprint, since: `${dates[0]}T00:00:00.000Z` }]);
    const { slaDays } = await findSettings(tx, organisationId);
    return { stored, recorded: recorded.get(id), days: days.get(fingerprint) ?? [], slaDays };
  });
  if (!read) throw notFound("detection");
  const { stored, recorded, days, slaDays } = read;
  const finding = verifyState(stored, recorded);
  if (finding) await recordStateFindings(ctx.tx, organisationId, [finding], new Date(nowMs));
  const [shown] = await withMembership(ctx, ctx.tx, [toDetection(stored, slaDays)]);
  if (!shown) throw new Error("a detection is not shown");
  const traffic = new Map(days.map(({ day, stats }) => [day, stats]));
  return {
    detection: {
      ...shown,
      verified: finding === undefined,
      riskAssessment: toRiskAssessment(stored),
      activity: dates.map((date) => {
        const { calls = 0, bytesOut = 0 } = traffic.get(date) ?? {};
        return { date, calls, bytesOut };
      }),
      timeline: { auditEvents: `/v1/audit?tags=${id}` },
    },
    tag: entityTag(triageVersion(stored)),
  };
}
