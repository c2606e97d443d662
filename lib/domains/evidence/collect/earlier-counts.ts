import type { Collected } from "@/lib/domains/evidence/collect/collector";
import { memberOf, wordOf } from "@/lib/domains/evidence/collect/payload";
import type { Evidence } from "@/lib/domains/evidence/schemas-bundle";

type Counted = Pick<Collected, "counts" | "statistics">;

/** The members that show the version of a package. */
interface Stated {
  summary: Pick<Evidence["summary"], "recordedLate">;
  statistics: { recording?: unknown; oversight: { kinds?: unknown } };
}

/**
 * Recounts packages of earlier versions, so that they can still be verified: they lack some members, and counted
 * `automated: false`, STOPPED, and reviews of every kind in the oversight counts.
 */
export class EarlierCounts {
  private readonly oversight = { overridden: 0, withOutcome: 0, inferencesReviewed: 0 };

  add(eventType: string, payload: unknown): void {
    if (eventType === "INFERENCE") {
      const isCounted = memberOf(payload, "reviewed") === true || memberOf(payload, "automated") === false;
      if (isCounted) this.oversight.inferencesReviewed += 1;
    } else if (eventType === "HUMAN_REVIEW") {
      const flag = memberOf(payload, "overridden");
      const outcome = wordOf(memberOf(payload, "outcome"));
      const isChanged = flag === true || outcome === "overridden" || outcome === "stopped";
      if (isChanged) this.oversight.overridden += 1;
      if (isChanged || flag === false || outcome === "confirmed") this.oversight.withOutcome += 1;
    }
  }

  /** The counts as a package of its version states them. */
  restated({ counts, statistics }: Counted, { summary, statistics: stated }: Stated): Counted {
    const { recordedLate: _late, ...earlierCounts } = counts;
    const { recording: _recording, ...earlierStatistics } = statistics;
    const {
      kinds: _kinds,
      inferencesNotReviewed: _not,
      inferencesNotAutomated: _by,
      ...members
    } = statistics.oversight;
    return {
      counts: summary.recordedLate === undefined ? earlierCounts : counts,
      statistics: {
        ...(stated.recording === undefined ? earlierStatistics : statistics),
        oversight: stated.oversight.kinds === undefined ? { ...members, ...this.oversight } : statistics.oversight,
      },
    };
  }
}
