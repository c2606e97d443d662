import { describe, expect, test } from "vitest";
import { eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import { findingCodes } from "@/lib/domains/audit-chain/verification/findings";
import {
  count,
  counted,
  enumerate,
  eventTypeWord,
  findingSentence,
  longDate,
  longTime,
  severityWord,
  share,
  shortHash,
  shortMonth,
  tableTime,
} from "@/lib/domains/evidence/pdf/labels";

describe("words", () => {
  test.each(Object.keys(findingCodes))("there is a sentence for what a verification can find: %s", (code) => {
    const sentence = findingSentence({ code, chainPosition: 12_345 });
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toContain(code);
    expect(sentence).not.toContain("*");
  });

  test("a finding of a later version is named by its code", () => {
    expect(findingSentence({ code: "moon_phase", chainPosition: 7 })).toBe("At position 7: moon_phase.");
  });

  test("every type of event and severity has words, and what is unknown is shown as it is", () => {
    for (const type of eventTypes) expect(eventTypeWord(type)).not.toBe(type);
    expect(new Set(severities.map((severity) => severityWord(severity))).size).toBe(severities.length);
    expect(eventTypeWord("SOMETHING_ELSE")).toBe("SOMETHING_ELSE");
  });

  test.each([
    [0, 0, "none"],
    [0, 10, "0%"],
    [1, 1_000, "under 1%"],
    [999, 1_000, "over 99%"],
    [10, 10, "100%"],
    [1, 3, "33%"],
  ])("%i of %i are %s", (part, whole, words) => {
    expect(share(part, whole)).toBe(words);
  });

  test("numbers, lists and times read as a reader expects", () => {
    expect([count(1_234_567), count(999)]).toEqual(["1,234,567", "999"]);
    expect([counted(0, "event"), counted(1, "event"), counted(2, "hash", "hashes")]).toEqual([
      "no events",
      "1 event",
      "2 hashes",
    ]);
    expect([enumerate([]), enumerate(["a"]), enumerate(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
    expect(longDate("2026-03-04")).toBe("4 March 2026");
    expect(shortMonth("2026-03-01")).toBe("Mar 2026");
    expect(longTime("2026-12-31T23:59:59.999Z")).toBe("31 December 2026, 23:59:59 UTC");
    expect(tableTime("2026-12-31T23:59:59.999Z")).toBe("2026-12-31 23:59:59.999");
    expect(shortHash(`sha256:${"ab".repeat(32)}`)).toBe("abababababab");
  });
});
