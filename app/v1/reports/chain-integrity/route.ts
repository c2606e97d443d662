import { requestRoute } from "@/app/v1/reports/request-route";
import { resource } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports/chain-integrity", {
  POST: requestRoute(
    "chain-integrity",
    "Request a chain integrity report",
    "Verifications and their verdicts, checkpoints, findings, gaps, erasures, holds and keys of the period; and a verification of the whole chain that is run for the report.",
  ),
});
