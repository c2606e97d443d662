import type { ApiKeyStatus } from "@/lib/api-keys/schemas";

/** Whether a key works at a point in time (epoch milliseconds). Revocation outlasts expiry. */
export function keyStatus(key: { expiresAt: Date | null; revokedAt: Date | null }, nowMs: number): ApiKeyStatus {
  if (key.revokedAt) return "REVOKED";
  return key.expiresAt && key.expiresAt.getTime() <= nowMs ? "EXPIRED" : "ACTIVE";
}
