import type { ChainPeriod, ChainReport } from "@/lib/domains/audit-chain";
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

/** The checks of a verification with their descriptions. */
const questions = [
  ["content", "All content matches its recorded hash"],
  ["linkage", "Every event references its predecessors"],
  ["completeness", "No events are missing or unexpected"],
  ["checkpoints", "The chain matches its signed checkpoints"],
  ["anchor", "The chain contains the hash saved by the caller"],
  ["schema", "The database schema matches the migrations"],
  ["records", "Every governed record matches its last event"],
] as const;

/** Findings that report missing events. */
const gapCodes = new Set(["events_missing", "tail_missing", "head_missing"]);

interface ChainFacts {
  /** Results of earlier verifications and other events about the chain in the period. */
  chain: ChainPeriod;
  /** The verification that was run for the report. */
  fresh: Omit<ChainReport, "organisationId">;
  /** Legal holds in force during the period. */
  holds: LegalHold[];
}

const statusLabels = { ok: "Intact", failed: "Failed", not_verified: "Not fully verified" } as const;

/** Summarises a chain's integrity over a period and the result of a new verification. Pure. */
export function collectChainIntegrity(period: Period, { chain, fresh, holds }: ChainFacts): Contents {
  const verdicts = chain.verifications.map(verdictsOf);
  const gaps = fresh.findings.filter(({ code }) => gapCodes.has(code)).length;
  const keys = keyRows(chain);
  return {
    figures: [
      figure("verdict", "Verified for this report", statusLabels[fresh.status], {
        type: "text",
        note: `The whole chain, all ${shownCell(fresh.eventsVerified, "count")} events`,
      }),
      figure("breaks", "Breaks found now", fresh.findingsTotal),
      figure("gaps", "Gaps among them", gaps, { note: "Missing events" }),
      figure("length-start", "Length at the start", chain.lengthAtStart, { note: "Events received before the period" }),
      figure("length-end", "Length at the end", chain.lengthAtEnd),
      figure("added", "Events added", chain.lengthAtEnd - chain.lengthAtStart),
      figure("verifications", "Verifications", chain.verifications.length, { note: "Completed in the period" }),
      figure(
        "verifications-failed",
        "Failed verifications",
        chain.verifications.filter(({ status }) => status === "failed").length,
      ),
      figure("findings", "Findings in the period", chain.findings.length, { note: "Recorded when first found" }),
      figure("checkpoints", "Checkpoints", chain.checkpoints.length, { note: "Signed in the period" }),
      figure("keys", "Signing keys", keys.length),
      figure("erasures", "Erased events", chain.erasures.length, { note: "Following legal requests; not findings" }),
      figure("holds", "Legal holds", holds.length, { note: "Active at any time in the period" }),
    ],
    tables: [
      questionTable(fresh, verdicts),
      overTime(period, chain),
      listTable({
        key: "breaks",
        title: "Breaks found now",
        description: "Findings of this report's verification in chain order. Empty if the chain is intact.",
        columns: [position, event, text("code", "Finding")],
        rows: fresh.findings.map(({ chainPosition, eventId, code }) => [chainPosition, eventId, code]),
      }),
      listTable({
        key: "findings",
        title: "Findings of the period",
        description: "Inconsistencies in the stored chain, at the time they were first found.",
        columns: [time("detected", "Detected"), position, event, text("code", "Finding")],
        rows: chain.findings.map((one) => [one.detectedAt, one.chainPosition, one.eventId, one.code]),
      }),
      listTable({
        key: "verifications",
        title: "Verifications",
        description: "Verifications completed in the period, latest first.",
        columns: [
          time("finished", "Finished"),
          text("mode", "Mode"),
          count("events", "Events"),
          text("status", "Outcome"),
          text("failed", "Failed"),
        ],
        rows: chain.verifications
          .map(({ finishedAt, mode, eventsVerified, status }, i) => {
            const failed = questions.filter(([question]) =>
              ["failed", "unreadable"].includes(verdicts[i]?.[question] ?? ""),
            );
            return [finishedAt, mode, eventsVerified, status, failed.map(([question]) => question).join(", ") || null];
          })
          .reverse(),
      }),
      listTable({
        key: "keys",
        title: "Signing keys",
        description: "Keys that signed checkpoints in the period. Public keys are available at GET /v1/verify/keys.",
        columns: [
          text("key", "Key"),
          count("checkpoints", "Checkpoints"),
          time("first", "First"),
          time("last", "Last"),
        ],
        rows: keys,
      }),
      listTable({
        key: "checkpoints",
        title: "Checkpoints",
        description: "Signed states of the chain, latest first.",
        columns: [time("issued", "Issued"), count("size", "Events"), text("head", "Head hash")],
        rows: chain.checkpoints.map(({ issuedAt, size, headHash }) => [issuedAt, size, headHash]).reverse(),
      }),
      listTable({
        key: "erasures",
        title: "Erasures",
        description: "Content erased following a legal request, with the events that record it.",
        columns: [time("erased", "Erased"), position, event, text("record", "Recorded by")],
        rows: chain.erasures.map((one) => [one.erasedAt, one.chainPosition, one.eventId, one.recordedEventId]),
      }),
      listTable({
        key: "holds",
        title: "Legal holds",
        description: "Holds that were active at any time in the period.",
        columns: [text("hold", "Hold"), text("name", "Name"), time("placed", "Placed"), time("released", "Released")],
        rows: holds.map(({ id, name, placedAt, releasedAt }) => [id, name, placedAt, releasedAt]),
      }),
    ],
  };
}

