import { readFile } from "node:fs/promises";
import { attachedEvidence, attachmentName } from "@/lib/domains/evidence/verification/attached-evidence";
import { messageOf } from "../support/errors";

export interface OpenPackage {
  file: Buffer;
  format: "JSON" | "PDF";
  /** The JSON bundle; for a PDF, its attachment. */
  bundle: Uint8Array;
}

/** PDF readers accept the header within the first 1,024 bytes. */
const headerWithin = 1_024;

/** @throws Error with a message for the user */
export async function openPackage(path: string): Promise<OpenPackage> {
  const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === "ENOENT" ? `file not found: ${path}` : `${path} cannot be read: ${error.message}`);
  });
  if (!file.subarray(0, headerWithin).includes("%PDF-")) return { file, format: "JSON", bundle: file };
  const bundle = await attachedEvidence(file).catch((error: unknown) => {
    throw new Error(`the PDF ${path} cannot be read: ${messageOf(error)}`);
  });
  if (!bundle) throw new Error(`${path} is not an evidence package: the PDF has no attached ${attachmentName}.`);
  return { file, format: "PDF", bundle };
}
