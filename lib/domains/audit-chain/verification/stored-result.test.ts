import { expect, test } from "vitest";
import { unreadableReport } from "@/lib/domains/audit-chain/verification/report";
import { openResult, sealResult } from "@/lib/domains/audit-chain/verification/stored-result";

const run = { id: "ver_1", organisationId: "org_1", from: null, to: null };

/** A result as earlier versions stored it: the checkpoint at which a continued run starts counted as a saved receipt. */
function storedResult(anchor: "ok" | "failed") {
  const report = { ...unreadableReport({ organisationId: run.organisationId }, null), durationMs: 1 };
  const verdicts = { ...report.verdicts, anchor };
  return { ...report, verdicts, verifiedAt: "2026-11-30T02:17:00.000Z" };
}

test.each([
  ["continued", "ok", "not_checked"],
  ["continued", "failed", "failed"],
  ["full", "ok", "ok"],
] as const)("the receipt check of a stored %s run with the verdict %s is %s", (mode, stored, shown) => {
  const report = sealResult({ ...run, mode }, storedResult(stored));
  expect(openResult({ ...run, mode, report })?.verdicts.anchor).toBe(shown);
  expect(openResult({ ...run, mode, report: report.replace(`"anchor":"${stored}"`, '"anchor":"x"') })).toBeUndefined();
});
