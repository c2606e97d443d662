import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import {
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfStream,
  PdfString,
} from "@libpdf/core";
import { detachedSignatureBytes, signDetached } from "@/lib/platform/signing/cms";
import type { EvidenceSigner } from "@/lib/platform/signing/evidence-keys";
import { type Timestamp, type Timestamper, timestampBytesMax } from "@/lib/platform/signing/timestamp";
import { reportUncovered, type ValidationData } from "@/lib/platform/signing/validation-data";

export interface SignPdfOptions {
  /** The signing time in the signature, ISO 8601. */
  signedAt: string;
  reason: string;
  /** An attached file, covered by the signature. */
  attachment?: PdfAttachment;
  /** The package whose report and evidence the signature binds to each other. */
  packageId?: string;
  timestamp?: Timestamper | undefined;
  /** Covered by the signature. */
  validation?: ValidationData | undefined;
  /** The report that is signed, if it is not a package. */
  reportId?: string;
}

interface PdfAttachment {
  name: string;
  description: string;
  mimeType: string;
  bytes: Uint8Array;
}

export interface SignedPdf {
  bytes: Uint8Array;
  pages: number;
  /** The time of the signature's timestamp; null without one. */
  timestampedAt: Date | null;
}

/**
 * A PDF with a PAdES signature (ETSI EN 319 142-1; ISO 32000-2, 12.8.3.4) over the whole file, and optionally an attached
 * file (ISO 32000-2, 14.13). Level B-LT with a timestamp and validation data for all certificates, level B-T without the
 * data, otherwise B-B. Deterministic, except for the timestamp.
 */
export async function signPdf(pdf: Uint8Array, signer: EvidenceSigner, given: SignPdfOptions): Promise<SignedPdf> {
  const signed = given.timestamp && (await signOnce(pdf, signer, given));
  if (signed) return signed;
  // The signed dictionary states whether there is a timestamp, so that it cannot be removed unnoticed.
  const withoutTimestamp = await signOnce(pdf, signer, { ...given, timestamp: undefined });
  if (!withoutTimestamp) throw new Error("the PDF was not signed");
  return withoutTimestamp;
}

/** Undefined if there is no timestamp. */
async function signOnce(
  pdf: Uint8Array,
  signer: EvidenceSigner,
  given: SignPdfOptions,
): Promise<SignedPdf | undefined> {
  const document = await PDF.load(pdf);
  if (given.attachment) await attach(document, given.attachment, given.signedAt);
  if (given.validation) document.getCatalog().set("DSS", document.register(storeOf(document, given.validation)));
  // The attribute that contains the timestamp has less than 64 bytes of its own.
  const reserved = detachedSignatureBytes(signer) + (given.timestamp ? timestampBytesMax + 64 : 0);
  addSignature(document, signer, { ...given, bound: boundEntries(pdf, signer, given) }, reserved);
  setId(document, pdf, given.attachment?.bytes);
  const pages = document.getPageCount();
  // Appended, so that the existing bytes are unchanged.
  const bytes = asBuffer(await document.save({ incremental: true }));
  let timestamp: Timestamp | undefined;
  await fillSignature(bytes, reserved, async (digest) => {
    if (!given.timestamp) return signDetached(digest, signer);
    const request = given.timestamp;
    return signDetached(digest, signer, async (signature) => {
      timestamp = await request(signature);
      return timestamp?.token;
    });
  });
  if (given.timestamp && !timestamp) return undefined;
  if (given.validation && timestamp) reportUncovered(given.validation, timestamp.token);
  return { bytes, pages, timestampedAt: timestamp?.time ?? null };
}

/** Compressed here, because the library would block the main thread. */
async function attach(document: PDF, { name, description, mimeType, bytes }: PdfAttachment, at: string): Promise<void> {
  const time = pdfDate(at);
  const file = new PdfStream(
    [
      ["Type", PdfName.of("EmbeddedFile")],
      ["Subtype", PdfName.of(mimeType)],
      ["Filter", PdfName.of("FlateDecode")],
      ["Params", PdfDict.of({ Size: PdfNumber.of(bytes.length), CreationDate: time, ModDate: time })],
    ],
    await promisify(deflate)(bytes),
  );
  const reference = document.register(file);
  const specification = document.register(
    PdfDict.of({
      Type: PdfName.of("Filespec"),
      F: PdfString.fromString(name),
      UF: PdfString.fromString(name),
      Desc: PdfString.fromString(description),
      EF: PdfDict.of({ F: reference, UF: reference }),
      AFRelationship: PdfName.of("Data"),
    }),
  );
  const names = PdfDict.of({ Names: new PdfArray([PdfString.fromString(name), specification]) });
  document.context.catalog.setEmbeddedFilesTree(names);
  document.getCatalog().set("AF", new PdfArray([specification]));
}

/** The DSS dictionary (ISO 32000-2, 12.8.4.3). */
function storeOf(document: PDF, validation: ValidationData): PdfDict {
  const store = PdfDict.of({ Type: PdfName.of("DSS") });
  for (const [kind, values] of Object.entries(validation)) {
    const streams = values.map((value) => document.register(new PdfStream([], Buffer.from(value, "base64"))));
    if (streams.length > 0) store.set(kind, new PdfArray(streams));
  }
  return store;
}

/** Placeholder for a file position, padded with spaces later. */
const position = PdfNumber.of(9_999_999_999);

