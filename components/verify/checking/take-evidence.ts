/** The name under which a PDF package carries its evidence. */
export const attachmentName = "evidence.json";

/** The evidence that is attached to a PDF; undefined where there is none, or where the PDF cannot be taken apart. */
export async function takeEvidence(pdf: Uint8Array): Promise<Uint8Array | undefined> {
  const { PDF } = await import("@libpdf/core");
  try {
    const document = await PDF.load(pdf);
    return document.attachments.get(attachmentName) ?? undefined;
  } catch {
    return undefined;
  }
}
