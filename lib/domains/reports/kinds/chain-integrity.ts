import { type ChainPeriod, type ChainReport, periodRowsMax } from "@/lib/domains/audit-chain";
import { type ChainCheck, chainChecks } from "@/lib/domains/audit-chain/enums";
import type { LegalHold } from "@/lib/domains/legal-holds";
import { shownCell } from "@/lib/domains/reports/enums";
import {
  type Contents,
  count,
  divide,
  figure,
  fill,
  Groups,
  listTable,
  type Period,
  text,
} from "@/lib/domains/reports/kinds/document";
import type { Column, Table } from "@/lib/domains/reports/schemas";
import { countedText, labelOf } from "@/lib/platform/client/format";

const checks = Object.keys(chainChecks) as ChainCheck[];

/** Findings that report missing events. */
const gapCodes = new Set(["events_missing", "tail_missing", "head_missing"]);

interface ChainFacts {
  /** Results of earlier verifications and other events about the chain in the period. */
  chain: ChainPeriod;
  /** Number of the chain's events that the report covers. */
  size: number;
  /** The verification that was run for the report. It reads the whole chain, which can be longer than `size` by then. */
  fresh: Omit<ChainReport, "organisationId">;
  /** Legal holds in force during the period. */
  holds: LegalHold[];
}

const verificationLabels = { PASSED: "Intact", FAILED: "Failed", NOT_VERIFIED: "Not verified" } as const;

/** Summarises a chain's integrity over a period and the result of a new verification. Pure. */
export function collectChainIntegrity(period: Period, { chain, size, fresh, holds }: ChainFacts): Contents {
  const verdicts = chain.verifications.map(({ result }): Verdicts => result?.verdicts ?? {});
  const keys = keyRows(chain);
  const added = chain.lengthAtEnd - chain.lengthAtStart;
  const verification = verificationOf(fresh, added);
  const checkpoints = chain.checkpointDays.reduce((sum, day) => sum + day.checkpoints, 0);
  const failed = chain.verifications.filter(({ status }) => status === "failed");
  const { verifications, findings, erasures } = chain;
  return {
    isEmpty: added + checkpoints + verifications.length + findings.length + erasures.length + holds.length === 0,
    verification,
    figures: [
      figure("verdict", "Verification for this report", verificationLabels[verification], {
        type: "text",
        note: verdictNote(fresh, { added, size }),
      }),
      ...breakFigures(fresh),
      figure("length-start", "Chain length at start of period", chain.lengthAtStart, {
        note: "Events received before the period",
      }),
      figure("length-end", "Chain length at end of period", chain.lengthAtEnd, {
        note: "Events received by the end of the period",
      }),
      figure("added", "Events received", added),
      figure(
        "verifications",
        "Verifications",
        verifications.length,
        listed(verifications, "Verifications that ended in the period"),
      ),
      figure("verifications-failed", "Failed verifications", failed.length),
      figure(
        "findings",
        "Findings in the period",
        findings.length,
        listed(findings, "Inconsistencies first found in the period"),
      ),
      figure("checkpoints", "Checkpoints", checkpoints),
      figure("keys", "Signing keys", keys.length, { note: "Keys that signed checkpoints in the period" }),
      figure(
        "erasures",
        "Erased events",
        erasures.length,
        listed(erasures, "Events erased following legal requests (not counted as findings)"),
      ),
      figure("holds", "Legal holds", holds.length, { note: "Legal holds active at any time in the period" }),
    ],
    tables: [
      questionTable(fresh, verdicts),
      overTime(period, chain),
      listTable({
        key: "breaks",
        title: "Current findings",
        description: "The inconsistencies found by the verification that was run for this report, in chain order.",
        columns: [position, event, text("code", "Finding")],
        rows: fresh.findings.map(({ chainPosition, eventId, code }) => [chainPosition, eventId, code]),
      }),
      listTable({
        key: "findings",
        title: "Findings in the period",
        description: "The inconsistencies in the stored chain that were first found in the period.",
        columns: [time("detected", "Detected"), position, event, text("code", "Finding")],
        rows: findings.map((one) => [one.detectedAt, one.chainPosition, one.eventId, one.code]),
      }),
      listTable({
        key: "verifications",
        title: "Verifications",
        description:
          "Verifications that ended in the period, newest first, and the events that each verification covered. The verification for this report is not listed and does not change how far the overview shows the chain as intact. “Altered” means that the stored result was modified outside the service.",
        columns: [
          time("finished", "Finished"),
          text("status", "Outcome"),
          count("from", "First event"),
          count("to", "Last event"),
          count("events", "Events"),
          text("failed", "Failed"),
        ],
        rows: verifications
          .map(({ finishedAt, result, status }) => {
            const { from = null, to = null, eventsVerified = null } = result ?? {};
            const failed = checks.filter((check) => ["failed", "unreadable"].includes(result?.verdicts[check] ?? ""));
            const names = namesOf(failed);
            return [finishedAt, outcomeOf(status), from, to, eventsVerified, names || null];
          })
          .reverse(),
      }),
      listTable({
        key: "keys",
        title: "Signing keys",
        description:
          "The keys that signed checkpoints in the period. The public keys are available at GET /v1/verify/keys.",
        columns: [
          text("key", "Key"),
          count("checkpoints", "Checkpoints"),
          time("first", "First"),
          time("last", "Last"),
        ],
        rows: keys,
      }),
      {
        ...listTable({
          key: "checkpoints",
          title: "Checkpoints",
          description:
            "The checkpoints signed in the period, newest first. A checkpoint is a signed statement of the chain's length and last hash.",
          columns: [time("issued", "Issued"), count("size", "Events"), text("head", "Head hash")],
          rows: chain.checkpoints.map(({ issuedAt, size, headHash }) => [issuedAt, size, headHash]),
        }),
        total: checkpoints,
      },
      listTable({
        key: "erasures",
        title: "Erasures",
        description:
          "The events whose content was erased following a legal request, and the events that record the erasures.",
        columns: [time("erased", "Erased"), position, event, text("record", "Recorded by")],
        rows: erasures.map((one) => [one.erasedAt, one.chainPosition, one.eventId, one.recordedEventId]),
      }),
      listTable({
        key: "holds",
        title: "Legal holds",
        description: "The legal holds that were active at any time in the period.",
        columns: [
          text("name", "Name"),
          text("reference", "Reference"),
          time("placed", "Placed"),
          time("released", "Released"),
        ],
        rows: holds.map(({ name, reference, placedAt, releasedAt }) => [name, reference, placedAt, releasedAt]),
      }),
    ],
  };
}

