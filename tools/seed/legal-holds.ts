import { listHolds, placeHold, releaseHold } from "@/lib/domains/legal-holds";
import { ListLegalHolds, PlaceLegalHold } from "@/lib/domains/legal-holds/schemas";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import type { Context } from "@/lib/platform/core/context";
import { memberStep } from "./members";
import type { DemoModelKey } from "./models";
import { dayMs, type Step } from "./timeline";

const inquiry = "Supervisory inquiry 2026/07";

/** An administrator's steps: a hold that is placed and released again, and an active hold. */
export function legalHoldSteps(
  organisation: Organisation,
  modelIds: ReadonlyMap<DemoModelKey, string>,
  endMs: number,
): Step[] {
  const midnight = (daysAgo: number) => (Math.floor(endMs / dayMs) - daysAgo) * dayMs;
  const period = (from: number, to: number) => ({
    from: new Date(midnight(from)).toISOString(),
    to: new Date(midnight(to) - 1).toISOString(),
  });
  const ids = (...keys: DemoModelKey[]) => keys.map((key) => modelIds.get(key) ?? "");
  const step = (daysAgo: number, run: (ctx: Context) => Promise<unknown>): Step =>
    memberStep(organisation, "ADMIN", endMs - daysAgo * dayMs, run);
  const place = (daysAgo: number, hold: PlaceLegalHold) =>
    step(daysAgo, async (ctx) => {
      if (!(await holdNamed(ctx, hold.name))) await placeHold(ctx, PlaceLegalHold.parse(hold));
    });
  return [
    place(55, {
      name: inquiry,
      reason: "The supervisor requested information on transaction scoring.",
      reference: "REG-2026-0031",
      modelIds: ids("amlMonitoring", "fraudDetection"),
      dateRange: period(85, 60),
    }),
    step(33, async (ctx) => {
      const hold = await holdNamed(ctx, inquiry);
      if (hold && !hold.releasedAt)
        await releaseHold(ctx, hold.id, { reason: "The supervisor closed the inquiry without findings." });
    }),
    place(12, {
      name: "Complaint 2026/118",
      reason: "The complainant announced proceedings over a declined application.",
      reference: "LIT-2026-0118",
      modelIds: ids("creditScoring", "kycDocuments"),
      dateRange: period(85, 0),
    }),
  ];
}

async function holdNamed(ctx: Context, name: string) {
  return (await listHolds(ctx, ListLegalHolds.parse({}))).data.find((hold) => hold.name === name);
}
