import { PDF, PdfArray, type PdfRef, PdfStream } from "@libpdf/core";
import { timestampBytesMax } from "@/lib/platform/signing/timestamp";
import type { ValidationData } from "@/lib/platform/signing/validation-data";

/**
 * Appends an update to a signed PDF: validation data in its DSS dictionary, and a document timestamp (PAdES level B-LTA).
 * The existing bytes are unchanged. @throws Error for a PDF without a DSS dictionary.
 *
 * @param gather Returns validation data for the certificates in the PDF, in DER.
 * @param request Returns a timestamp of a SHA-256 digest.
 */
export async function addDocumentTimestamp(
  pdf: Uint8Array,
  gather: (certificates: Buffer[]) => Promise<ValidationData>,
  request: (digest: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const document = await PDF.load(pdf);
  const resolve = (reference: PdfRef) => document.context.resolve(reference);
  const store = document.getCatalog().getDict("DSS", resolve);
  if (!store) throw new Error("the PDF contains no validation data. Generate the package again.");
  const streamsOf = (kind: string) =>
    [...(store.getArray(kind, resolve) ?? [])].flatMap((reference) => {
      const stream = reference.type === "ref" ? resolve(reference) : undefined;
      return stream instanceof PdfStream ? [{ reference, der: Buffer.from(stream.getDecodedData()) }] : [];
    });
  const validation = await gather(streamsOf("Certs").map(({ der }) => der));
  for (const [kind, values] of Object.entries(validation)) {
    const known = streamsOf(kind);
    const added = values
      .map((value) => Buffer.from(value, "base64"))
      .filter((der) => !known.some((one) => one.der.equals(der)));
    const references = added.map((der) => document.register(new PdfStream([], der)));
    const all = [...known.map(({ reference }) => reference), ...references];
    if (all.length > 0) store.set(kind, new PdfArray(all));
  }
  const timestampAuthority = { timestamp: request };
  return (await document.addTimestamp({ timestampAuthority, estimatedSize: timestampBytesMax })).bytes;
}
