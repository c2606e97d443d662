import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDF, PdfArray, type PdfRef, type PdfStream, type PdfString } from "@libpdf/core";
import { Document, Link, Page, renderToBuffer, Text } from "@react-pdf/renderer";
import fc from "fast-check";
import { ContentInfo, SignedData } from "pkijs";
import { createElement } from "react";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { propertyRuns } from "@/lib/platform/core/testing";
import { detachedSignatureBytes, signDetached } from "@/lib/platform/signing/cms";
import { currentEvidenceSigner, type EvidenceSigner } from "@/lib/platform/signing/evidence-keys";
import { type SignPdfOptions, signPdf } from "@/lib/platform/signing/sign-pdf";
import { certify, outputOf, rsaTestKey, startWith } from "@/lib/platform/signing/testing";
import { startTimestampAuthority, type TestAuthority } from "@/lib/platform/signing/testing/timestamp-authority";
import { signatureTimestamper } from "@/lib/platform/signing/timestamp";
import { gatherValidationData } from "@/lib/platform/signing/validation-data";

const [one, two] = [rsaTestKey("one"), rsaTestKey("two")];
const bundle = Buffer.from(JSON.stringify({ events: Array.from({ length: 2_000 }, (_, n) => ({ n, text: "ä€😀" })) }));
const given: SignPdfOptions & { attachment: object } = {
  signedAt: "2026-11-20T10:15:30.999Z",
  reason: "Evidence (package) \\ Prüfung",
  attachment: {
    name: "evidence.json",
    description: "All of it, (sealed)",
    mimeType: "application/json",
    bytes: bundle,
  },
};
const { attachment, ...alone } = given;

let directory: string;
let report: Uint8Array;
let signer: EvidenceSigner;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "sign-pdf-"));
  report = await makeReport("One", "Two", "Three");
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

beforeEach(async () => {
  startWith(directory, { EVIDENCE_KEY: one.pem });
  signer = await currentEvidenceSigner();
});

/** A PDF similar to the service's reports: pages with text, links and bookmarks. */
function makeReport(...titles: string[]): Promise<Uint8Array> {
  const pages = titles.map((title) =>
    createElement(
      Page,
      { key: title, bookmark: { title } },
      createElement(Text, { id: title }, `Page ${title}`),
      createElement(Link, { src: "https://example.com/" }, createElement(Text, {}, "A link")),
    ),
  );
  return renderToBuffer(createElement(Document, { title: "Report", language: "en" }, pages));
}

const output = (program: string, ...args: string[]) => outputOf(directory, program, ...args);

function save(bytes: Uint8Array, name = "signed.pdf"): string {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  return path;
}

const signed = async (options: SignPdfOptions = given, pdf = report) => (await signPdf(pdf, signer, options)).bytes;
const judge = (bytes: Uint8Array) => output("pdfsig", "-nocert", save(bytes));

/** Finds the signature in a file by the byte range that it covers. */
function rangeOf(bytes: Uint8Array): { before: Buffer; contents: Buffer; after: Buffer } {
  const pdf = Buffer.from(bytes);
  const found = /\/ByteRange \[0 (\d+) (\d+) (\d+) *\]\n\/Contents </.exec(pdf.toString("latin1")) ?? [];
  const [, end = 0, begin = 0, rest = 0] = found.map(Number);
  expect(begin + rest).toBe(pdf.length);
  return { before: pdf.subarray(0, end), contents: pdf.subarray(end, begin), after: pdf.subarray(begin) };
}

/** The signature in DER. */
function signatureOf(bytes: Uint8Array): Buffer {
  const hex = rangeOf(bytes).contents.toString("latin1");
  expect(hex).toMatch(/^<[0-9a-f]+>$/);
  return Buffer.from(hex.slice(1, -1), "hex");
}

