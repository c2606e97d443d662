/** How long a download URL works (specification, "Limits"). */
const downloadUrlMs = 24 * 60 * 60 * 1000;

/** When a download URL that is issued now stops working: after a day, and never later than its package. */
export function downloadUrlExpiry(nowMs: number, packageExpiresAt: Date | null): Date {
  return new Date(Math.min(nowMs + downloadUrlMs, packageExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY));
}
