import type { CoverageStatus } from "@/lib/domains/evidence/enums";
import type { DocumentCounts, PackageControl } from "@/lib/domains/evidence/schemas";

/** The parts of the headline that are always shown, with their names; the others are shown if they are not zero. */
const always = { EVIDENCED: "evidenced", PARTIAL: "partial", ADVERSE: "adverse", NOT_EVIDENCED_BY_EVENTS: "to supply" };
const otherwise = { SUPPLIED: "supplied", NO_EVENTS_IN_PERIOD: "without events", OUT_OF_SCOPE: "not requested" };
const names = Object.entries({ ...always, ...otherwise }) as [CoverageStatus, string][];

/** The statuses in the order of the headline. */
export const coverageOrder = names.map(([status]) => status);

/**
 * Coverage in one line, the same everywhere: `1 evidenced, 6 partial, 0 adverse, 2 to supply, of 9`. Packages of
 * mappings before 2026-11-24 did not look for adverse evidence, and their headline does not name it.
 */
export function coverageHeadline(coverage: Coverage): string {
  return `${coverageCounts(coverage)}, of ${coverage.total}`;
}

/** `Coverage of 9 points: 1 evidenced, 6 partial, 0 adverse, 2 to supply`. `name`: of the framework. */
export function coverageSentence({ coverage, countedAs }: Counted, name?: string): string {
  const of = name === undefined ? `${coverage.total} ${countedAs}` : `the ${coverage.total} ${countedAs} of ${name}`;
  return `Coverage of ${of}: ${coverageCounts(coverage)}`;
}

/** `6 partial, 2 to supply as documents`: the statuses that occur, in the order of the headline. */
export function coverageDetails({ byStatus }: Pick<Coverage, "byStatus">): string {
  const parts = names.flatMap(([status, name]) => {
    const number = byStatus[status];
    return number ? [`${number} ${name}${documentNoun(status, number)}`] : [];
  });
  return parts.join(", ");
}

/** Other controls can need documents too, so the number is not a number of documents. */
function documentNoun(status: CoverageStatus, number: number): string {
  if (status !== "NOT_EVIDENCED_BY_EVENTS" && status !== "SUPPLIED") return "";
  return number === 1 ? " as a document" : " as documents";
}

function coverageCounts({ byStatus }: Coverage): string {
  const parts = names.flatMap(([status, name]) => {
    const number = byStatus[status];
    const isShown = status in always ? number !== undefined : Boolean(number);
    return isShown ? [`${number} ${name}`] : [];
  });
  return parts.join(", ");
}

/**
 * Whether a requirement still needs its document: then its reason ends with the sentence about the document. A point
 * needs one while one of its sub-points does.
 */
export function needsDocument({ id, document, reason }: Required, others: readonly Required[]): boolean {
  const parts = others.filter((other) => other.id.startsWith(`${id}(`));
  if (parts.length > 0) return parts.some((one) => needsDocument(one, []));
  return document !== null && reason.endsWith(document);
}

/** The sub-points of a point: documents are supplied for them instead of the point. */
export function subPointsOf<One extends { requirement: string }>(
  { requirement }: { requirement: string },
  controls: readonly One[],
): One[] {
  return controls.filter((other) => other.requirement.startsWith(`${requirement}(`));
}

/** Whether a requested requirement of a package, or one of its sub-points, needs a document that is not supplied. */
export function lacksPackageDocument(control: PackageControl, controls: readonly PackageControl[]): boolean {
  if (!isNeeded(control)) return false;
  const parts = subPointsOf(control, controls);
  return (parts.length > 0 ? parts.filter(isNeeded) : [control]).some(({ documentSupplied }) => !documentSupplied);
}

/** Of the requested requirements of a package. Packages of earlier versions do not state the needed documents. */
export function packageDocumentCounts(controls: readonly PackageControl[]): DocumentCounts {
  const needing = controls.filter((control) => control.counted && isNeeded(control));
  return {
    supplied: needing.filter((control) => !lacksPackageDocument(control, controls)).length,
    needed: needing.length,
  };
}

function isNeeded({ documentNeeded, status }: PackageControl): boolean {
  return documentNeeded === true && status !== "OUT_OF_SCOPE";
}

/** Whether a document is valid on a day, `YYYY-MM-DD`. A period without a first or last day is open. */
export function isValidOn(
  day: string,
  { validFrom, validUntil }: { validFrom?: string | null; validUntil?: string | null },
): boolean {
  return (validFrom || day) <= day && (validUntil || day) >= day;
}

/** Whether events could be strong evidence for a partial requirement, but are not: then its reason starts accordingly. */
export function lacksStrongEvidence({ status, reason }: { status: CoverageStatus; reason: string }): boolean {
  return status === "PARTIAL" && /^[\d,]+ events? supports? this requirement, but /.test(reason);
}

/** `Documents still have to be supplied for 8 of 9 points.` Of requirements whose sections were requested. */
export function documentSentence({ requirements, countedAs }: Listed): string {
  const requested = requirements.filter(({ status, counted }) => counted && status !== "OUT_OF_SCOPE");
  const open = requested.filter((one) => needsDocument(one, requirements)).length;
  const isPart = requirements.some(({ status }) => status === "OUT_OF_SCOPE");
  return `Documents still have to be supplied for ${open} of ${requested.length} ${countedAs}${isPart ? " in the requested sections" : ""}.`;
}

interface Required {
  id: string;
  document: string | null;
  reason: string;
}

interface Listed {
  countedAs: string;
  requirements: readonly (Required & { status: CoverageStatus; counted: boolean })[];
}

interface Counted {
  coverage: Coverage;
  countedAs: string;
}

interface Coverage {
  total: number;
  byStatus: Partial<Record<CoverageStatus, number | undefined>>;
}
