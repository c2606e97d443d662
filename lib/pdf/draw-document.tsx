import { Document, type DocumentProps, pdf } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { type DocumentMetadata, rewriteMetadata } from "@/lib/pdf/metadata";

/** The bytes of a document, with its metadata written so that every reader knows them. */
export async function drawDocument(
  document: ReactElement<DocumentProps>,
  metadata: DocumentMetadata,
): Promise<Uint8Array> {
  const instance = pdf(document);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await instance.toBuffer()) chunks.push(chunk as Buffer);
    return rewriteMetadata(Buffer.concat(chunks), metadata);
  } finally {
    // The renderer holds on to what it drew last.
    instance.updateContainer(<Document />);
  }
}
