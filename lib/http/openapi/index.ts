export { buildOpenApi } from "@/lib/http/openapi/build";
export { errorCodeTable, rateLimitTable } from "@/lib/http/openapi/responses";
export type { ApiOperation, OpenApiDocument } from "@/lib/http/openapi/types";
export type { ApiWebhook } from "@/lib/http/openapi/webhooks";
