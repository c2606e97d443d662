import { placeOf, recordFinding } from "@/lib/audit-chain";
import type { Clock } from "@/lib/clock";
import { isDatabaseUnavailable, type Transaction } from "@/lib/db";
import { log } from "@/lib/log";
import { findOrphanedStates, findRecordedStates } from "@/lib/shadow-ai/detections/chain-state-store";
import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";
import { findDetectionsBehind, inSnapshot } from "@/lib/shadow-ai/detections/list-store";
import { missingFinding, type StateFinding, verifyState } from "@/lib/shadow-ai/detections/verify-state";
import { findOrganisationsBehind } from "@/lib/shadow-ai/overview/store";

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

/**
 * Verifies the detections of the next `limit` organisations that have some, by their ids, behind `after`, and writes down
 * what it finds, each finding once. Answers the id of the last, to go on behind it; undefined at the end. Maintenance over
 * all organisations.
 */
export async function verifyNextDetections(
  clock: Clock,
  { after, limit }: { after: string; limit: number },
): Promise<{ after: string | undefined; detections: number; findings: number }> {
  const organisationIds = await findOrganisationsBehind(after, limit);
  let detections = 0;
  let findings = 0;
  for (const organisationId of organisationIds) {
    try {
      const report = await verifyDetections(organisationId, async (found) => {
        await recordStateFindings(undefined, organisationId, found, new Date(clock.now()));
      });
      detections += report.detectionsVerified;
      findings += report.findingsTotal;
    } catch (error) {
      // One organisation must not keep the others.
      if (isDatabaseUnavailable(error)) throw error;
      log().error({ organisationId, err: error }, "the detections of an organisation could not be verified");
    }
  }
  return { after: organisationIds.length < limit ? undefined : organisationIds.at(-1), detections, findings };
}

/**
 * The ids of those detections whose rows are not what the chain says of them, each written down as a finding. To be asked
 * before a change that an event tells of: the state after it is then the recorded one, and would hide what was edited.
 */
export async function findDoubtful(
  tx: Transaction,
  organisationId: string,
  detections: StoredDetection[],
  now: Date,
): Promise<Set<string>> {
  const ids = detections.map(({ id }) => id);
  const recorded = await findRecordedStates(tx, organisationId, ids);
  const findings: StateFinding[] = detections.flatMap((stored) => verifyState(stored, recorded.get(stored.id)) ?? []);
  await recordStateFindings(tx, organisationId, findings, now);
  return new Set(findings.map(({ detectionId }) => detectionId));
}

/**
 * Writes down where detections are not what the chain says of them, as findings about the chain, and has each told once as
 * `chain.integrity_failure`: one that is known stays as it was first seen. Answers how many are new.
 */
export async function recordStateFindings(
  tx: Transaction | undefined,
  organisationId: string,
  findings: StateFinding[],
  detectedAt: Date,
): Promise<number> {
  let added = 0;
  for (const { detectionId, eventId, code, ...found } of findings) {
    // A detection that no event is about stands before the chain, and is named in the code.
    const key = eventId === null ? { eventId: placeOf(0), code: `${code} ${detectionId}` } : { eventId, code };
    const finding = { ...found, ...key, detectedAt: detectedAt.toISOString() };
    if (await recordFinding(organisationId, finding, tx)) added += 1;
  }
  return added;
}
