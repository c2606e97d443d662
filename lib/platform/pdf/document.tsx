import { Document, type DocumentProps, pdf } from "@react-pdf/renderer";
import type { ReactElement, ReactNode } from "react";

/** Renders a document to bytes, with metadata that every reader understands. */
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
    // The renderer keeps a reference to its last document.
    instance.updateContainer(<Document />);
  }
}

interface OutlinedDocumentProps {
  metadata: DocumentMetadata;
  /** Its pages. */
  children: ReactNode;
}

/** A document with metadata, which opens with its outline. */
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

/** The file's metadata, for readers and archives. */
export interface DocumentMetadata {
  title: string;
  author: string;
  subject: string;
  keywords: string;
  creator: string;
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`: the time of creation and modification. */
  at: string;
  language: string;
}

const lengthMax = 300;

/** Removes control characters, lone surrogates and characters that XML does not allow. */
export function oneLine(text: string): string {
  const clean = text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]+/gu, " ");
  return Array.from(clean).slice(0, lengthMax).join("");
}

const packetStart = Buffer.from("stream\n<?xpacket begin");
const packetEnd = Buffer.from('<?xpacket end="w"?>');

/**
 * Rewrites the metadata (XMP, ISO 16684-1) and the name of the modification time in place: the renderer escapes no
 * markup and uses an unknown name. Lengths stay, because the file refers to offsets.
 */
function rewriteMetadata(pdf: Buffer, metadata: DocumentMetadata): Buffer {
  nameChangeTime(pdf);
  const start = pdf.lastIndexOf(packetStart) + "stream\n".length;
  const end = pdf.indexOf(packetEnd, start);
  if (start < packetStart.length || end < 0) throw new Error("The rendered document has no metadata.");
  const packet = packetOf(metadata, end - start);
  packet.copy(pdf, start);
  return pdf;
}

function nameChangeTime(pdf: Buffer): void {
  const written = "/ModificationDate ";
  const at = pdf.lastIndexOf(`\n${written}`, pdf.lastIndexOf(packetStart)) + 1;
  if (at > 0) pdf.write("/ModDate".padEnd(written.length), at, "latin1");
}

/** The most complete packet that fits, padded with spaces. */
function packetOf(metadata: DocumentMetadata, room: number): Buffer {
  const shorter = [metadata, { ...metadata, keywords: "" }, { ...metadata, keywords: "", subject: "" }];
  const texts = shorter.map(packetText);
  const fitting = texts.map((text) => Buffer.from(text, "utf8")).find(({ length }) => length <= room);
  const packet = Buffer.alloc(room, " ");
  (fitting ?? Buffer.from(packetText({ ...metadata, title: "", author: "", subject: "", keywords: "" }))).copy(packet);
  return packet;
}

function packetText({ title, author, subject, keywords, creator, at, language }: DocumentMetadata): string {
  const localised = (name: string, value: string) =>
    value && `<dc:${name}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(value)}</rdf:li></rdf:Alt></dc:${name}>`;
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    ` xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmp:CreateDate="${at}" xmp:ModifyDate="${at}"`,
    ` xmp:CreatorTool="${escaped(creator)}" pdf:Producer="${escaped(creator)}"`,
    keywords && ` pdf:Keywords="${escaped(keywords)}"`,
    ">",
    localised("title", title),
    localised("description", subject),
    author && `<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>`,
    `<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>`,
    "</rdf:Description></rdf:RDF></x:xmpmeta>",
  ].join("");
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
