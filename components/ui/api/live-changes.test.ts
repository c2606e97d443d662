import { describe, expect, it, test } from "vitest";
import { affectedKeys, changedKinds, pollDelayMs } from "@/components/ui/api/live";

const activity = { chainPosition: 7, revisions: { detections: "a", evidence: "b" } };

describe("changedKinds", () => {
  it("is empty for the first response and for an unchanged one", () => {
    expect(changedKinds(undefined, activity)).toEqual([]);
    expect(changedKinds(activity, structuredClone(activity))).toEqual([]);
  });

  it("lists each kind with a new revision, including the chain", () => {
    const after = { chainPosition: 8, revisions: { detections: "x", evidence: "b" } };
    expect(changedKinds(activity, after)).toEqual(["chain", "detections"]);
  });

  it("returns each affected key once and ignores unknown kinds", () => {
    const keys = affectedKeys(["chain", "detections", "unknown"]);
    expect(keys).toContainEqual(["detections"]);
    expect(keys).toContainEqual(["audit"]);
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
  });
});

test("the poll delay doubles with each failure, up to 15 seconds", () => {
  expect([0, 1, 2, 3, 9].map(pollDelayMs)).toEqual([2_000, 4_000, 8_000, 15_000, 15_000]);
});
