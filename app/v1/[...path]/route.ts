import { ServiceError } from "@/lib/platform/core/errors";
import { refuse } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

/** Paths below /v1 that no operation has. */
const refusePath = refuse(
  () =>
    new ServiceError(
      "not_found",
      "The API has no such path. Paths have no slash at their end; /v1/openapi.json lists those there are.",
    ),
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
