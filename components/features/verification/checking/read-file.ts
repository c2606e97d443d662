import type { FileKind } from "./protocol";

/** Far beyond any package, and what a browser still holds in memory twice. */
const bytesMax = 512 * 1024 * 1024;

/** Why a file cannot be checked: as a sentence for the reader, and in the few words of a headline. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";

  constructor(
    readonly brief: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** All bytes of a file; says how many were read as it goes on. Throws {@link UnreadableFile}. */
export async function readFile(file: File, onRead: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > bytesMax)
    throw new UnreadableFile(
      "the file is too large",
      `It has ${Math.ceil(file.size / 2 ** 20).toLocaleString("en-GB")} MiB, and this page checks up to 512 MiB. The commands below have no such limit.`,
    );
  const bytes = await readAll(file, onRead).catch(() => {
    throw new UnreadableFile(
      "the file could not be read",
      "It may be a folder, or it was moved or changed while it was read. Choose it again.",
    );
  });
  if (bytes.length === 0)
    throw new UnreadableFile("the file is empty", "It has 0 bytes. Perhaps the download broke off: fetch it again.");
  return bytes;
}

async function readAll(file: File, onRead: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  const steps = Math.max(1, Math.ceil(file.size / 100));
  let [read, told] = [0, 0];
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes.set(chunk.value, read);
    read += chunk.value.length;
    if (read - told < steps && read < file.size) continue;
    told = read;
    onRead(read);
  }
  if (read !== file.size) throw new Error("the file changed while it was read");
  return bytes;
}

/** What a file is, whatever its name says. */
export function kindOf(bytes: Uint8Array): FileKind {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  if (beginning.includes("%PDF-")) return "pdf";
  return /^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(beginning) ? "json" : "other";
}

/** The SHA-256 of bytes in hexadecimal: the browser's own, or a program's where the page was not loaded securely. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = globalThis.crypto?.subtle
    ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
    : (await import("@noble/hashes/sha2.js")).sha256(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
