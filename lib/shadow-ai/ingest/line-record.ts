import { createHmac } from "node:crypto";
import type { LineRecord } from "@/lib/shadow-ai/ingest/types";
import type { TrafficRecord } from "@/lib/shadow-ai/records";

/** A record on its way out, with what is needed until then and no longer. */
export class PendingRecord implements LineRecord {
  constructor(
    readonly record: TrafficRecord,
    readonly line: number,
    /** Which of the inputs it comes from. */
    readonly file: number,
    /** Addresses as the log has them, to ask for the name that belongs to them. */
    readonly client: string | null,
    readonly address: string | null,
    private readonly text: string,
    /** Place among the records of its line. */
    private readonly place: number,
    private readonly hashKey: Uint8Array,
  ) {}

  hash(): bigint {
    const hmac = createHmac("sha256", this.hashKey).update(this.text);
    if (this.place > 0) hmac.update(`\n${this.place}`);
    return hmac.digest().readBigInt64BE(0);
  }
}
