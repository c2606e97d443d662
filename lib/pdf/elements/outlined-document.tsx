import { Document } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { DocumentMetadata } from "@/lib/pdf/metadata";

interface OutlinedDocumentProps {
  metadata: DocumentMetadata;
  /** Its pages. */
  children: ReactNode;
}

/** A document that says what it is, and opens with its outline. */
export function OutlinedDocument({ metadata, children }: OutlinedDocumentProps) {
  const { at, ...said } = metadata;
  const time = new Date(at);
  return (
    <Document
      {...said}
      producer={metadata.creator}
      creationDate={time}
      modificationDate={time}
      pdfVersion="1.7"
      pageMode="useOutlines"
    >
      {children}
    </Document>
  );
}
