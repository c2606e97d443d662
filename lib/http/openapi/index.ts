export { buildOpenApi } from "@/lib/http/openapi/build";
export { errorCodeTable } from "@/lib/http/openapi/error-table";
export { rateLimitTable } from "@/lib/http/openapi/rate-limit-table";
export type { ApiOperation, OpenApiDocument } from "@/lib/http/openapi/types";
export type { ApiWebhook } from "@/lib/http/openapi/webhooks";
