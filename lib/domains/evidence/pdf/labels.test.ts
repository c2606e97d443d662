import { describe, expect, test } from "vitest";
import { eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import { findingCodes } from "@/lib/domains/audit-chain/verification/findings";
import {
  count,
  counted,
  enumerate,
  eventTypeLabel,
  findingSentence,
  longDate,
  longTime,
  severityLabel,
  share,
  shortHash,
  shortMonth,
  tableTime,
} from "@/lib/domains/evidence/pdf/labels";

describe("labels", () => {
  test.each(Object.keys(findingCodes))("include a message for the finding %s", (code) => {
    const sentence = findingSentence({ code, chainPosition: 12_345 });
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toContain(code);
    expect(sentence).not.toContain("*");
  });

  test("show an unknown finding by its code", () => {
    expect(findingSentence({ code: "moon_phase", chainPosition: 7 })).toBe("At position 7: moon_phase.");
  });

  test("cover every event type and severity, and show unknown values unchanged", () => {
    for (const type of eventTypes) expect(eventTypeLabel(type)).not.toBe(type);
    expect(new Set(severities.map((severity) => severityLabel(severity))).size).toBe(severities.length);
    expect(eventTypeLabel("SOMETHING_ELSE")).toBe("SOMETHING_ELSE");
  });

  test.each([
    [0, 0, "none"],
    [0, 10, "0%"],
    [1, 1_000, "under 1%"],
    [999, 1_000, "over 99%"],
    [10, 10, "100%"],
    [1, 3, "33%"],
  ])("describe %i of %i as %s", (part, whole, words) => {
    expect(share(part, whole)).toBe(words);
  });

  test("format numbers, lists and times", () => {
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
