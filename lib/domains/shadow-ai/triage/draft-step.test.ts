import { describe, expect, test } from "vitest";
import type { ShadowAiDetection, ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { exampleDetail } from "@/lib/domains/shadow-ai/schemas-examples";
import { UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import { draftStep } from "./draft-step";

const open = {
  ...(exampleDetail as unknown as ShadowAiDetectionDetail),
  status: "OPEN",
  severity: "HIGH",
  resolution: null,
  resolvedModelId: null,
} satisfies ShadowAiDetectionDetail;

let ids = 0;
function decided(given: Partial<ShadowAiDetection>): ShadowAiDetection {
  ids += 1;
  return { ...open, id: `sad_${ids}`, status: "RESOLVED", ...given };
}

const falsePositive = () => decided({ resolution: "FALSE_POSITIVE" });

describe("a draft", () => {
  test.each<[string, Partial<ShadowAiDetectionDetail>, ShadowAiDetection[], object | null, RegExp]>([
    ["for a detection without precedent", {}, [], { status: "INVESTIGATING" }, /^No decided detection/],
    ["under investigation without precedent", { status: "INVESTIGATING" }, [], null, /^The detection is under/],
    ["for a decided detection", { status: "DISMISSED" }, [falsePositive()], null, /already DISMISSED/],
    [
      "for a record that differs from the chain",
      { verified: false },
      [falsePositive()],
      { status: "INVESTIGATING" },
      /does not match/,
    ],
    [
      "after the same decisions",
      {},
      [falsePositive(), falsePositive()],
      { status: "RESOLVED", resolution: "FALSE_POSITIVE", investigate: true },
      /is FALSE_POSITIVE/,
    ],
    [
      "under investigation after a dismissal",
      { status: "INVESTIGATING" },
      [decided({ status: "DISMISSED" })],
      { status: "DISMISSED" },
      /is DISMISSED/,
    ],
    [
      "after onboarding",
      {},
      [decided({ resolution: "ONBOARDED", resolvedModelId: "mdl_1" })],
      { resolution: "ONBOARDED", resolvedModelId: "mdl_1" },
      /is ONBOARDED/,
    ],
    [
      "after onboarding to different models",
      {},
      ["mdl_1", "mdl_2"].map((resolvedModelId) => decided({ resolution: "ONBOARDED", resolvedModelId })),
      { status: "INVESTIGATING" },
      /decided differently/,
    ],
    [
      "after different decisions",
      {},
      [falsePositive(), decided({ resolution: "STOPPED" })],
      { status: "INVESTIGATING" },
      /decided differently/,
    ],
    [
      "after a stop",
      {},
      [decided({ resolution: "STOPPED" })],
      { status: "INVESTIGATING" },
      /STOPPED, which does not apply/,
    ],
    [
      "after an exception",
      {},
      [decided({ resolution: "APPROVED_EXCEPTION" })],
      { status: "INVESTIGATING" },
      /APPROVED_EXCEPTION, which/,
    ],
    [
      "more severe than its precedent",
      {},
      [decided({ resolution: "FALSE_POSITIVE", severity: "INFO" })],
      { status: "INVESTIGATING" },
      /more severe/,
    ],
    [
      "with a precedent of another department",
      {},
      [decided({ resolution: "FALSE_POSITIVE", details: { ...open.details, departmentHint: "Legal" } })],
      { status: "INVESTIGATING" },
      /^No decided/,
    ],
  ])("%s follows its rule, and is accepted as a change", (_name, given, similar, change, reason) => {
    const draft = draftStep({ ...open, ...given }, similar);
    if (change) expect(draft.change).toMatchObject(change);
    else expect(draft.change).toBeNull();
    if (draft.change) UpdateDetection.parse(draft.change);
    expect(draft.reasons[0]?.text).toMatch(reason);
    expect(draft.applied).toBe(false);
  });

  test("lists risk factors by points and the catalogue's facts", () => {
    const { reasons } = draftStep(open, []);
    const factors = reasons.filter(({ source }) => source === "RISK_FACTOR");
    expect(factors.length).toBeGreaterThan(0);
    expect(reasons.at(-1)).toMatchObject({
      source: "CATALOGUE",
      text: expect.stringContaining("data processing agreement"),
    });
  });
});
