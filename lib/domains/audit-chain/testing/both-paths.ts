import { expect } from "vitest";
import type { ChainReport } from "@/lib/domains/audit-chain/verification/report";
import { verifyRange } from "@/lib/domains/audit-chain/verification/verify-range";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";

/** Verifies a stored chain event by event and in ranges of two events, and expects the same result. */
export async function verifyOnBothPaths(
  ...[examination, options = {}]: Parameters<typeof verifyStoredChain>
): Promise<ChainReport> {
  const report = await verifyStoredChain(examination, options);
  const ranges = { events: 2, ahead: 1, verify: verifyRange };
  const inRanges = await verifyStoredChain(examination, { ...options, ranges });
  expect(comparable(inRanges)).toEqual(comparable(report));
  return report;
}

/** Without the values that depend on the time of the verification. */
function comparable({ findings, ...report }: ChainReport) {
  const stable = findings.map((finding) =>
    finding.code === "recorded_in_future" ? { ...finding, expected: null } : finding,
  );
  return { ...report, findings: stable, durationMs: 0 };
}