describe("a signed PDF", () => {
  test("is valid in pdfsig, with signer and time", async () => {
    const said = await judge(await signed());
    expect(said).toContain("Signature is Valid.");
    expect(said).toContain("Total document signed");
    expect(said).toContain("Signature Type: ETSI.CAdES.detached");
    expect(said).toContain("Signing Hash Algorithm: SHA-256");
    expect(said).toContain("Signature Field Name: Signature");
    expect(said).toContain(`Signer Certificate Common Name: Governance Audit Service ${one.id}`);
    expect(said.match(/Signature #/g)).toHaveLength(1);
  });

  test("is invalid if any byte outside the signature is changed", async () => {
    const bytes = await signed();
    const { before, contents } = rangeOf(bytes);
    const positions = fc.nat(bytes.length - contents.length - 1);
    await fc.assert(
      fc.asyncProperty(positions, fc.integer({ min: 1, max: 255 }), async (position, by) => {
        const changed = Buffer.from(bytes);
        const at = position < before.length ? position : position + contents.length;
        changed.writeUInt8(changed.readUInt8(at) ^ by, at);
        expect(await judge(changed)).not.toMatch(/Total document signed[\s\S]*Signature is Valid\./);
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  const places: [string, (pdf: Buffer) => number][] = [
    ["its embedded file", (pdf) => pdf.indexOf("stream", pdf.indexOf("/EmbeddedFile")) + 400],
    ["a page", (pdf) => pdf.indexOf("stream", pdf.indexOf("/Contents ")) + 60],
    ["the reason", (pdf) => pdf.indexOf("/Reason") + 12],
    ["the time", (pdf) => pdf.indexOf("/M (D:") + 10],
    ["the signature's certificate", (pdf) => pdf.indexOf("/Contents <") + 11 + 2 * 600],
    ["the signature itself", (pdf) => pdf.indexOf(">", pdf.indexOf("/Contents <")) - 100],
  ];
  test.each(places)("is invalid if %s is changed", async (_what, find) => {
    const changed = Buffer.from(await signed());
    const at = find(changed);
    changed.writeUInt8(changed.readUInt8(at) === 0x30 ? 0x31 : 0x30, at);
    expect(await judge(changed)).not.toContain("Signature is Valid.");
  });

  test("is not fully signed if something is appended", async () => {
    const longer = Buffer.concat([await signed(), Buffer.from("\n% more\n")]);
    expect(await judge(longer)).not.toContain("Total document signed");
  });

  test("is byte-identical when signed again", async () => {
    const first = await signed();
    expect(Buffer.compare(first, await signed())).toBe(0);
    expect(Buffer.compare(first, await signed({ ...given, signedAt: "2026-11-20T10:15:31Z" }))).not.toBe(0);
  });

  test("contains the original bytes followed by the signature", async () => {
    expect(Buffer.from((await signed()).subarray(0, report.length)).equals(report)).toBe(true);
  });

  test("has an ID derived from its content, and its original ID", async () => {
    const anonymous = Buffer.from(Buffer.from(report).toString("latin1").replace("/ID [", "/XX ["), "latin1");
    const idOf = async (pdf: Uint8Array) => {
      const id = (await PDF.load(pdf)).context.info.trailer.getArray("ID");
      return [0, 1].map((n) => (id?.at(n) as PdfString | undefined)?.bytes.join());
    };
    const [before] = await idOf(report);
    const ids = await Promise.all([given, given, alone].map(async (options) => idOf(await signed(options))));
    expect(ids.map(([first]) => first)).toEqual([before, before, before]);
    expect(new Set(ids.map(([, second]) => second)).size).toBe(2);
    const made = await Promise.all([given, given].map(async (options) => idOf(await signed(options, anonymous))));
    expect(made[0]).toEqual(made[1]);
    expect(made[0]?.[0]).toBe(made[0]?.[1]);
  });

  test("is displayed unchanged, and its pages are counted", async () => {
    const { bytes, pages } = await signPdf(report, signer, given);
    expect(pages).toBe(3);
    const [path, before] = [save(bytes), save(report, "report.pdf")];
    expect(await output("pdftotext", path, "-")).toBe(await output("pdftotext", before, "-"));
    const facts = async (file: string) =>
      (await output("pdfinfo", file)).split("\n").filter((line) => !/^(File|Form|PDF)/.test(line));
    expect(await facts(path)).toEqual(await facts(before));
    const document = await PDF.load(bytes);
    const annotations = document
      .getPages()
      .map(({ dict }) => dict.getArray("Annots", (ref) => document.context.resolve(ref)));
    expect(annotations.map((list) => list?.length)).toEqual([2, 1, 1]);
    expect(document.getCatalog().has("Outlines")).toBe(true);
  });

  test("contains the time and reason of signing", async () => {
    const document = await PDF.load(await signed());
    const field = document.getForm()?.getSignatureFields()[0];
    const dictionary = field?.getSignatureDict();
    expect(field?.name).toBe("Signature");
    expect(dictionary?.getString("M")?.asString()).toBe("D:20261120101530Z");
    expect(dictionary?.getString("Reason")?.asString()).toBe(given.reason);
    expect(dictionary?.getString("Name")?.asString()).toBe(signer.name);
  });
});

describe("the embedded signature", () => {
  const verify = async (bytes: Uint8Array, ...trust: string[]) => {
    const { before, after } = rangeOf(bytes);
    save(Buffer.concat([before, after]), "content");
    save(signatureOf(bytes), "signature.der");
    const what = ["-inform", "DER", "-in", "signature.der", "-binary", "-content", "content", "-out", "verified"];
    return output("openssl", "cms", "-verify", ...what, "-purpose", "any", ...trust);
  };
  const certificatePem = (certificate: Buffer) =>
    `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64").replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;

  test("is valid CMS and CAdES in openssl", async () => {
    save(Buffer.from(certificatePem(signer.certificate)), "own.pem");
    const bytes = await signed();
    for (const way of [[], ["-cades"]]) {
      expect(await verify(bytes, "-CAfile", "own.pem", "-partial_chain", ...way)).toContain("Verification successful");
    }
  });

  test("has the PAdES attributes: the certificate and no time", async () => {
    save(signatureOf(await signed()), "signature.der");
    const shown = await output(
      "openssl",
      "cms",
      "-cmsout",
      "-noout",
      "-print",
      "-inform",
      "DER",
      "-in",
      "signature.der",
    );
    const [, attributes = ""] = shown.split("signedAttrs:");
    expect(attributes.match(/object: .*/g)).toEqual([
      expect.stringContaining("contentType"),
      expect.stringContaining("1.2.840.113549.1.9.52"),
      expect.stringContaining("messageDigest"),
      expect.stringContaining("id-smime-aa-signingCertificateV2"),
    ]);
    expect(shown).toContain("algorithm: sha256WithRSAEncryption");
    expect(shown).toContain("eContent: <ABSENT>");
  });

  test("contains the certificate chain to the authority", async () => {
    const leaf = await certify("Example Evidence", one.publicKey, "Example Authority", two.privateKey);
    const authority = await certify("Example Authority", two.publicKey, "Example Authority", two.privateKey);
    startWith(directory, { EVIDENCE_KEY: one.pem, EVIDENCE_CERTIFICATE: leaf + "\n" + authority });
    signer = await currentEvidenceSigner();
    const bytes = await signed();
    expect(await judge(bytes)).toContain("Signature is Valid.");
    save(Buffer.from(authority), "authority.pem");
    expect(await verify(bytes, "-CAfile", "authority.pem", "-cades")).toContain("Verification successful");
    const signature = signatureOf(bytes);
    expect([signer.certificate, ...signer.chain].map((der) => signature.includes(der))).toEqual([true, true]);
  });

  test("always has the reserved length", async () => {
    const chains = [[], [signer.certificate], [signer.certificate, signer.certificate]];
    for (const chain of chains) {
      const digest = randomBytes(32);
      const made = await signDetached(digest, { ...signer, chain });
      expect(made).toHaveLength(detachedSignatureBytes({ ...signer, chain }));
    }
  });
});

describe("the timestamp", () => {
  let authority: TestAuthority;

  beforeAll(async () => {
    authority = await startTimestampAuthority();
  });

  beforeEach(async () => {
    authority.answerWith(undefined);
    startWith(directory, { EVIDENCE_KEY: one.pem, TSA_URL: authority.url, TSA_CERTIFICATES: authority.root });
    signer = await currentEvidenceSigner();
  });

  const timestamped = () =>
    signPdf(report, signer, { ...given, timestamp: signatureTimestamper(async () => undefined) });

  test("is over the signature value, valid in openssl and accepted by pdfsig", async () => {
    const { bytes, timestampedAt } = await timestamped();
    expect(Math.abs((timestampedAt?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(await judge(bytes)).toMatch(/Total document signed[\s\S]*Signature is Valid\./);
    const { content } = ContentInfo.fromBER(Uint8Array.from(signatureOf(bytes)));
    const [info] = new SignedData({ schema: content }).signerInfos;
    const token = info?.unsignedAttrs?.attributes[0]?.values[0];
    const imprint = createHash("sha256").update(info?.signature.valueBlock.valueHexView ?? "");
    expect(await authority.verify(Buffer.from(token.toBER()), imprint.digest("hex"))).toContain("Verification: OK");
    expect(Buffer.from(bytes).includes("/GAS_Timestamp (RFC3161)")).toBe(true);
  });

  test("has level B-LT with validation data, which the signature covers and standard tools can read", async () => {
    const certificate = await authority.certify(one.publicKey, "Evidence", "crl");
    const variables = { TSA_URL: authority.url, TSA_CERTIFICATES: authority.root };
    startWith(directory, { EVIDENCE_KEY: one.pem, EVIDENCE_CERTIFICATE: certificate, ...variables });
    signer = await currentEvidenceSigner();
    const validation = await gatherValidationData(signer);
    const timestamp = signatureTimestamper(async () => undefined);
    const { bytes } = await signPdf(report, signer, { ...given, timestamp, validation });
    expect(await judge(bytes)).toMatch(/Total document signed[\s\S]*Signature is Valid\./);
    const document = await PDF.load(bytes);
    const resolve = (reference: PdfRef) => document.context.resolve(reference);
    const store = document.getCatalog().getDict("DSS", resolve);
    const streams = ["Certs", "OCSPs", "CRLs"].map((kind) =>
      [...(store?.getArray(kind, resolve) ?? [])].map((one) => (resolve(one as PdfRef) as PdfStream).getDecodedData()),
    );
    expect(streams.map(({ length }) => length)).toEqual([3, 1, 1]);
    save(signatureOf(bytes), "signature.der");
    for (const [index, der] of streams.flat().entries()) save(der, `${index}.der`);
    const parts = ["Evidence", "Authority", "Root"].map((name) => `subject=CN = ${name}`);
    for (const [index, part] of parts.entries())
      expect(await output("openssl", "x509", "-in", `${index}.der`, "-noout", "-subject")).toContain(part);
    const trust = ["-CAfile", join(authority.directory, "root.pem")];
    expect(await output("openssl", "ocsp", "-respin", "3.der", ...trust)).toContain("Response verify OK");
    expect(await output("openssl", "crl", "-in", "4.der", "-noout", ...trust)).toContain("verify OK");
  });

  test("is omitted after three attempts without a valid answer, and the file does not claim one", {
    tags: "full",
  }, async () => {
    const before = authority.requests();
    authority.answerWith(async () => ({ status: 503, body: Buffer.alloc(0) }));
    const { bytes, timestampedAt } = await timestamped();
    expect(authority.requests() - before).toBe(3);
    expect(timestampedAt).toBeNull();
    expect(Buffer.compare(bytes, await signed())).toBe(0);
  });

  test("is obtained by a later attempt", async () => {
    const before = authority.requests();
    authority.answerWith(async (request) => {
      authority.answerWith(undefined);
      return { body: (await authority.reply(request)).subarray(0, 100) };
    });
    expect((await timestamped()).timestampedAt).not.toBeNull();
    expect(authority.requests() - before).toBe(2);
  });

  test("is not requested without an authority", () => {
    startWith(directory, { EVIDENCE_KEY: one.pem, TSA_URL: "" });
    expect(signatureTimestamper(async () => undefined)).toBeUndefined();
  });
});

describe("the attached file", () => {
  test("is listed and extracted unchanged, as data of the document", async () => {
    const bytes = await signed();
    const path = save(bytes);
    expect(await output("pdfdetach", "-list", path)).toBe("1 embedded files\n1: evidence.json\n");
    await output("pdfdetach", "-save", "1", "-o", "detached.json", path);
    expect(readFileSync(join(directory, "detached.json")).equals(bundle)).toBe(true);
    const document = await PDF.load(bytes);
    expect(document.getAttachments().get("evidence.json")).toMatchObject({
      description: "All of it, (sealed)",
      mimeType: "application/json",
      size: bundle.length,
      createdAt: new Date("2026-11-20T10:15:30Z"),
      modifiedAt: new Date("2026-11-20T10:15:30Z"),
    });
    const associated = document.getCatalog().get("AF", (ref) => document.context.resolve(ref));
    expect(associated instanceof PdfArray && associated.length).toBe(1);
    expect(Buffer.from(bytes).includes("/AFRelationship /Data")).toBe(true);
  });

  test("can be empty", async () => {
    const empty = await signed({ ...given, attachment: { ...attachment, bytes: new Uint8Array() } });
    expect(await judge(empty)).toContain("Signature is Valid.");
    expect((await PDF.load(empty)).getAttachment("evidence.json")).toEqual(new Uint8Array());
  });

  test("can look like an empty signature", async () => {
    const decoy = "/ByteRange [0 9999999999 9999999999 9999999999]\n/Contents <0000>";
    const bytes = Buffer.concat([Buffer.from(decoy), randomBytes(50_000), Buffer.from(decoy)]);
    const pdf = await signed({ ...given, reason: decoy, attachment: { ...attachment, description: decoy, bytes } });
    expect(await judge(pdf)).toMatch(/Total document signed[\s\S]*Signature is Valid\./);
    expect(Buffer.from((await PDF.load(pdf)).getAttachment("evidence.json") ?? [])).toEqual(bytes);
  });

  test("is optional", async () => {
    const bytes = await signed(alone);
    expect(await judge(bytes)).toMatch(/Total document signed[\s\S]*Signature is Valid\./);
    expect(await output("pdfdetach", "-list", save(bytes))).toBe("0 embedded files\n");
  });
});

test("signs nothing that is not a PDF", async () => {
  await expect(signPdf(Buffer.from("no PDF"), signer, given)).rejects.toThrow();
});

test("signs nothing if the key cannot sign", async () => {
  const failing = { ...signer, signDigest: async () => Promise.reject(new Error("Key not found.")) };
  await expect(signPdf(report, failing, given)).rejects.toThrow("Key not found.");
});
