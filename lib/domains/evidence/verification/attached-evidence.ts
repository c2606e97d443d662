export const attachmentName = "evidence.json";

/**
 * How every verifier reads a file that could be both: as JSON if its first character is `{`, after a byte order mark and
 * white space, otherwise as a PDF if it has a PDF header.
 */
export function kindOf(file: Uint8Array): "json" | "pdf" | "other" {
  const beginning = new TextDecoder("latin1").decode(file.subarray(0, headerWithin));
  if (/^(?:\u00ef\u00bb\u00bf)?[ \t\r\n]*\{/.test(beginning)) return "json";
  return hasPdfHeader(file) ? "pdf" : "other";
}

/** PDF readers accept the header within the first 1,024 bytes. */
const headerWithin = 1_024;

export function hasPdfHeader(file: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(file.subarray(0, headerWithin)).includes("%PDF-");
}

export function isPdf(file: Uint8Array): boolean {
  return kindOf(file) === "pdf";
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
