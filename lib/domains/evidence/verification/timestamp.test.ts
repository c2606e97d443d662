import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDF, PdfArray, type PdfDict, PdfName, PdfRef } from "@libpdf/core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type SampleBundle, sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { keptSealKey } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { samplePdf } from "@/lib/domains/evidence/bundle/testing/sample-pdf";
import { verifiableTimestamper } from "@/lib/domains/evidence/generation/sign";
import { withoutTimestamp, withSignature } from "@/lib/domains/evidence/verification/testing/forger";
import { checkTimestamp } from "@/lib/domains/evidence/verification/timestamp";
import { type FileReport, verifyFile } from "@/lib/domains/evidence/verification/verify-file";
import { isFullRun } from "@/lib/platform/core/testing";
import { addDocumentTimestamp } from "@/lib/platform/signing/add-document-timestamp";
import { outputOf, startWith } from "@/lib/platform/signing/testing";
import { startTimestampAuthority, type TestAuthority } from "@/lib/platform/signing/testing/timestamp-authority";
import { requestTimestamp, requestToken, type Timestamper } from "@/lib/platform/signing/timestamp";
import { gatherValidationData } from "@/lib/platform/signing/validation-data";
import { log } from "@/lib/platform/telemetry/log";

/** Starting Python takes longer than the verification, so only a full run verifies every rejected file with it. */
const samplesInPython = ["a text on a page", "a duplicate document timestamp", "a changed document timestamp"];

const directory = mkdtempSync(join(tmpdir(), "timestamp-"));
let authority: TestAuthority;
let stranger: TestAuthority;
let sample: SampleBundle;
let pdf: Buffer;
let given: { publicKeys: string[] };

beforeAll(async () => {
  [authority, stranger] = [await startTimestampAuthority(), await startTimestampAuthority()];
  sample = await sampleBundle({ sealKey: keptSealKey("one", 4096) });
  given = { publicKeys: [sample.sealKey.pem] };
  startWith(directory, { TSA_URL: authority.url, TSA_CERTIFICATES: authority.root });
  const timestamp: Timestamper = (signature) => requestTimestamp(authority.url, { data: signature });
  pdf = await samplePdf(sample, { timestamp, isLongTerm: true });
  writeFileSync(join(directory, "keys.pem"), sample.sealKey.pem);
  writeFileSync(join(directory, "root.pem"), authority.root);
  writeFileSync(join(directory, "other.pem"), stranger.root);
});

afterAll(() => rmSync(directory, { recursive: true }));

const stamped = (timestamp: Timestamper) => samplePdf(sample, { timestamp });

async function runPython(file: Uint8Array, ...certificates: string[]) {
  const path = join(directory, "package.pdf");
  writeFileSync(path, file);
  const flags = certificates.flatMap((name) => ["--tsa-certificate", name]);
  const script = join(process.cwd(), "clients/python/verify_evidence.py");
  const printed = await outputOf(directory, "python3", script, path, "--keys", "keys.pem", "--json", ...flags);
  return JSON.parse(printed) as Pick<FileReport, "status" | "checks">;
}

/** Runs both programs, which must agree. */
async function verified(file: Buffer, ...certificates: ("root.pem" | "other.pem")[]) {
  const pems = { "root.pem": authority.root, "other.pem": stranger.root };
  const tsaCertificates = certificates.map((name) => pems[name]);
  const report = await verifyFile(file, { ...given, tsaCertificates });
  const { status, checks, timestamp } = report;
  const check = checks.find(({ id }) => id === "timestamp");
  const python = await runPython(file, ...certificates);
  const inPython = python.checks.find(({ id }) => id === "timestamp");
  expect([python.status, inPython?.status]).toEqual([status, check?.status]);
  const [archive, archiveInPython] = [checks, python.checks].map((all) => all.find(({ id }) => id === "archive"));
  expect(archiveInPython?.status).toBe(archive?.status);
  return { status, check, timestamp, python: inPython, archive };
}

