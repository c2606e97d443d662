import { expect, test } from "vitest";
import { type IntegrityFacts, integrityOf } from "@/lib/domains/evidence/verification/integrity";

const checked = { content: "ok", linkage: "ok", completeness: "not_checked", checkpoints: "ok", anchor: "not_checked" };
const unchecked = Object.fromEntries(Object.keys(checked).map((check) => [check, "not_checked"]));
const march = { from: "2026-03-01T00:00:00.000Z", to: "2026-03-31T23:59:59.999Z" };

interface Given {
  verdicts?: Record<string, string>;
  eventsVerified?: number;
  status?: "ok" | "failed";
  findingsTotal?: number;
  collectedAt?: string;
  chain?: string | null;
  model?: string | null;
}

function resultOf(given: Given) {
  const { verdicts = checked, eventsVerified = 12, status = "ok", findingsTotal = 0 } = given;
  const { collectedAt = "2026-04-02T09:00:00.000Z", chain = "2026-01-05T08:00:00.000Z", model = chain } = given;
  return integrityOf({
    verification: { status, eventsVerified, findingsTotal, verdicts } as IntegrityFacts["verification"],
    package: { dateRange: march, collectedAt },
    firstRecordedAt: { chain, model },
  });
}

const nothing = { verdicts: unchecked, eventsVerified: 0 };

test.each<[string, Given, string, RegExp]>([
  [
    "events that passed",
    {},
    "INTACT",
    /^Passed: content, links and checkpoints\. Not checked: completeness and saved receipt\.$/,
  ],
  ["nothing checked", nothing, "NOT_VERIFIED", /not verified: no event of any model was recorded in the period/],
  [
    "a period before the chain",
    { ...nothing, chain: "2026-11-20T10:00:00.000Z" },
    "NOT_VERIFIED",
    /its first event was recorded on 20 November 2026, 10:00:00 UTC, after the end of the period/,
  ],
  ["an empty chain", { ...nothing, chain: null }, "NOT_VERIFIED", /not verified: it has no events/],
  ["links not checked", { verdicts: { ...checked, linkage: "not_checked" } }, "NOT_VERIFIED", /content or the links/],
  [
    "a failed check",
    { status: "failed", findingsTotal: 2, verdicts: { ...checked, content: "failed" } },
    "NOT_INTACT",
    /failed with 2 findings\. Failed: content\. Passed: links/,
  ],
  [
    "a failed check with the status of success",
    { verdicts: { ...checked, linkage: "failed" } },
    "NOT_INTACT",
    /Failed/,
  ],
])("the statement about %s follows from the checks that ran", (_what, given, status, sentence) => {
  expect(resultOf(given)).toMatchObject({ status, sentence: expect.stringMatching(sentence) });
});

test.each<[string, Given, RegExp[]]>([
  ["in the past and after the first event", {}, []],
  [
    "before the first event",
    { model: "2026-11-20T10:00:00.000Z" },
    [/first event of this model on 20 November 2026, 10:00:00 UTC, after the period ended on 31 March 2026/],
  ],
  [
    "before the chain",
    { chain: "2026-11-20T10:00:00.000Z", model: null },
    [/first event of this chain on .*, after the period ended on/],
  ],
  [
    "partly before the first event",
    { model: "2026-03-10T10:00:00.000Z" },
    [/first event of this model on .*, after the period began\.$/],
  ],
  ["not yet over", { collectedAt: "2026-03-20T00:00:00.000Z" }, [/had not ended when the events were collected/]],
  ["not yet started", { collectedAt: "2026-02-20T00:00:00.000Z" }, [/had not begun/]],
])("a period that is %s is described", (_what, given, sentences) => {
  expect(resultOf(given).period).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
});
