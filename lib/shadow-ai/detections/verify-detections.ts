import { findOrphanedStates, findRecordedStates } from "@/lib/shadow-ai/detections/chain-state-store";
import { findDetectionsBehind, inSnapshot } from "@/lib/shadow-ai/detections/list-store";
import { missingFinding, type StateFinding, verifyState } from "@/lib/shadow-ai/detections/verify-state";

/** What comparing an organisation's detections with its chain found. */
export interface DetectionsReport {
  organisationId: string;
  status: "ok" | "failed";
  detectionsVerified: number;
  /** The first hundred. */
  findings: StateFinding[];
  findingsTotal: number;
}

const findingsListed = 100;
/** Detections, and events, that are read at once. */
const detectionsOfPage = 500;
const eventsOfPage = 2_000;

/**
 * Compares every detection of an organisation with the chain's last event about it, and looks for detections that were
 * recorded and are gone. Writes nothing: each page of findings is handed to `onFindings`. What it knows is only as good as
 * the chain, which is verified apart.
 */
export async function verifyDetections(
  organisationId: string,
  onFindings: (findings: StateFinding[]) => Promise<void> = async () => undefined,
): Promise<DetectionsReport> {
  const report: DetectionsReport = {
    organisationId,
    status: "ok",
    detectionsVerified: 0,
    findings: [],
    findingsTotal: 0,
  };
  const take = async (findings: StateFinding[]) => {
    if (findings.length === 0) return;
    report.status = "failed";
    report.findings.push(...findings.slice(0, findingsListed - report.findings.length));
    report.findingsTotal += findings.length;
    await onFindings(findings);
  };
  for await (const { verified, findings } of comparePages(organisationId)) {
    report.detectionsVerified += verified;
    await take(findings);
  }
  for (let behind: number | undefined = 0; behind !== undefined; ) {
    const { states, upTo } = await findOrphanedStates(organisationId, behind, eventsOfPage);
    await take(states.map(missingFinding));
    behind = upTo;
  }
  return report;
}

async function* comparePages(
  organisationId: string,
): AsyncGenerator<{ verified: number; findings: StateFinding[] }, void, undefined> {
  for (let behind: string | undefined = ""; behind !== undefined; ) {
    const after: string = behind;
    // A row and its events are read as of one moment: a change between the two would look like a forgery.
    const { page, recorded } = await inSnapshot(async (tx) => {
      const page = await findDetectionsBehind(tx, organisationId, after, detectionsOfPage);
      const ids = page.map(({ id }) => id);
      return { page, recorded: await findRecordedStates(tx, organisationId, ids) };
    });
    yield {
      verified: page.length,
      findings: page.flatMap((stored) => verifyState(stored, recorded.get(stored.id)) ?? []),
    };
    behind = page.length < detectionsOfPage ? undefined : page.at(-1)?.id;
  }
}