describe("the timestamp of a PDF signature", () => {
  test("is verified with the certificate of the authority's issuer", async () => {
    const { status, check, timestamp, python } = await verified(pdf, "other.pem", "root.pem");
    expect([status, check?.status]).toEqual(["intact", "ok"]);
    expect(check?.detail).toMatch(/^Timestamp verified at 20\d\d-.*Z by Authority\.$/);
    expect(python?.detail).toMatch(/^Timestamp verified at 20\d\d-.*Z by Authority\.$/);
    expect(timestamp).toMatchObject({ authority: "Authority", isTrusted: true });
  });

  test("is reported as present but not checked without the authority's certificate", { tags: "full" }, async () => {
    const without = await verified(pdf);
    expect([without.status, without.check?.status]).toEqual(["intact", "not_checked"]);
    expect(without.check?.detail).toContain("by Authority present, authority not checked.");
    expect(without.python?.detail).toContain("by Authority present, authority not checked.");
    const other = await verified(pdf, "other.pem");
    expect([other.status, other.check?.status]).toEqual(["not_witnessed", "not_checked"]);
    expect(other.check?.detail).toContain("did not issue");
    expect(other.timestamp?.isTrusted).toBe(false);
  });

  test("of another signature means that the package was tampered with", async () => {
    const { token } = await requestTimestamp(authority.url, { data: "another signature" });
    const { status, check } = await verified(await stamped(async () => ({ token, time: new Date() })), "root.pem");
    expect([status, check?.status]).toEqual(["tampered", "failed"]);
    expect(check?.detail).toBe("The timestamp belongs to a different signature.");
  });

  test("cannot be changed or removed without detection", { tags: "full" }, async () => {
    const later = withSignature(pdf, (der) => {
      const at = [...der.toString("latin1").matchAll(/\d{14}Z/g)].at(-1)?.index ?? 0;
      return replaced(der, at + 3, der.readUInt8(at + 3) ^ 1);
    });
    const value = withSignature(pdf, (der) => replaced(der, der.length - 5, der.readUInt8(der.length - 5) ^ 1));
    for (const changed of [later, value]) {
      const { status, check } = await verified(changed);
      expect([status, check?.status]).toEqual(["tampered", "failed"]);
    }
    const plain = await samplePdf(sample);
    const stripped = await verified(withSignature(pdf, withoutTimestamp));
    expect([stripped.status, stripped.check]).toEqual(["tampered", undefined]);
    expect((await verified(plain)).status).toBe("intact");
  });

  test("is verified by openssl with the documented commands", async () => {
    const guide = readFileSync("docs/evidence-verification.md", "utf8");
    const block =
      guide.split("```").find((part) => part.startsWith("sh\n") && part.includes("openssl ts -verify")) ?? "";
    writeFileSync(join(directory, "package.pdf"), pdf);
    writeFileSync(join(directory, "tsa-root.pem"), authority.root);
    const said = await outputOf(directory, "sh", "-c", block.slice("sh\n".length));
    expect(said).toContain("Verification: OK");
    expect(said).toContain("Time stamp: ");
  });

  test("is requested and checked with the verifiers' rules, and omitted if they reject it", async () => {
    startWith(directory, { TSA_URL: authority.url, TSA_CERTIFICATES: authority.root });
    const signature = Buffer.from("a signature");
    expect((await verifiableTimestamper()?.(signature))?.time).toBeInstanceOf(Date);
    const configuration = join(authority.directory, "tsa.cnf");
    const before = readFileSync(configuration, "utf8");
    writeFileSync(configuration, before.replace("signer_digest = sha256", "signer_digest = sha1"));
    const warn = vi.spyOn(log(), "warn");
    try {
      expect(await verifiableTimestamper()?.(signature)).toBeUndefined();
      expect(warn).toHaveBeenCalledTimes(3);
      expect(warn.mock.calls[0]?.[0]).toMatchObject({ detail: expect.stringContaining("is not supported") });
    } finally {
      writeFileSync(configuration, before);
    }
  });

  test("must contain the certificate that it names", async () => {
    const data = Buffer.from("a signature");
    const { token } = await requestTimestamp(authority.url, { data });
    expect((await checkTimestamp(token, data, [])).facts?.authority).toBe("Authority");
    const usage = token.indexOf(Buffer.from("06082b06010505070308", "hex"));
    const other = await checkTimestamp(replaced(token, usage + 9, 1), data, []);
    expect(other.check.detail).toBe("The timestamp does not contain the certificate that it names.");
    expect((await checkTimestamp(Buffer.from("no token"), data, [])).check.status).toBe("failed");
  });
});