type Verdicts = Partial<Record<(typeof questions)[number][0], string>>;

/** The result of a verification, or undefined if it was interrupted. */
function verdictsOf({ report }: ChainPeriod["verifications"][number]): Verdicts {
  if (report === null) return {};
  const { verdicts } = JSON.parse(report) as { verdicts?: Verdicts };
  return verdicts ?? {};
}

function questionTable(fresh: ChainFacts["fresh"], verdicts: Verdicts[]): Table {
  return {
    key: "questions",
    title: "Verdicts",
    description: "The current result, and the number of verifications with each result in the period.",
    columns: [
      ...[text("question", "Question"), text("asks", "Check"), text("now", "Now")],
      ...[count("ok", "Passed"), count("failed", "Failed"), count("not-checked", "Not checked or not verified")],
    ],
    rows: questions.map(([question, asks]) => {
      const times = (verdict: string) => verdicts.filter((one) => (one[question] ?? "not_checked") === verdict).length;
      const now = {
        ok: "passed",
        failed: "failed",
        not_verified: "not verified",
        not_checked: "not checked",
        not_sealed: "not sealed",
        unreadable: "unreadable",
      }[fresh.verdicts[question]];
      const notChecked = times("not_checked") + times("not_sealed") + times("not_verified");
      return [question, asks, now, times("ok"), times("failed") + times("unreadable"), notChecked];
    }),
    total: questions.length,
    chart: null,
  };
}

function overTime(period: Period, { verifications, checkpoints }: ChainPeriod): Table {
  const division = divide(period);
  const groups = new Groups(2);
  fill(groups, division.all);
  for (const { issuedAt } of checkpoints) groups.add(division.of(issuedAt));
  for (const { finishedAt } of verifications) groups.add(division.of(finishedAt), 1);
  return {
    key: "over-time",
    title: "Over time",
    description: `Checkpoints that were signed and verifications that ended, by the ${division.unit} (UTC).`,
    columns: [division.column, ...[count("checkpoints", "Checkpoints"), count("verifications", "Verifications")]],
    rows: groups.inOrder().map(([start, sums]) => [start, ...sums]),
    total: groups.size,
    chart: "days",
  };
}

function keyRows({ checkpoints }: ChainPeriod) {
  const keys = new Map<string, { checkpoints: number; first: string; last: string }>();
  for (const { keyId, issuedAt } of checkpoints) {
    const known = keys.get(keyId) ?? { checkpoints: 0, first: issuedAt, last: issuedAt };
    keys.set(keyId, { ...known, checkpoints: known.checkpoints + 1, last: issuedAt });
  }
  return [...keys].map(([key, { checkpoints: times, first, last }]) => [key, times, first, last]);
}

const position = count("position", "Position");
const event = text("event", "Event");

function time(key: string, label: string): Column {
  return { key, label, type: "time" };
}
