import { requestRoute } from "@/app/v1/reports/request-route";
import { resource } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports/shadow-ai", {
  POST: requestRoute(
    "shadow-ai",
    "Request a shadow AI report",
    "Detections opened, resolved and dismissed, how long they waited, times to first action and to resolution, decisions in time, providers, departments, estimated cost and exceptions.",
  ),
});
