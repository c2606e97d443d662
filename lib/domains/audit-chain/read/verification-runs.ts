import { verificationsOf } from "@/lib/domains/audit-chain/read/verification-runs-store";
import type {
  ListVerifications,
  VerificationList,
  VerificationListItem,
} from "@/lib/domains/audit-chain/schemas-verification";
import { openResult } from "@/lib/domains/audit-chain/verification/stored-result";
import type { Context } from "@/lib/platform/core/context";
import { listItems } from "@/lib/platform/resource/list-page";

type Run = Awaited<ReturnType<ReturnType<typeof verificationsOf>["rows"]>>[number];

/** The organisation's stored verifications, newest first. @throws `invalid_cursor`. */
export async function listVerifications(ctx: Context, query: ListVerifications): Promise<VerificationList> {
  return listItems(ctx, { name: "verifications", query, view: toItem, ...verificationsOf(ctx.organisation.id) });
}

/** As `getVerification`, a run whose result was changed outside the service is shown as interrupted. */
function toItem(run: Run): VerificationListItem {
  const result = openResult(run);
  return {
    id: run.id,
    status: result?.status ?? (run.status === "running" ? "running" : "interrupted"),
    mode: run.mode as VerificationListItem["mode"],
    from: result?.from ?? null,
    to: result?.to ?? null,
    eventsVerified: result?.eventsVerified ?? run.eventsVerified,
    findingsTotal: result?.findingsTotal ?? null,
    createdAt: run.createdAt.toISOString(),
    verifiedAt: result?.verifiedAt ?? null,
  };
}
