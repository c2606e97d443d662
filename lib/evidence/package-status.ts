import type { PackageStatus } from "@/lib/evidence/vocabulary";

/** To what a package goes on from each status. What was issued is remembered for ever: nothing leads out of EXPIRED. */
const transitions: Readonly<Record<PackageStatus, readonly PackageStatus[]>> = {
  GENERATING: ["READY", "FAILED"],
  READY: ["EXPIRED"],
  FAILED: [],
  EXPIRED: [],
};

export function mayBecome(from: PackageStatus, to: PackageStatus): boolean {
  return transitions[from].includes(to);
}

/**
 * The status of a package at a time. One whose time has come is EXPIRED for everybody from that moment on, also while its
 * row and its file still wait for the sweep that ends them.
 */
export function statusAt(stored: { status: string; expiresAt: Date | null }, nowMs: number): PackageStatus {
  const status = stored.status as PackageStatus;
  return status === "READY" && stored.expiresAt && stored.expiresAt.getTime() <= nowMs ? "EXPIRED" : status;
}
