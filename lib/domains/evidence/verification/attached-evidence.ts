export const attachmentName = "evidence.json";

/**
 * The evidence attached to a PDF, if any. Throws for an unreadable PDF. Reads strictly: the lenient mode can loop
 * forever.
 */
export async function attachedEvidence(pdf: Uint8Array): Promise<Uint8Array | undefined> {
  const { PDF } = await import("@libpdf/core");
  const document = await PDF.load(pdf, { lenient: false });
  return document.attachments.get(attachmentName) ?? undefined;
}
