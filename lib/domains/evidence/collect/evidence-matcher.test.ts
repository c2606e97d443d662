import { describe, expect, test } from "vitest";
import { EvidenceMatcher } from "@/lib/domains/evidence/collect/evidence-matcher";
import { keyNames } from "@/lib/domains/evidence/frameworks/key-names";
import type { EvidenceRule } from "@/lib/domains/evidence/frameworks/types";

type Found = "nothing" | "supporting" | "strong";

/** The strength of an event as evidence for one target under these rules. */
function find(rules: readonly EvidenceRule[], eventType: string, payload: unknown): Found {
  let found: Found = "nothing";
  new EvidenceMatcher([rules], keyNames).match(eventType, payload, (_target, isStrong) => {
    found = isStrong ? "strong" : "supporting";
  });
  return found;
}

const value: EvidenceRule = { type: "ALERT", strength: "strong", keys: ["metric", "value"] };
const report: EvidenceRule = { type: "TRAINING_COMPLETED", strength: "strong", keys: ["testReport.signedBy"] };
const provenance: EvidenceRule = { type: "TRAINING_STARTED", strength: "strong", keys: ["datasets.provenance"] };
const tier: EvidenceRule = {
  type: "CONFIG_CHANGE",
  strength: "strong",
  keys: [],
  saying: [
    { key: "kind", words: ["TIER"] },
    { key: "field", words: ["*tier"] },
  ],
};
const tierWithReason: EvidenceRule = { ...tier, keys: ["reason"] };
const board: EvidenceRule = {
  type: "CONFIG_CHANGE",
  strength: "supporting",
  keys: [],
  saying: [{ key: "approvedBy", words: ["board*"] }],
};
const independent: EvidenceRule = {
  type: "HUMAN_REVIEW",
  strength: "strong",
  keys: [],
  saying: [{ key: "independentOfDevelopment", words: ["true"] }],
};
const impact: EvidenceRule = { ...tier, saying: [{ key: "kind", words: ["*IMPACT*"] }] };

describe("an event", () => {
  test.each<[string, EvidenceRule[], string, unknown, Found]>([
    ["of another type is nothing", [value], "INFERENCE", { metric: "psi" }, "nothing"],
    ["of a type that there is not is nothing", [value], "__proto__", { metric: "psi" }, "nothing"],
    ["with one of the members is evidence", [value], "ALERT", { value: 0.3 }, "strong"],
    ["with a member under another accepted name is, too", [value], "ALERT", { observed: 0 }, "strong"],
    ["with none of the members is not", [value], "ALERT", { severity: "HIGH" }, "nothing"],
    ["without any members is not", [value], "ALERT", {}, "nothing"],
    ["that says no says something", [value], "ALERT", { value: false }, "strong"],
    ["that says null does not", [value], "ALERT", { metric: null, value: null }, "nothing"],
    ["with empty members is not", [value], "ALERT", { metric: "", value: [], observed: {} }, "nothing"],
    ["with a list as payload has no members", [value], "ALERT", [{ metric: "psi" }], "nothing"],
    ["with a text as payload has no members", [value], "ALERT", "metric", "nothing"],
    ["with an unknown payload has no members", [value], "ALERT", undefined, "nothing"],
    ["inherits nothing", [value], "ALERT", Object.create({ metric: "psi" }), "nothing"],
    ["is evidence by its type if the rule requires no member", [{ ...value, keys: [] }], "ALERT", undefined, "strong"],
    ["is looked into", [report], "TRAINING_COMPLETED", { testReport: { signedBy: "A. Okafor" } }, "strong"],
    [
      "is looked into under another name",
      [report],
      "TRAINING_COMPLETED",
      { validationReport: { signedBy: "A" } },
      "strong",
    ],
    ["is not taken for what is in it", [report], "TRAINING_COMPLETED", { testReport: "signedBy" }, "nothing"],
    [
      "is looked into through lists",
      [provenance],
      "TRAINING_STARTED",
      { datasets: [{}, { provenance: "x" }] },
      "strong",
    ],
    ["says a word", [tier], "CONFIG_CHANGE", { kind: "tier" }, "strong"],
    ["says a word however it is written", [tier], "CONFIG_CHANGE", { setting: "model.RISK_TIER" }, "strong"],
    ["says another word", [tier], "CONFIG_CHANGE", { kind: "THRESHOLD", field: "tierThreshold" }, "nothing"],
    ["says a word and has no member beside it", [tierWithReason], "CONFIG_CHANGE", { kind: "TIER" }, "nothing"],
    ["says a word and has a member", [tierWithReason], "CONFIG_CHANGE", { kind: "TIER", reason: "x" }, "strong"],
    ["says a word in a list", [board], "CONFIG_CHANGE", { approvedBy: ["CRO", "Board risk committee"] }, "supporting"],
    ["says yes", [independent], "HUMAN_REVIEW", { independent: true }, "strong"],
    ["says no", [independent], "HUMAN_REVIEW", { independentOfDevelopment: false }, "nothing"],
    ["says a word within words", [impact], "CONFIG_CHANGE", { kind: "AI impact assessment" }, "strong"],
    [
      "is as strong as the strongest rule",
      [{ ...value, keys: [], strength: "supporting" }, value],
      "ALERT",
      { metric: "psi" },
      "strong",
    ],
    [
      "is as strong as the rule that matches",
      [value, { ...value, keys: [], strength: "supporting" }],
      "ALERT",
      {},
      "supporting",
    ],
  ])("%s", (_what, rules, eventType, payload, expected) => {
    expect(find(rules, eventType, payload)).toBe(expected);
  });

  test("does not remember what another said", () => {
    const matcher = new EvidenceMatcher([[value], [tier]], keyNames);
    const targets: number[] = [];
    matcher.match("ALERT", { metric: "psi" }, (target) => targets.push(target));
    matcher.match("ALERT", {}, (target) => targets.push(target));
    matcher.match("CONFIG_CHANGE", { kind: "TIER" }, (target) => targets.push(target));
    matcher.match("CONFIG_CHANGE", { kind: "OWNER" }, (target) => targets.push(target));
    expect(targets).toEqual([0, 1]);
  });

  test("says what it says after thousands of other words", () => {
    const matcher = new EvidenceMatcher([[tier]], keyNames);
    let found = 0;
    for (let i = 0; i < 5_000; i++) matcher.match("CONFIG_CHANGE", { kind: `other${i}` }, () => (found += 1));
    for (const kind of ["TIER", "OWNER", "TIER"]) matcher.match("CONFIG_CHANGE", { kind }, () => (found += 1));
    expect(found).toBe(2);
  });
});
