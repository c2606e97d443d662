import { requestRoute } from "@/app/v1/reports/request-route";
import { resource } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports/audit-activity", {
  POST: requestRoute(
    "audit-activity",
    "Request an audit activity report",
    "Events by day, type, severity, model and actor; alerts, reviews, overrides, and changes of configuration and access.",
  ),
});
