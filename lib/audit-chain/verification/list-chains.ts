import { findChains } from "@/lib/audit-chain/verification/runs-store";

/** Every organisation that has, or should have, a chain. Maintenance over all organisations. */
export async function listChains(): Promise<string[]> {
  return findChains();
}
