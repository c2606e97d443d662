import { decryptSecret, encryptSecret, isUnderCurrentKey } from "@/lib/platform/crypto/encryption";

/** How far a re-encryption came. */
export interface Reencryption {
  /** Rows looked at. */
  seen: number;
  /** Rows whose secrets were encrypted anew. */
  changed: number;
  /** Rows whose secrets could not be read, with why. They are left as they are. */
  failed: { id: string; reason: string }[];
}

interface Encrypted<Row> {
  /** The next rows behind an id, in the order of their ids; the empty text is before all. */
  find: (afterId: string, limit: number) => Promise<Row[]>;
  idOf: (row: Row) => string;
  /** Answers whether it changed the row; false also where somebody else did meanwhile. Throws where it cannot be read. */
  reencrypt: (row: Row) => Promise<boolean>;
}

const batchSize = 200;

/**
 * Encrypts what is not under the current key anew, batch by batch while the service runs: what is changed meanwhile is left
 * to its change, which encrypts under the current key itself. Tells how far it is after each batch.
 */
export async function reencryptRows<Row>(
  { find, idOf, reencrypt }: Encrypted<Row>,
  tell: (soFar: Reencryption) => void,
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
    tell(result);
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return result;
    afterId = idOf(last);
  }
}

/** The same secret under the current key; the very text where it is under it already. Throws as `decryptSecret` does. */
export function underCurrentKey(text: string, context: string): string {
  return isUnderCurrentKey(text) ? text : encryptSecret(decryptSecret(text, context), context);
}
