import { ServiceError } from "@/lib/platform/core/errors";
import { refuse } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

/** next.config.ts routes unknown paths here for clients that do not accept HTML. */
const refusePath = refuse(
  () =>
    new ServiceError("not_found", "Path not found. API paths begin with /v1. See GET /v1/openapi.json for the list."),
);

export {
  refusePath as DELETE,
  refusePath as GET,
  refusePath as HEAD,
  refusePath as OPTIONS,
  refusePath as PATCH,
  refusePath as POST,
  refusePath as PUT,
};