/** Adds an invisible field on the first page, with an empty signature that permits no changes (DocMDP, level 1). */
function addSignature(
  document: PDF,
  signer: EvidenceSigner,
  { reason, signedAt, bound }: SignPdfOptions & { bound: Record<string, PdfObject> },
  reserved: number,
): void {
  const page = document.getPage(0);
  if (!page) throw new Error("a PDF without pages cannot be signed");
  const signature = PdfDict.of({
    Type: PdfName.of("Sig"),
    Filter: PdfName.of("Adobe.PPKLite"),
    SubFilter: PdfName.of("ETSI.CAdES.detached"),
    Name: PdfString.fromString(signer.name),
    Reason: PdfString.fromString(reason),
    M: pdfDate(signedAt),
    ...bound,
    Reference: new PdfArray([certification]),
    ByteRange: new PdfArray([PdfNumber.of(0), position, position, position]),
    Contents: PdfString.fromBytes(new Uint8Array(reserved)),
  });
  const signed = document.register(signature);
  const field = document.register(
    PdfDict.of({
      Type: PdfName.of("Annot"),
      Subtype: PdfName.of("Widget"),
      FT: PdfName.of("Sig"),
      T: PdfString.fromString("Signature"),
      TU: PdfString.fromString("Signature"),
      // Printed and locked.
      F: PdfNumber.of(132),
      // Without size, so that it needs no appearance (PDF/A), and outside the page, so that it needs no tag (PDF/UA).
      Rect: new PdfArray([-1, -1, -1, -1].map(PdfNumber.of)),
      P: page.ref,
      V: signed,
    }),
  );
  addAnnotation(document, page.dict, field);
  // SignaturesExist and AppendOnly.
  const form = PdfDict.of({ Fields: new PdfArray([field]), SigFlags: PdfNumber.of(3) });
  document.getCatalog().set("AcroForm", document.register(form));
  document.getCatalog().set("Perms", PdfDict.of({ DocMDP: signed }));
}

/** No changes are permitted (ISO 32000-2, 12.8.2.2). */
const certification = PdfDict.of({
  Type: PdfName.of("SigRef"),
  TransformMethod: PdfName.of("DocMDP"),
  TransformParams: PdfDict.of({
    Type: PdfName.of("TransformParams"),
    P: PdfNumber.of(1),
    V: PdfName.of("1.2"),
  }),
});

/** Entries that bind package, report and evidence to each other. Verifiers use them to name an altered part. */
function boundEntries(
  report: Uint8Array,
  { chain }: EvidenceSigner,
  { packageId, reportId, attachment, timestamp }: SignPdfOptions,
): Record<string, PdfObject> {
  const hash = (...contents: readonly Uint8Array[]) => {
    const sum = createHash("sha256");
    for (const content of contents) sum.update(content);
    return PdfString.fromString(`sha256:${sum.digest("hex")}`);
  };
  return {
    ...(packageId !== undefined && { GAS_Package: PdfString.fromString(packageId) }),
    ...(reportId !== undefined && { GAS_ReportId: PdfString.fromString(reportId) }),
    ...(attachment && { GAS_Evidence: hash(attachment.bytes) }),
    GAS_Report: hash(report),
    GAS_ReportBytes: PdfNumber.of(report.length),
    ...(timestamp && { GAS_Timestamp: PdfString.fromString("RFC3161") }),
    // The signature itself covers only the signer's certificate.
    ...(chain.length > 0 && { GAS_Chain: hash(...chain) }),
  };
}

function addAnnotation(document: PDF, page: PdfDict, annotation: PdfRef): void {
  const annotations = page.getArray("Annots", (reference) => document.context.resolve(reference));
  page.set("Annots", new PdfArray([...(annotations ?? []), annotation]));
}

/** Keeps the first half of the id (ISO 32000-2, 14.4). The library would generate a random one. */
function setId(document: PDF, ...contents: readonly (Uint8Array | undefined)[]): void {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content ?? "");
  const version = PdfString.fromBytes(hash.digest().subarray(0, 16));
  const { trailer } = document.context.info;
  const known = trailer.getArray("ID")?.at(0);
  trailer.set("ID", new PdfArray([known instanceof PdfString ? known : version, version]));
}

const rangeBegin = "/ByteRange [";
const contentsBegin = "/Contents <";

/**
 * Fills in the signed byte range and the signature. The signature was registered last, so it is the last one in the
 * file.
 */
async function fillSignature(
  pdf: Buffer,
  reserved: number,
  sign: (digest: Uint8Array) => Promise<Buffer>,
): Promise<void> {
  const rangeAt = pdf.lastIndexOf(rangeBegin) + rangeBegin.length;
  const contentsAt = pdf.indexOf(contentsBegin, rangeAt) + contentsBegin.length - 1;
  const contentsEnd = contentsAt + 2 * reserved + 2;
  const rangeEnd = pdf.indexOf("]", rangeAt);
  const range = `0 ${contentsAt} ${contentsEnd} ${pdf.length - contentsEnd}`;
  pdf.write(range.padEnd(rangeEnd - rangeAt), rangeAt, "latin1");
  const digest = createHash("sha256").update(pdf.subarray(0, contentsAt)).update(pdf.subarray(contentsEnd)).digest();
  pdf.write((await sign(digest)).toString("hex"), contentsAt + 1, "latin1");
}

/** `D:20261120101500Z` (ISO 32000-2, 7.9.4), to the second. */
function pdfDate(time: string): PdfString {
  const digits = new Date(time).toISOString().slice(0, 19).replaceAll(/\D/g, "");
  return PdfString.fromString(`D:${digits}Z`);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
