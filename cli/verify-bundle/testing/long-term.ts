import { X509Certificate } from "node:crypto";
import { PDF, PdfArray, type PdfDict, PdfName, PdfRef } from "@libpdf/core";
import { withoutTimestamp, withSignature } from "@/lib/domains/evidence/verification/testing/forger";
import { addDocumentTimestamp } from "@/lib/platform/signing/add-document-timestamp";
import type { TestAuthority } from "@/lib/platform/signing/testing/timestamp-authority";
import { requestTimestamp, requestToken } from "@/lib/platform/signing/timestamp";

/** A PDF of level B-LT with a certificate of an authority, and copies of it with one and two document timestamps. */
export interface LongTerm {
  signed: Buffer;
  archived: Buffer;
  renewed: Buffer;
  authority: TestAuthority;
}

type Alterations = [name: string, alter: (given: LongTerm) => Uint8Array | Promise<Uint8Array>][];

const flippedAt = (bytes: Buffer, at: number, by = 1) => {
  if (at < 0) throw new Error("nothing to change");
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(at) ^ by, at);
  return changed;
};

const rootOf = ({ authority }: LongTerm) => new X509Certificate(authority.root).raw;
const storeOf = (document: PDF) => document.getCatalog().getDict("DSS", (found) => document.context.resolve(found));

/** An incremental update without a document timestamp. */
const updated = async (pdf: Uint8Array, change: (document: PDF) => unknown) => {
  const document = await PDF.load(pdf);
  await change(document);
  return document.save({ incremental: true });
};

export const inLongTerm: Alterations = [
  ["a removed timestamp", ({ signed }) => withSignature(signed, withoutTimestamp)],
  [
    "another time in the timestamp",
    ({ signed }) =>
      withSignature(signed, (der) => {
        const [time] = [...der.toString("latin1").matchAll(/\d{14}Z/g)].slice(-1);
        return flippedAt(der, (time?.index ?? -4) + 3);
      }),
  ],
  ["the signature of the timestamp", ({ signed }) => withSignature(signed, (der) => flippedAt(der, der.length - 5))],
  [
    "a removed timestamp and its entry",
    ({ signed }) => {
      const without = withSignature(signed, withoutTimestamp).toString("latin1");
      return Buffer.from(without.replace("/GAS_Timestamp (RFC3161)", " ".repeat(24)), "latin1");
    },
  ],
  [
    "the issuer's certificate in the signature",
    (given) => {
      const { signed } = given;
      return withSignature(signed, (der) => flippedAt(der, der.indexOf(rootOf(given)) + 40));
    },
  ],
  [
    "a certificate in the validation data",
    (given) => flippedAt(given.signed, given.signed.indexOf(rootOf(given)) + 40),
  ],
  [
    "the revocation data",
    // The identifier of an OCSP response (RFC 6960, 4.2.1).
    ({ signed }) => flippedAt(signed, signed.indexOf(Buffer.from("06092b0601050507300101", "hex")) + 200),
  ],
  ["another dictionary of validation data", ({ signed }) => flippedAt(signed, signed.indexOf("/Type /DSS") + 7)],
  [
    "an update that removes the validation data",
    ({ signed }) => updated(signed, (pdf) => pdf.getCatalog().delete("DSS")),
  ],
  [
    "an update that empties the validation data",
    ({ signed }) => updated(signed, (pdf) => storeOf(pdf)?.set("OCSPs", new PdfArray([]))),
  ],
];

/** A document timestamp as the service adds it, with another change in the same update. */
const stampedWith =
  (change: (document: PDF) => unknown) =>
  async ({ signed, authority }: LongTerm) => {
    const document = await PDF.load(signed);
    const store = storeOf(document);
    store?.set("Certs", new PdfArray([...(store.getArray("Certs") ?? [])]));
    await change(document);
    const timestamp = async (digest: Uint8Array) => (await requestToken(authority.url, digest)).token;
    return (await document.addTimestamp({ timestampAuthority: { timestamp } })).bytes;
  };

const withStore = (change: (store: PdfDict | undefined) => unknown) => stampedWith((pdf) => change(storeOf(pdf)));

/** The place of a text in the update that was added first. */
const inUpdate =
  (text: string, after: number): Alterations[number][1] =>
  ({ signed, archived }) =>
    flippedAt(archived, archived.indexOf(text, signed.length) + after);

