import { ServiceError } from "@/lib/errors";
import type { StoredPackage } from "@/lib/evidence/store";

/** Refuses what only a package that was issued has: a hash, a file. */
export function notIssued({ status }: Pick<StoredPackage, "status">): ServiceError {
  return new ServiceError(
    "conflict",
    status === "GENERATING"
      ? "The package is still being generated. Read it again until it is READY."
      : "The package could not be generated. Its failureReason says why; request another one.",
  );
}
