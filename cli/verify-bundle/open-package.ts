import { readFile } from "node:fs/promises";
import { attachedEvidence, attachmentName } from "@/lib/domains/evidence/verification/attached-evidence";

export interface OpenPackage {
  file: Buffer;
  format: "JSON" | "PDF";
  /** The JSON bundle; for a PDF, its attachment. */
  bundle: Uint8Array;
}

/** PDF readers accept the header within the first 1,024 bytes. */
const headerWithin = 1_024;

/** Throws an Error with a message for the user. */
export async function openPackage(path: string): Promise<OpenPackage> {
  let file: Buffer;
  try {
    file = await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(code === "ENOENT" ? `file not found: ${path}` : `${path} cannot be read: ${messageOf(error)}`);
  }
  if (!file.subarray(0, headerWithin).includes("%PDF-")) return { file, format: "JSON", bundle: file };
  return { file, format: "PDF", bundle: await attachedBundle(file, path) };
}

async function attachedBundle(file: Buffer, path: string): Promise<Uint8Array> {
  let attached: Uint8Array | undefined;
  try {
    attached = await attachedEvidence(file);
  } catch (error) {
    throw new Error(`the PDF ${path} cannot be read: ${messageOf(error)}`);
  }
  if (!attached) throw new Error(`${path} is not an evidence package: the PDF has no attached ${attachmentName}.`);
  return attached;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