describe("a document timestamp", () => {
  let archived: Buffer;
  let renewed: Buffer;

  beforeAll(async () => {
    startWith(directory, { TSA_URL: authority.url, TSA_CERTIFICATES: authority.root });
    archived = await withDocumentTimestamp(pdf);
    renewed = await withDocumentTimestamp(archived);
  });

  async function withDocumentTimestamp(file: Uint8Array): Promise<Buffer> {
    const gather = async ([certificate = Buffer.alloc(0), ...chain]: Buffer[]) =>
      (await gatherValidationData({ certificate, chain })) ?? { Certs: [], OCSPs: [], CRLs: [] };
    const request = async (digest: Uint8Array) => (await requestToken(authority.url, digest)).token;
    return Buffer.from(await addDocumentTimestamp(file, gather, request));
  }

  async function archiveOf(file: Buffer, ...certificates: ("root.pem" | "other.pem")[]) {
    const { status, archive } = await verified(file, ...certificates);
    return { status, check: archive };
  }

  test("is accepted with validation data after the signed file, and after an earlier document timestamp", async () => {
    for (const [file, count] of [[archived, 1] as const, [renewed, 2] as const]) {
      expect(file.subarray(0, pdf.length).equals(pdf)).toBe(true);
      const { status, check } = await archiveOf(file, "root.pem");
      expect([status, check?.status]).toEqual(["intact", "ok"]);
      const added = (file.length - pdf.length).toLocaleString("en");
      expect(check?.detail).toContain(`${added} bytes were added after the PDF was signed.`);
      expect(check?.detail.match(/Timestamp verified at .*? by Authority\./g)).toHaveLength(count);
      writeFileSync(join(directory, "archived.pdf"), file);
      const said = await outputOf(directory, "pdfsig", "-nocert", "archived.pdf");
      expect(said).toMatch(
        /^Signature #1:[\s\S]*Not total document signed\s+- Signature Validation: Signature is Valid\./m,
      );
      expect(said.match(/Signature Field Name: Timestamp_/g)).toHaveLength(count);
    }
  });

  test("of an authority that was not provided is reported as not checked", { tags: "full" }, async () => {
    const without = await archiveOf(archived);
    expect([without.status, without.check?.status]).toEqual(["intact", "not_checked"]);
    const other = await archiveOf(archived, "other.pem");
    expect([other.status, other.check?.status]).toEqual(["not_witnessed", "not_checked"]);
  });

  const inUpdate = (from: string | RegExp, to: string) => () => {
    const update = archived.subarray(pdf.length).toString("latin1");
    const changed = update.replace(from, to);
    if (changed === update || changed.length !== update.length) throw new Error("nothing or the length changed");
    return Buffer.concat([pdf, Buffer.from(changed, "latin1")]);
  };
  const load = async (file: Buffer, change: (document: PDF) => unknown) => {
    const document = await PDF.load(file);
    await change(document);
    return document.save({ incremental: true });
  };
  const stamp = (document: PDF) =>
    document.addTimestamp({
      timestampAuthority: {
        timestamp: async (digest) => (await requestToken(authority.url, digest)).token,
      },
    });
  /** A document timestamp as the service adds it, and another change in the same update. */
  const withChange = async (change: (document: PDF) => unknown) => {
    const document = await PDF.load(pdf);
    const store = document.getCatalog().getDict("DSS", (reference) => document.context.resolve(reference));
    store?.set("Certs", new PdfArray([...(store.getArray("Certs") ?? [])]));
    await change(document);
    return (await stamp(document)).bytes;
  };

  const withStore = (change: (store: PdfDict | undefined) => unknown) =>
    withChange((document) => change(document.getCatalog().getDict("DSS", (ref) => document.context.resolve(ref))));

  test("is accepted if its update contains nothing else", { tags: "full" }, async () => {
    const { status } = await archiveOf(Buffer.from(await withChange(() => undefined)), "root.pem");
    expect(status).toBe("intact");
  });

  test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ["a text on a page", () => withChange((document) => document.getPage(0)?.drawText("Approved", { x: 50, y: 600 }))],
    ["another page", () => withChange((document) => document.addPage())],
    ["another attachment", () => withChange((document) => document.attachments.add("notes.json", Buffer.from("{}")))],
    [
      "another evidence.json",
      () =>
        withChange((document) => {
          document.attachments.remove("evidence.json");
          document.attachments.add("evidence.json", Buffer.from("{}"));
        }),
    ],
    ["another title", () => withChange((document) => document.setTitle("Approved"))],
    [
      "an entry of the catalogue",
      () => withChange((document) => document.getCatalog().set("OpenAction", PdfName.of("X"))),
    ],
    [
      "a text field",
      () => withChange((document) => document.getOrCreateForm().createTextField("note", { defaultValue: "x" })),
    ],
    ["no validation data", () => load(pdf, stamp)],
    ["validation data without the certificates", () => withStore((store) => store?.delete("Certs"))],
    ["an empty list of certificates", () => withStore((store) => store?.set("Certs", new PdfArray([])))],
    [
      "validation data that refers to other objects",
      () => withStore((store) => store?.set("CRLs", new PdfArray([PdfRef.of(1, 0)]))),
    ],
    [
      "a text on a page after it",
      () => load(archived, (document) => document.getPage(0)?.drawText("A", { x: 50, y: 600 })),
    ],
    [
      "an attachment after it",
      () => load(archived, (document) => document.attachments.add("a.json", Buffer.from("{}"))),
    ],
    ["a line break after it", () => Buffer.concat([archived, Buffer.from("\n")])],
    ["a comment after it", () => Buffer.concat([archived, Buffer.from("% approved\n")])],
    ["its first half", () => archived.subarray(0, (pdf.length + archived.length) / 2)],
    [
      "an update between it and the signed file",
      () => Buffer.concat([pdf, Buffer.from("\n"), archived.subarray(pdf.length)]),
    ],
    ["a duplicate document timestamp", () => Buffer.concat([archived, archived.subarray(pdf.length)])],
    ["a changed range", inUpdate(/ByteRange \[0 (\d)/, "ByteRange [0 9")],
    ["another root", inUpdate("/Root 2", "/Root 3")],
    ["another previous table", inUpdate(/\/Prev (\d)/, "/Prev 9")],
    ["another page in its field", inUpdate("/F 132", "/F 128")],
    ["another flag", inUpdate("/SigFlags 3", "/SigFlags 1")],
    ["a changed table", inUpdate(/(xref\n\d+ 1\n\d{9})\d/, "$1z")],
    ["a lower-case digit", inUpdate(/(\/Contents <[^A>]*)A/, "$1a")],
    ["a changed document timestamp", inUpdate(/(\/Contents <3082)../, "$100")],
    [
      "the timestamp of another file",
      async () => {
        const { token } = await requestTimestamp(authority.url, { data: "another file" });
        const gather = async () => ({ Certs: [], OCSPs: [], CRLs: [] });
        return addDocumentTimestamp(pdf, gather, async () => token);
      },
    ],
    ["a changed signed file before it", () => replaced(archived, 300, archived.readUInt8(300) ^ 1)],
    [
      "a changed attachment before it",
      () => {
        const at = archived.indexOf("stream\n", archived.indexOf("/EmbeddedFile")) + 100;
        return replaced(archived, at, archived.readUInt8(at) ^ 1);
      },
    ],
  ])("is rejected with %s", async (what, make) => {
    const file = Buffer.from(await make());
    expect((await verifyFile(file, { ...given, tsaCertificates: [authority.root] })).status).toBe("tampered");
    if (!isFullRun && !samplesInPython.includes(what)) return;
    expect((await runPython(file, "root.pem")).status).toMatch(/^(tampered|unusable)$/);
  });
});

function replaced(bytes: Buffer, at: number, by: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(by, at);
  return changed;
}
