import { gunzipSync } from "node:zlib";
import { wholeHead } from "@/lib/domains/shadow-ai/ingest/input/decompress";

// Cloudflare Logpush to an HTTP destination. Source: "Enable HTTP destination" in Cloudflare's documentation
// (developers.cloudflare.com/logs).

const testBytes = 1024;

/** A body, and whether it is empty or the file that Cloudflare uploads to test a destination: `{"content":"tests"}`. */
export async function readStart(
  body: AsyncIterable<Uint8Array>,
): Promise<{ isEmpty: boolean; isTest: boolean; bytes: AsyncIterable<Uint8Array> }> {
  const chunks = wholeHead(body, testBytes);
  const first = await chunks.next();
  async function* bytes() {
    if (first.done) return;
    yield first.value;
    yield* chunks;
  }
  return { isEmpty: first.done === true, isTest: !first.done && isTestFile(first.value), bytes: bytes() };
}

function isTestFile(bytes: Uint8Array): boolean {
  if (bytes.length >= testBytes) return false;
  try {
    const text = bytes[0] === 0x1f ? gunzipSync(bytes, { maxOutputLength: testBytes }) : Buffer.from(bytes);
    return /^\s*\{\s*"content"\s*:\s*"tests?"\s*\}\s*$/.test(text.toString("utf8"));
  } catch {
    return false;
  }
}
