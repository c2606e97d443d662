import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import layoutDocument from "@react-pdf/layout";
import { Document, Font, pdf } from "@react-pdf/renderer";
import PDFDocument from "pdfkit";
import type { ReactNode } from "react";
import { modulePath } from "@/lib/platform/pdf/fonts/font-files";
import { type Node, paintPages } from "@/lib/platform/pdf/paint";

// The types of the package lack the second parameter.
const layout: (document: unknown, fonts: typeof Font) => Promise<{ children: Node[] }> = layoutDocument as never;

/** Renders a document to bytes: a tagged PDF (PDF/UA-1) for archives (PDF/A-3b). */
export async function drawDocument(pages: ReactNode, metadata: DocumentMetadata): Promise<Uint8Array> {
  const instance = pdf(<Document>{pages}</Document>);
  try {
    // The renderer's own drawing has no tags.
    const { children } = await layout(instance.container.document, Font);
    const file = new ArchivedFile(metadata);
    paintPages(file, children);
    file.finish();
    const chunks: Uint8Array[] = [];
    for await (const chunk of file) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    // The renderer keeps a reference to its last document.
    instance.updateContainer(<Document />);
  }
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

/** A file of PDF 1.7 whose colours are sRGB, with an outline and metadata (XMP, ISO 16684-1). */
class ArchivedFile extends PDFDocument {
  constructor(private readonly metadata: DocumentMetadata) {
    const { title: Title, author: Author, subject: Subject, keywords: Keywords, creator, at, language } = metadata;
    const time = new Date(at);
    super({
      pdfVersion: "1.7",
      lang: language,
      displayTitle: true,
      autoFirstPage: false,
      info: {
        Title,
        Author,
        Subject,
        Keywords,
        Creator: creator,
        Producer: creator,
        CreationDate: time,
        ModDate: time,
      },
    });
    this._root.data.PageMode = "UseOutlines";
  }

  /** The renderer calls it after every node. */
  override end(): void {}

  finish(): void {
    super.end();
  }

  override endMetadata(): void {
    const packet = this.ref({ Type: "Metadata", Subtype: "XML" });
    packet.compress = false;
    packet.end(Buffer.from(packetText(this.metadata)));
    const profile = this.ref({ N: 3 });
    profile.end(readFileSync(join(dirname(modulePath("pdfkit")), "data/sRGB_IEC61966_2_1.icc")));
    const name = Object("sRGB IEC61966-2.1");
    const intent = { Type: "OutputIntent", S: "GTS_PDFA1", OutputConditionIdentifier: name, Info: name };
    this._root.data.OutputIntents = [{ ...intent, DestOutputProfile: profile }];
    this._root.data.Metadata = packet;
  }
}

function packetText({ title, author, subject, keywords, creator, at, language }: DocumentMetadata): string {
  const localised = (name: string, value: string) =>
    value && `<dc:${name}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(value)}</rdf:li></rdf:Alt></dc:${name}>`;
  // To the second, like the times of the document's information dictionary.
  const time = `${at.slice(0, 19)}Z`;
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    ` xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmp:CreateDate="${time}" xmp:ModifyDate="${time}"`,
    ` xmp:CreatorTool="${escaped(creator)}" pdf:Producer="${escaped(creator)}"`,
    keywords && ` pdf:Keywords="${escaped(keywords)}"`,
    ">",
    localised("title", title),
    localised("description", subject),
    author && `<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>`,
    `<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>`,
    `</rdf:Description>${conformance}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
  ].join("");
}

/** PDF/A-3b and PDF/UA-1. PDF/A requires a description of the name that PDF/UA uses (ISO 19005-3, 6.6.2.3). */
const conformance = [
  '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="3" pdfaid:conformance="B"',
  ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"',
  ' xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"',
  ' xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag>',
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>',
  "<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>",
  "<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>",
  '<rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>',
  "<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>",
  "<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description></rdf:li>",
  "</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>",
].join("");

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
