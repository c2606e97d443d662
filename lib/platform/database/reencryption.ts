import { decryptSecret, encryptSecret, isUnderCurrentKey } from "@/lib/platform/crypto/encryption";

/** The progress of a re-encryption. */
export interface Reencryption {
  /** Rows read. */
  seen: number;
  /** Rows whose secrets were re-encrypted. */
  changed: number;
  /** Rows whose secrets could not be decrypted, with the reason. They are not changed. */
  failed: { id: string; reason: string }[];
}

interface Encrypted<Row> {
  /** The next rows after an id, in order of id; empty for the first rows. */
  find: (afterId: string, limit: number) => Promise<Row[]>;
  idOf: (row: Row) => string;
  /** Returns whether it changed the row; false if the row was changed concurrently. @throws if it cannot be decrypted. */
  reencrypt: (row: Row) => Promise<boolean>;
}

const batchSize = 200;

/**
 * Re-encrypts secrets that are not under the current key, in batches while the service runs. Concurrent changes already
 * use the current key. Reports progress after each batch.
 */
export async function reencryptRows<Row>(
  { find, idOf, reencrypt }: Encrypted<Row>,
  report: (soFar: Reencryption) => void,
): Promise<Reencryption> {
  const result: Reencryption = { seen: 0, changed: 0, failed: [] };
  let afterId = "";
  for (;;) {
    const batch = await find(afterId, batchSize);
    for (const row of batch) {
      result.seen += 1;
      try {
        if (await reencrypt(row)) result.changed += 1;
      } catch (error) {
        result.failed.push({ id: idOf(row), reason: (error as Error).message });
      }
    }
    report(result);
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return result;
    afterId = idOf(last);
  }
}

/** Re-encrypts a secret under the current key; unchanged if it already is. @throws like `decryptSecret`. */
export function underCurrentKey(text: string, context: string): string {
  return isUnderCurrentKey(text) ? text : encryptSecret(decryptSecret(text, context), context);
}
