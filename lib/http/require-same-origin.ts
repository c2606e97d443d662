import { ServiceError } from "@/lib/errors";
import { serviceOrigin } from "@/lib/http/service-origin";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses (403 `origin_mismatch`) a request that would change something with a browser's cookie and was not made by a
 * page of this service. A browser says with each such request who made it, and no page can say otherwise.
 */
export function requireSameOrigin({ method, headers }: Pick<Request, "method" | "headers">): void {
  if (reading.has(method)) return;
  const origin = headers.get("origin");
  if (origin !== null && origin === serviceOrigin(headers)) return;
  throw new ServiceError(
    "origin_mismatch",
    origin === null
      ? "With a session, a request that changes something needs the Origin header of this service."
      : "A session may only be used by the pages of this service.",
  );
}
