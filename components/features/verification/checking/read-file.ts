import { readFile as texts } from "../texts";

/** Larger than any package, and small enough to fit into browser memory twice. */
const bytesMax = 512 * 1024 * 1024;

/** `brief` completes the headline; the message is a full sentence. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";

  constructor(
    readonly brief: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** Reads the file and reports progress. Throws {@link UnreadableFile}. */
export async function readFile(file: File, onRead: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > bytesMax)
    throw new UnreadableFile(
      texts.tooLarge,
      texts.tooLargeDetails(Math.ceil(file.size / 2 ** 20).toLocaleString("en-GB")),
    );
  const bytes = await readAll(file, onRead).catch(() => {
    throw new UnreadableFile(texts.unreadable, texts.unreadableDetails);
  });
  if (bytes.length === 0) throw new UnreadableFile(texts.theFileIsEmpty, texts.emptyDetails);
  return bytes;
}

async function readAll(file: File, onRead: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  const steps = Math.max(1, Math.ceil(file.size / 100));
  let [read, reported] = [0, 0];
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes.set(chunk.value, read);
    read += chunk.value.length;
    if (read - reported < steps && read < file.size) continue;
    reported = read;
    onRead(read);
  }
  if (read !== file.size) throw new Error("the file changed while being read");
  return bytes;
}

/** Hexadecimal SHA-256. Falls back to JavaScript on pages without HTTPS, where the browser offers no cryptography. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = globalThis.crypto?.subtle
    ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
    : (await import("@noble/hashes/sha2.js")).sha256(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
