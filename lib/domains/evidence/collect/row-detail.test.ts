import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventTypes } from "@/lib/domains/audit-chain/enums";
import { detailLengthMax } from "@/lib/domains/evidence/collect/payload";
import { rowDetail } from "@/lib/domains/evidence/collect/row-detail";
import { anyPayload } from "@/lib/domains/evidence/collect/testing/events";
import { keyNames } from "@/lib/domains/evidence/frameworks/evidence-kinds";

const detail = (eventType: string, payload: unknown) => rowDetail(eventType, payload, keyNames);

describe("the detail of a register row", () => {
  test.each<[string, string, unknown, string]>([
    [
      "shows the decision, confidence and version of an inference",
      "INFERENCE",
      { confidence: 0.9375, decision: "APPROVED", modelVersion: "4.2.0", inputHash: "sha256:aa" },
      "decision APPROVED, confidence 0.9375, version 4.2.0",
    ],
    [
      "shows members with accepted aliases",
      "ALERT",
      { rule: "errorRate above threshold", metric: "errorRate", observed: 0.3, threshold: 0.2, windowHours: 24 },
      "metric errorRate, value 0.3, threshold 0.2",
    ],
    [
      "shows the values of a change before and after",
      "CONFIG_CHANGE",
      {
        setting: "decisionThreshold",
        before: 0.6,
        after: 0.55,
        reason: "Drift correction",
        approvedBy: ["A", "B", "C", "D"],
      },
      "field decisionThreshold, before 0.6, after 0.55, reason Drift correction, approved by A / B / C and 1 more",
    ],
    [
      "writes booleans as text",
      "HUMAN_REVIEW",
      { overridden: false, kind: "VALIDATION", independentOfDevelopment: true },
      "not overridden, kind VALIDATION, independent of development",
    ],
    [
      "shows metrics by name",
      "TRAINING_COMPLETED",
      {
        metrics: [
          { name: "auc", value: 0.91 },
          { name: "ks", value: 0.44 },
        ],
        passed: true,
      },
      "tests passed, metrics auc 0.91 / ks 0.44",
    ],
    [
      "shows the first scalars of an object and omits nested values",
      "TRAINING_COMPLETED",
      { metrics: { auc: 0.91, curve: { x: [1, 2] }, ks: 0.4, bias: 0.01, more: 1 } },
      "metrics auc 0.91 / ks 0.4 / bias 0.01",
    ],
    [
      "adds other scalars if it recognises few members",
      "INFERENCE",
      { zone: "eu", nested: { a: 1 }, list: [1], answered: true, count: 3, more: "x" },
      "zone eu, answered yes, count 3",
    ],
    [
      "shortens hashes and adds units to numbers",
      "INFERENCE",
      { outputHash: `sha256:${"ab".repeat(32)}`, latencyMs: 142 },
      "latency 142 ms, outputHash sha256:abababababab…",
    ],
    ["shows the first scalars of an unknown event type", "BACKUP", { to: "s3", ok: false }, "to s3, ok no"],
    ["is empty for an empty payload", "INFERENCE", {}, ""],
    ["is empty for a payload that is a list", "INFERENCE", [1, 2], ""],
    [
      "contains no line breaks",
      "ALERT",
      { category: "DRIFT\r\nforged line", metric: "a\u2028b" },
      "category DRIFT forged line, metric a b",
    ],
    ["does not repeat a member", "HUMAN_REVIEW", { finalDecision: "DECLINED" }, "outcome DECLINED"],
  ])("%s", (_what, type, payload, line) => {
    expect(detail(type, payload)).toBe(line);
  });

  test("shows members that are named like inherited properties", () => {
    expect(detail("INFERENCE", JSON.parse('{"__proto__":"own","constructor":"c","decision":"OK"}'))).toBe(
      "decision OK, __proto__ own, constructor c",
    );
  });

  test("truncates long values and the whole line", () => {
    const reason = "because ".repeat(40);
    const line = detail("CONFIG_CHANGE", {
      kind: "X".repeat(90),
      field: "f".repeat(90),
      before: reason,
      after: reason,
    });
    expect(line).toHaveLength(detailLengthMax);
    expect(line).toMatch(/^kind X{59}…, field f{59}…, before because bec.*…$/);
  });

  test("is one line of at most 160 UTF-16 units for any payload", () => {
    fc.assert(
      fc.property(fc.constantFrom(...eventTypes, "OTHER"), anyPayload, (type, payload) => {
        const line = detail(type, payload);
        expect(line.length).toBeLessThanOrEqual(detailLengthMax);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
      }),
      { numRuns: 500 },
    );
  });
});