/** PASSED only if there are events of the period among those that were verified. */
function verificationOf({ status, eventsVerified }: ChainFacts["fresh"], added: number): Contents["verification"] {
  if (status === "failed") return "FAILED";
  return status === "ok" && added > 0 && eventsVerified > 0 ? "PASSED" : "NOT_VERIFIED";
}

function verdictNote(
  { eventsVerified, to, verdicts }: ChainFacts["fresh"],
  { added, size }: { added: number; size: number },
): string {
  // Events after the chain state of the report. Their number is known only if no event is missing.
  const later = eventsVerified === to ? Math.max(0, to - size) : 0;
  const period =
    added === 0 ? "none received in the period" : `including ${shownCell(added, "count")} received in the period`;
  const skipped = checks.filter(
    (check) => check !== "anchor" && !["ok", "failed", "unreadable"].includes(verdicts[check]),
  );
  return [
    `Verified events: ${shownCell(eventsVerified - later, "count")}, ${period}.`,
    later > 0 && `Also verified: ${countedText(later, "later event")}, not included in this report.`,
    skipped.length > 0 && `Not verified: ${namesOf(skipped)}.`,
    verdicts.anchor === "not_checked" && `${chainChecks.anchor[0]}: ${notVerified}, because none was supplied.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** `Passed`, `Failed`, `Altered`. */
function outcomeOf(status: string): string {
  return status === "ok" ? labelOf(verdictLabels.ok) : labelOf(status);
}

/** `links, sealed records`. */
function namesOf(those: readonly ChainCheck[]): string {
  return those.map((check) => chainChecks[check][0].toLowerCase()).join(", ");
}

/** Breaks and gaps. No number if no event was verified, and no gaps if completeness was not. */
function breakFigures({ eventsVerified, findings, findingsTotal, verdicts }: ChainFacts["fresh"]) {
  const isVerified = eventsVerified > 0 || findingsTotal > 0;
  const hasGaps = isVerified && ["ok", "failed"].includes(verdicts.completeness);
  const gaps = findings.filter(({ code }) => gapCodes.has(code)).length;
  const among =
    findings.length < findingsTotal
      ? `Gaps among the first ${findings.length} findings`
      : "Findings that report missing events";
  return [
    figure("breaks", "Current findings", isVerified ? findingsTotal : null, {
      note: isVerified ? "Findings of the verification for this report" : notVerified,
    }),
    figure("gaps", "Current gaps", hasGaps ? gaps : null, { note: hasGaps ? among : notVerified }),
  ];
}

/** The note of a figure that counts a list, which may be incomplete. */
function listed({ length }: readonly unknown[], note: string): { note: string } {
  return { note: length < periodRowsMax ? note : `${note}. Only the oldest ${shownCell(length, "count")} are counted` };
}

type Verdicts = Partial<Record<ChainCheck, string>>;

function questionTable(fresh: ChainFacts["fresh"], verdicts: Verdicts[]): Table {
  return {
    key: "questions",
    title: "Check results",
    description:
      "The result of each check for this report, and the number of earlier verifications in the period with each result.",
    columns: [
      ...[text("question", "Check"), text("now", "This report"), text("asks", "Condition")],
      ...[count("ok", "Times passed"), count("failed", "Times failed"), count("not-checked", "Times not verified")],
    ],
    rows: checks.map((check) => {
      const times = (verdict: string) => verdicts.filter((one) => (one[check] ?? "not_checked") === verdict).length;
      const notChecked = times("not_checked") + times("not_sealed") + times("not_verified");
      const now = labelOf(verdictLabels[fresh.verdicts[check]]);
      const [name, condition] = chainChecks[check];
      return [name, now, condition, times("ok"), times("failed") + times("unreadable"), notChecked];
    }),
    total: checks.length,
    chart: null,
  };
}

const notVerified = "not verified";

/** A check that did not run, or covered only part of the data, is not verified. */
const verdictLabels = {
  ok: "passed",
  failed: "failed",
  unreadable: "unreadable",
  not_verified: notVerified,
  not_checked: notVerified,
  not_sealed: notVerified,
} as const;

function overTime(period: Period, { verifications, checkpointDays }: ChainPeriod): Table {
  const division = divide(period);
  const groups = new Groups(2);
  fill(groups, division.all);
  for (const { day, checkpoints } of checkpointDays) groups.add(division.of(day), 0, checkpoints);
  for (const { finishedAt } of verifications) groups.add(division.of(finishedAt), 1);
  return {
    key: "over-time",
    title: "Over time",
    description: `The number of signed checkpoints and finished verifications by ${division.unit} (UTC).`,
    columns: [division.column, ...[count("checkpoints", "Checkpoints"), count("verifications", "Verifications")]],
    rows: groups.inOrder().map(([start, sums]) => [start, ...sums]),
    total: groups.size,
    chart: "days",
  };
}

function keyRows({ checkpointDays }: ChainPeriod) {
  const keys = new Map<string, { checkpoints: number; first: string; last: string }>();
  for (const { keyId, checkpoints, first, last } of checkpointDays) {
    const known = keys.get(keyId);
    keys.set(keyId, { checkpoints: (known?.checkpoints ?? 0) + checkpoints, first: known?.first ?? first, last });
  }
  return [...keys].map(([key, { checkpoints: times, first, last }]) => [key, times, first, last]);
}

const position = count("position", "Position");
const event = text("event", "Event");

function time(key: string, label: string): Column {
  return { key, label, type: "time" };
}
