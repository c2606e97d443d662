export const attachmentName = "evidence.json";

/** PDF readers accept the header within the first 1,024 bytes. */
const headerWithin = 1_024;

export function isPdf(file: Uint8Array): boolean {
  const beginning = new TextDecoder("latin1").decode(file.subarray(0, headerWithin));
  return beginning.includes("%PDF-") && !/^\s*\{/.test(beginning);
}

/** The bundle of a package in either format. Throws for an unreadable PDF. */
export async function bundleOf(file: Uint8Array): Promise<Uint8Array | undefined> {
  return isPdf(file) ? attachedEvidence(file) : file;
}

/**
 * The evidence attached to a PDF, if any. Throws for an unreadable PDF. Reads strictly: the lenient mode can loop
 * forever.
 */
export async function attachedEvidence(pdf: Uint8Array): Promise<Uint8Array | undefined> {
  const { PDF } = await import("@libpdf/core");
  const document = await PDF.load(pdf, { lenient: false });
  return document.attachments.get(attachmentName) ?? undefined;
}
