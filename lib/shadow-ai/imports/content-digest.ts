import { createHash } from "node:crypto";
import type { LogInput } from "@/lib/shadow-ai/ingest";

/** Inputs that are the same bytes, and what names the content of them all once they were read to their end. */
export interface DigestedInputs {
  inputs: LogInput[];
  /** SHA-256 in hexadecimal, over that of each input. */
  digest(): string;
}

export function digestInputs(given: LogInput[]): DigestedInputs {
  const hashes = given.map(() => createHash("sha256"));
  const inputs = given.map(({ name, bytes }, i) => ({
    name,
    bytes: tapped(bytes, (chunk) => hashes[i]?.update(chunk)),
  }));
  return {
    inputs,
    digest: () => hashes.reduce((all, hash) => all.update(hash.digest()), createHash("sha256")).digest("hex"),
  };
}

async function* tapped(
  bytes: AsyncIterable<Uint8Array>,
  look: (chunk: Uint8Array) => unknown,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of bytes) {
    look(chunk);
    yield chunk;
  }
}
