/** The name under which a PDF package carries its evidence. */
export const attachmentName = "evidence.json";

/**
 * The evidence that is attached to a PDF; undefined where nothing is attached under its name.
 *
 * Reads strictly: a package is written by the service, and what a reader would have to repair is damaged. To repair is
 * also what a reader may never come to an end of: the lenient mode of the library does not for some dictionaries.
 *
 * Throws what the library throws for a PDF that cannot be taken apart.
 */
export async function attachedEvidence(pdf: Uint8Array): Promise<Uint8Array | undefined> {
  const { PDF } = await import("@libpdf/core");
  const document = await PDF.load(pdf, { lenient: false });
  return document.attachments.get(attachmentName) ?? undefined;
}
