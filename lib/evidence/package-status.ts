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

interface Timed {
  status: string;
  expiresAt: Date | null;
}

/**
 * The status of a package at a time. One whose time has come is EXPIRED for everybody from that moment on, also while its
 * row and its file still wait for the sweep that ends them; unless a legal hold covers it, which keeps both.
 */
export function statusAt(stored: Timed, nowMs: number, isHeld: boolean): PackageStatus {
  return isOver(stored, nowMs) && !isHeld ? "EXPIRED" : (stored.status as PackageStatus);
}

/** Whether the time of a package that has a file is over. */
export function isOver({ status, expiresAt }: Timed, nowMs: number): boolean {
  return status === "READY" && expiresAt !== null && expiresAt.getTime() <= nowMs;
}
