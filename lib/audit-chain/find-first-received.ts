import { findReceipt } from "@/lib/audit-chain/model-thread-store";

/**
 * The first position of 1 to `size` from which on receipts are as wanted, `size` + 1 where none is: times of receipt never
 * run backwards, so it halves what is left. Where they do, somebody changed them; then it is some position at which they
 * become so.
 */
export async function findFirstReceived(
  organisationId: string,
  size: number,
  isWanted: (recordedAt: string) => boolean,
): Promise<number> {
  let [from, to] = [1, size + 1];
  while (from < to) {
    const middle = from + Math.floor((to - from) / 2);
    const receipt = await findReceipt(organisationId, middle);
    if (!receipt || receipt.position >= to || isWanted(receipt.recordedAt)) to = middle;
    else from = Math.max(receipt.position, middle) + 1;
  }
  return from;
}
