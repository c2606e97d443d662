export { buildOpenApi } from "@/lib/platform/http/openapi/build";
export { errorCodeTable, rateLimitTable } from "@/lib/platform/http/openapi/responses";
export type { ApiOperation, OpenApiDocument } from "@/lib/platform/http/openapi/types";
export type { ApiWebhook } from "@/lib/platform/http/openapi/webhooks";
