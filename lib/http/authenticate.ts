import { authenticateKey } from "@/lib/api-keys";
import { systemClock } from "@/lib/clock";
import type { Principal } from "@/lib/context";

/** Who calls, by the `Authorization: Bearer` header; undefined for nobody we know. Sessions will be a second way in. */
export async function authenticate(request: Request): Promise<Principal | undefined> {
  const header = request.headers.get("authorization");
  if (header === null || header.length < 8 || header.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
  return authenticateKey(header.slice(7).trim(), systemClock);
}