export const inArchive: Alterations = [
  ...Array.from({ length: 12 }, (_, i): Alterations[number] => [
    `a bit of ${i + 1}/12 of the updates`,
    ({ signed, renewed }) =>
      flippedAt(renewed, Math.floor(signed.length + (i + 0.5) * ((renewed.length - signed.length) / 12)), 1 << (i % 7)),
  ]),
  ["a bit of the signed file", ({ archived }) => flippedAt(archived, 300)],
  [
    "the attachment",
    ({ archived }) => flippedAt(archived, archived.indexOf("stream\n", archived.indexOf("/EmbeddedFile")) + 100),
  ],
  [
    "the removed first update",
    ({ signed, archived, renewed }) => Buffer.concat([signed, renewed.subarray(archived.length)]),
  ],
  [
    "swapped updates",
    ({ signed, archived, renewed }) =>
      Buffer.concat([signed, renewed.subarray(archived.length), archived.subarray(signed.length)]),
  ],
  ["a repeated update", ({ signed, archived }) => Buffer.concat([archived, archived.subarray(signed.length)])],
  ["the half of an update", ({ signed, archived }) => archived.subarray(0, (signed.length + archived.length) / 2)],
  [
    "a line break between signed file and update",
    ({ signed, archived }) => Buffer.concat([signed, Buffer.from("\n"), archived.subarray(signed.length)]),
  ],
  ["an appended line break", ({ archived }) => Buffer.concat([archived, Buffer.from("\n")])],
  ["an appended comment", ({ archived }) => Buffer.concat([archived, Buffer.from("% approved\n")])],
  [
    "a removed timestamp of the signature",
    ({ archived, signed }) =>
      Buffer.concat([withSignature(signed, withoutTimestamp), archived.subarray(signed.length)]),
  ],
  ["the list of fields in the update", inUpdate("/SigFlags 3", 10)],
  ["the page of its field", inUpdate("/F 132", 4)],
  ["the root in its trailer", inUpdate("/Root ", 6)],
  ["its previous table", inUpdate("/Prev ", 6)],
  ["its range", inUpdate("/ByteRange [0 ", 14)],
  ["its document timestamp", inUpdate("/Contents <", 200)],
  ["a text on the cover in the update", stampedWith((pdf) => pdf.getPage(0)?.drawText("Approved", { x: 50, y: 600 }))],
  ["a removed page in the update", stampedWith((pdf) => pdf.removePage(1))],
  ["an attachment in the update", stampedWith((pdf) => pdf.attachments.add("notes.json", Buffer.from("{}")))],
  [
    "other evidence in the update",
    stampedWith((pdf) => {
      pdf.attachments.remove("evidence.json");
      pdf.attachments.add("evidence.json", Buffer.from("{}"));
    }),
  ],
  ["a title in the update", stampedWith((pdf) => pdf.setTitle("Approved"))],
  ["an action in the update", stampedWith((pdf) => pdf.getCatalog().set("OpenAction", PdfName.of("X")))],
  [
    "a text field in the update",
    stampedWith((pdf) => pdf.getOrCreateForm().createTextField("note", { defaultValue: "x" })),
  ],
  ["removed certificates in the update", withStore((store) => store?.delete("Certs"))],
  ["emptied revocation data in the update", withStore((store) => store?.set("OCSPs", new PdfArray([])))],
  ["validation data of other objects", withStore((store) => store?.set("CRLs", new PdfArray([PdfRef.of(1, 0)])))],
  [
    "a text on the cover after the update",
    ({ archived }) => updated(archived, (pdf) => pdf.getPage(0)?.drawText("Approved", { x: 50, y: 600 })),
  ],
  ["a removed page after the update", ({ archived }) => updated(archived, (pdf) => pdf.removePage(1))],
  [
    "the document timestamp of another file",
    async ({ signed, authority }) => {
      const { token } = await requestTimestamp(authority.url, { data: "another file" });
      return addDocumentTimestamp(
        signed,
        async () => ({ Certs: [], OCSPs: [], CRLs: [] }),
        async () => token,
      );
    },
  ],
  [
    "no validation data",
    async ({ signed, authority }) => {
      const document = await PDF.load(signed);
      const timestamp = async (digest: Uint8Array) => (await requestToken(authority.url, digest)).token;
      return (await document.addTimestamp({ timestampAuthority: { timestamp } })).bytes;
    },
  ],
];
