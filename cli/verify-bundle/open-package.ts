import { readFile } from "node:fs/promises";
import { attachedEvidence, attachmentName } from "@/lib/domains/evidence/verification/attached-evidence";

/** A package as it lies in a file. */
export interface OpenPackage {
  /** All bytes of the file: what its hash and its signature are over. */
  file: Buffer;
  format: "JSON" | "PDF";
  /** The bundle: of a PDF, what is attached to it. */
  bundle: Uint8Array;
}

/** Readers of PDF look for the header in the first bytes, and so does this. */
const headerWithin = 1_024;

/** Reads a package. Throws an Error with a sentence for the reader where there is none. */
export async function openPackage(path: string): Promise<OpenPackage> {
  let file: Buffer;
  try {
    file = await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(code === "ENOENT" ? `there is no file ${path}` : `${path} cannot be read: ${messageOf(error)}`);
  }
  if (!file.subarray(0, headerWithin).includes("%PDF-")) return { file, format: "JSON", bundle: file };
  return { file, format: "PDF", bundle: await attachedBundle(file, path) };
}

async function attachedBundle(file: Buffer, path: string): Promise<Uint8Array> {
  let attached: Uint8Array | undefined;
  try {
    attached = await attachedEvidence(file);
  } catch (error) {
    throw new Error(`${path} is a PDF that cannot be taken apart: ${messageOf(error)}`);
  }
  if (!attached) throw new Error(`${path} is a PDF without an attached ${attachmentName}: it is no evidence package.`);
  return attached;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
