import { describe, expect, it } from "vitest";
import { changedKinds, concernedKeys, pollDelayMs } from "@/components/ui/api/live";

const activity = { chainPosition: 7, revisions: { detections: "a", evidence: "b" } };

describe("what changed", () => {
  it("is nothing on the first answer, or when nothing moved", () => {
    expect(changedKinds(undefined, activity)).toEqual([]);
    expect(changedKinds(activity, structuredClone(activity))).toEqual([]);
  });

  it("is each kind whose text differs, the chain among them", () => {
    const after = { chainPosition: 8, revisions: { detections: "x", evidence: "b" } };
    expect(changedKinds(activity, after)).toEqual(["chain", "detections"]);
  });

  it("has each concerned key read again once, and ignores kinds that are not known here", () => {
    const keys = concernedKeys(["chain", "detections", "unheard-of"]);
    expect(keys).toContainEqual(["detections"]);
    expect(keys).toContainEqual(["audit"]);
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
  });
});

describe("asking again", () => {
  it("waits two seconds, and longer with each failure in a row", () => {
    expect([0, 1, 2, 3, 9].map(pollDelayMs)).toEqual([2_000, 4_000, 8_000, 15_000, 15_000]);
  });
});
