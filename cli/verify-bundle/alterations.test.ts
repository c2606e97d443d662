import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { PDF } from "@libpdf/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checked, sampleService } from "@/components/features/verification/testing";
import { type SampleBundle, sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { keptSealKey } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { samplePdf } from "@/lib/domains/evidence/bundle/testing/sample-pdf";
import { publishPackage } from "@/lib/domains/evidence/generation/publish";
import type { EvidenceBundle } from "@/lib/domains/evidence/schemas-bundle";
import {
  createRequester,
  putFile,
  type Requester,
  requestPackage,
  resultOf,
  sha256,
  signatureOf,
  temporaryDirectory,
} from "@/lib/domains/evidence/testing/packages";
import { timestampPackages } from "@/lib/domains/evidence/timestamp-packages";
import { attachedEvidence } from "@/lib/domains/evidence/verification/attached-evidence";
import { rewriteCanonically } from "@/lib/domains/evidence/verification/open-bundle";
import { fileOf, flipped, opened, resealed } from "@/lib/domains/evidence/verification/testing/forger";
import { verifyPackage, verifyPublished } from "@/lib/domains/evidence/verify-package";
import { everyNth, forgetSingletons, isFullRun } from "@/lib/platform/core/testing";
import { startTimestampAuthority, type TestAuthority } from "@/lib/platform/signing/testing/timestamp-authority";
import { requestTimestamp } from "@/lib/platform/signing/timestamp";
import { storage } from "@/lib/platform/storage";
import { ownTestDatabase } from "@/tools/database/testing";
import { execute } from "../support/testing";
import { command } from "../verify-bundle";
import { inArchive, inLongTerm, type LongTerm } from "./testing/long-term";
import { programsIn } from "./testing/programs";

process.env.DATA_DIR = temporaryDirectory();
process.env.LOG_LEVEL = "silent";
ownTestDatabase();

/** The key of the data directory: the service's own. */
const sealKey = keptSealKey("one", 4096);
const strangerKey = keptSealKey("stranger", 2048);

interface Victim extends LongTerm {
  json: SampleBundle;
  pdf: Buffer;
  other: { json: SampleBundle; pdf: Buffer };
}

let directory: string;
let requester: Requester;
let victim: Victim;
let ids: string[];
/** For the command line and the programs. */
let trust: string[];
let runPrograms: Awaited<ReturnType<typeof programsIn>>;
let service: ReturnType<typeof sampleService>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "alterations-"));
  const authority = await startTimestampAuthority();
  Object.assign(process.env, { TSA_URL: authority.url, TSA_CERTIFICATES: authority.root });
  forgetSingletons("env");
  requester = await createRequester();
  ids = [];
  for (const format of ["JSON", "PDF", "PDF"]) ids.push(await requestPackage(requester, { format }));
  const [json, inPdf, longTerm, other] = await Promise.all([...ids, "epkg_01kaother00000000000000000"].map(of));
  if (!json || !inPdf || !longTerm || !other) throw new Error("no packages");
  const [pdf, signed] = [await samplePdf(inPdf), await samplePdf(longTerm, await longTermBy(authority))];
  const files = [json.bytes, pdf, signed];
  service = sampleService(json);
  for (const [index, file] of files.entries()) {
    service.issue(file, { format: index === 0 ? "JSON" : "PDF" });
    await publish(ids[index] ?? "", file);
  }
  const archives = [];
  for (const expiryMs of [0, Number.MAX_SAFE_INTEGER]) {
    await timestampPackages({ clock: requester.clock, expiryMs }, () => undefined);
    const { storageKey } = resultOf(requester, ids[2] ?? "", signed);
    const stored = await storage().read(storageKey.replace(".pdf", ".archive.pdf"));
    archives.push(Buffer.from(await new Response(stored).arrayBuffer()));
  }
  const [archived = Buffer.alloc(0), renewed = Buffer.alloc(0)] = archives;
  const others = { json: other, pdf: await samplePdf(other, { text: "Another package" }) };
  victim = { json, pdf, signed, archived, renewed, authority, other: others };
  const [keys, root] = [join(directory, "keys.pem"), join(directory, "root.pem")];
  writeFileSync(keys, sealKey.pem);
  writeFileSync(root, authority.root);
  trust = ["--keys", keys, "--tsa-certificate", root];
  if (isFullRun) runPrograms = await programsIn(directory);
});

afterAll(() => rmSync(directory, { recursive: true }));

/** A certificate of an authority, as in a PKCS #12 file, with timestamp and validation data (PAdES level B-LT). */
async function longTermBy(authority: TestAuthority, key = sealKey) {
  const certificates = [await authority.certify(key.publicKey, "Seal", "ocsp"), authority.root];
  return {
    key,
    certificates: certificates.map((pem) => new X509Certificate(pem).raw),
    timestamp: (data: Uint8Array) => requestTimestamp(authority.url, { data }),
    isLongTerm: true,
  };
}

async function publish(id: string, file: Buffer): Promise<string> {
  const timestampedAt = new Date().toISOString();
  const result = { ...resultOf(requester, id, file), ...(await signatureOf(file)), timestampedAt };
  await putFile(result.storageKey, file);
  await publishPackage({ organisationId: requester.organisationId, packageId: id }, result, requester.clock);
  return result.packageHash;
}

function of(id: string): Promise<SampleBundle> {
  return sampleBundle({ sealKey, reframe: (frame) => ({ ...frame, package: { ...frame.package, id } }) });
}

type Alteration = [name: string, alter: (victim: Victim) => Uint8Array | Promise<Uint8Array>];

/** Changes the value and writes it canonically, as an attacker without the key would. */
const edit =
  (change: (bundle: EvidenceBundle, other: EvidenceBundle) => unknown): Alteration[1] =>
  ({ json, other }) => {
    const bundle = opened(json.bundle);
    change(bundle, opened(other.json.bundle));
    return fileOf(bundle);
  };

const rewrite =
  (change: (text: string) => string): Alteration[1] =>
  ({ json }) =>
    Buffer.from(change(json.bytes.toString()));

function withBit(bytes: Uint8Array, at: number, by = 1): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ by;
  return changed;
}

const count = isFullRun ? 20 : 5;

/** A bit in each of some bytes from the beginning to the end of a file. */
const spread = (of: (victim: Victim) => Uint8Array): Alteration[] =>
  Array.from({ length: count }, (_, i) => [
    `a bit of ${i + 1}/${count} of the file`,
    (given) => withBit(of(given), Math.floor((i + 0.5) * (of(given).length / count)), 1 << (i % 7)),
  ]);

const inJson: Alteration[] = [
  ...spread(({ json }) => json.bytes),
  ["a payload", edit(({ evidence }) => Object.assign(evidence.events[4]?.content?.payload ?? {}, { n: 1 }))],
  [
    "a time",
    edit(({ evidence }) => Object.assign(evidence.events[4] ?? {}, { timestamp: "2026-01-02T00:00:00.000Z" })),
  ],
  ["a removed event", edit(({ evidence }) => evidence.events.splice(4, 1))],
  ["a repeated event", edit(({ evidence }) => evidence.events.splice(4, 0, ...evidence.events.slice(4, 5)))],
  ["no events", edit(({ evidence }) => evidence.events.splice(0))],
  ["another head hash", edit((bundle) => Object.assign(bundle, { headHash: flipped(bundle.headHash ?? "") }))],
  ["no head hash", edit((bundle) => Object.assign(bundle, { headHash: null }))],
  [
    "better coverage",
    edit(({ evidence }) => Object.assign(evidence.framework.coverage.byStatus, { ADVERSE: 0, EVIDENCED: 9 })),
  ],
  [
    "a better requirement",
    edit(({ evidence }) => Object.assign(evidence.framework.requirements[0] ?? {}, { status: "EVIDENCED" })),
  ],
  ["a better summary", edit(({ evidence }) => Object.assign(evidence.summary, { alerts: 0 }))],
  ["another statistic", edit(({ evidence }) => Object.assign(evidence.statistics.oversight, { overridden: 99 }))],
  ["no limits", edit(({ evidence }) => evidence.limits.splice(0))],
  ["another name", edit(({ evidence }) => Object.assign(evidence.package.model, { name: "Another" }))],
  ["another id", edit(({ evidence }, other) => Object.assign(evidence.package, { id: other.evidence.package.id }))],
  ["another recipient", edit(({ evidence }) => Object.assign(evidence.package, { recipientName: null }))],
  [
    "a passed verification",
    edit(({ evidence }) => Object.assign(evidence.chain.verification, { eventsVerified: 9_999 })),
  ],
  ["another checkpoint", edit(({ evidence }) => Object.assign(evidence.chain.checkpoint ?? {}, { size: 99 }))],
  ["no proof", edit(({ evidence }) => Object.assign(evidence.chain, { membership: null }))],
  ["the seal of another package", edit((bundle, other) => Object.assign(bundle, { seal: other.seal }))],
  ["another key id", edit((bundle) => Object.assign(bundle.seal, { keyId: strangerKey.id }))],
  ["another algorithm", edit((bundle) => Object.assign(bundle.seal, { algorithm: "none" }))],
  ["an added member", edit((bundle) => Object.assign(bundle, { approved: true }))],
  ["a member added to the evidence", edit(({ evidence }) => Object.assign(evidence, { approved: true }))],
  ["nothing but its first half", ({ json }) => json.bytes.subarray(0, json.bytes.length / 2)],
  ["a missing last byte", ({ json }) => json.bytes.subarray(0, -1)],
  ["appended bytes", rewrite((text) => `${text}x`)],
  ["a second package", rewrite((text) => text + text)],
  [
    "a value that is repeated before the real one",
    rewrite((text) => text.replace('"summary":{"alerts":', '"summary":{"alerts":0,"alerts":')),
  ],
  [
    "a value that is repeated after the real one",
    rewrite((text) => text.replace(/"summary":\{"alerts":\d+/, '$&,"alerts":0')),
  ],
  [
    "a number with more digits than a double",
    rewrite((text) => text.replace('"chainSize":100', '"chainSize":100.00000000000000001')),
  ],
  [
    "an edit that is written with indents",
    ({ json }) => Buffer.from(JSON.stringify({ ...json.bundle, headHash: null }, null, 2)),
  ],
];

const resealedByAnother: Alteration[] = [
  ["the evidence, sealed by another key", ({ json }) => resealed(opened(json.bundle), strangerKey)],
  [
    "a payload, sealed by another key",
    ({ json }) => {
      const bundle = opened(json.bundle);
      bundle.evidence.package.model.name = "Another";
      return resealed(bundle, strangerKey);
    },
  ],
  [
    "the PDF and its evidence, signed by another key",
    ({ json }) => samplePdf(json, { evidence: resealed(opened(json.bundle), strangerKey), key: strangerKey }),
  ],
];

/** Evidence with a form of a later version. */
const later = (schema: string, { json }: Victim, key = sealKey) => {
  const bundle = opened(json.bundle);
  Object.assign(bundle.evidence, { schema, more: true });
  return resealed(bundle, key);
};

const ofLaterVersion: Alteration[] = [
  ["JSON", (given) => later("evidence/2", given)],
  ["JSON with the schema of this version", (given) => later("evidence/1", given)],
  [
    "JSON, written again",
    (given) => Buffer.from(JSON.stringify(JSON.parse(later("evidence/2", given).toString()), null, 1)),
  ],
  ["PDF", (given) => samplePdf(given.json, { evidence: later("evidence/2", given) })],
];

const laterByAnother: Alteration[] = [
  ["JSON", (given) => later("evidence/2", given, strangerKey)],
  ["JSON with the schema of this version", (given) => later("evidence/1", given, strangerKey)],
  ["PDF", (given) => samplePdf(given.json, { evidence: later("evidence/2", given, strangerKey), key: strangerKey })],
];

/** Alterations that claim to be of a later version, without a valid seal or signature. */
const claimingLater: Alteration[] = [
  [
    "a later schema, and no seal",
    edit((bundle) => {
      Object.assign(bundle.evidence, { schema: "evidence/2", events: [] });
      Reflect.deleteProperty(bundle, "seal");
    }),
  ],
  [
    "a later schema, and an added member",
    edit((bundle) => {
      Object.assign(bundle.evidence, { schema: "evidence/2" });
      Object.assign(bundle, { approved: true });
    }),
  ],
  ["a later schema, and a seal of another form", edit((bundle) => Object.assign(bundle, { seal: "none" }))],
  ["a later schema", edit(({ evidence }) => Object.assign(evidence, { schema: "evidence/2" }))],
  ["a later schema, and a name", edit(({ evidence }) => Object.assign(evidence, { schema: "evidence/9", limits: [] }))],
  [
    "a later schema, and another key id",
    edit(({ evidence, seal }) => {
      Object.assign(evidence, { schema: "evidence/2" });
      Object.assign(seal, { keyId: strangerKey.id });
    }),
  ],
  [
    "a later schema, and the key of another under the id",
    edit(({ evidence, seal }) =>
      Object.assign(evidence, { schema: "evidence/2", keys: [{ ...strangerKey.jwk, kid: seal.keyId }] }),
    ),
  ],
  [
    "a later schema that is repeated",
    rewrite((text) => text.replace('"schema":"e', '"schema":"evidence/2","schema":"e')),
  ],
  [
    "a later schema in genuine later evidence, and a member that is repeated",
    (given) => Buffer.from(later("evidence/2", given).toString().replace('"more":true', '"more":false,"more":true')),
  ],
  ["a later schema in a PDF", ({ json, pdf }) => laterInPdf(pdf, json.bytes)],
  [
    "later evidence in a PDF of another key",
    (given) => samplePdf(given.json, { evidence: later("evidence/2", given), key: strangerKey }),
  ],
  [
    "appended bytes after a PDF with later evidence",
    async (given) =>
      Buffer.concat([await samplePdf(given.json, { evidence: later("evidence/2", given) }), Buffer.from("x")]),
  ],
];

function laterInPdf(pdf: Buffer, evidence: Buffer): Buffer {
  const at = pdf.indexOf("stream\n", pdf.indexOf("/EmbeddedFile")) + 7;
  const end = pdf.indexOf("\nendstream", at);
  const changed = evidence.toString().replace('"schema":"evidence/1"', '"schema":"evidence/2"');
  return Buffer.concat([pdf.subarray(0, at), deflateSync(Buffer.from(changed)), pdf.subarray(end)]);
}

const report = ({ json }: Victim, more: object = {}) =>
  samplePdf(json, { reportId: "rep_01ka0000000000000000000000", ...more });

/** Files that one program reads as JSON and another as a PDF. */
const polyglots: Alteration[] = [
  ["JSON before a PDF", ({ json, pdf }) => Buffer.concat([json.bytes, pdf])],
  ["JSON after a PDF", ({ json, pdf }) => Buffer.concat([pdf, json.bytes])],
  ["JSON after a line break, before a PDF", ({ json, pdf }) => Buffer.concat([Buffer.from("\n"), json.bytes, pdf])],
  ["a brace before a PDF", ({ pdf }) => Buffer.concat([Buffer.from("{"), pdf])],
  ["a byte order mark and a brace before a PDF", ({ pdf }) => Buffer.concat([Buffer.from("\ufeff {"), pdf])],
  ["a space without break and a brace before a PDF", ({ pdf }) => Buffer.concat([Buffer.from([0xa0, 0x7b]), pdf])],
  [
    "a comment with JSON before a PDF",
    ({ json, pdf }) => Buffer.concat([Buffer.from("%"), json.bytes, Buffer.from("\n"), pdf]),
  ],
  ["JSON that begins with a PDF header", rewrite((text) => `%PDF-1.7\n${text}`)],
  ["JSON with a member that is a PDF header", rewrite((text) => text.replace("{", '{"%PDF-1.7":0,'))],
];

const rewritten: Alteration[] = [
  ["indents", rewrite((text) => JSON.stringify(JSON.parse(text), null, 2))],
  [
    "tabs and line breaks of Windows",
    rewrite((text) => JSON.stringify(JSON.parse(text), null, "\t").replaceAll("\n", "\r\n")),
  ],
  ["another order", rewrite((text) => JSON.stringify(reversed(JSON.parse(text))))],
  [
    "escaped letters",
    rewrite((text) =>
      text.replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ),
  ],
  ["escaped slashes", rewrite((text) => text.replaceAll("/", "\\/"))],
  ["numbers with exponents", rewrite((text) => text.replace('"chainSize":100', '"chainSize":1.00E+2'))],
  ["a final line break", rewrite((text) => `${text}\n`)],
  ["a byte order mark", rewrite((text) => `\ufeff${text}`)],
];

const find = (pdf: Buffer, text: string, after = 0) => {
  const at = pdf.lastIndexOf(text);
  if (at < 0) throw new Error(`the PDF has no ${text}`);
  return at + after;
};

const flip = (name: string, text: string, after: number, by = 1): Alteration => [
  name,
  ({ pdf }) => withBit(pdf, find(pdf, text, after), by),
];

const replace = (name: string, from: string, to: string): Alteration => [
  name,
  ({ pdf }) => {
    if (from.length !== to.length) throw new Error("offsets would change");
    const changed = Buffer.from(pdf);
    changed.write(to, find(pdf, from), "latin1");
    return changed;
  },
];

/** An incremental update, or with `isWhole` a new file. */
const update = (name: string, change: (document: PDF, victim: Victim) => unknown, isWhole = false): Alteration => [
  name,
  async (given) => {
    const document = await PDF.load(given.pdf);
    await change(document, given);
    return document.save({ incremental: !isWhole });
  },
];

const signedPart = (pdf: Buffer) => {
  const at = find(pdf, "/Contents <", "/Contents <".length);
  return { at, end: pdf.indexOf(">", at) };
};

const inPdf: Alteration[] = [
  ...spread(({ pdf }) => pdf),
  ["the page", ({ pdf }) => withBit(pdf, pdf.indexOf("stream") + 12)],
  ["the font", ({ pdf }) => withBit(pdf, pdf.indexOf("/BaseFont /") + 12)],
  ["the size of the page", ({ pdf }) => withBit(pdf, pdf.indexOf("/MediaBox [") + 12)],
  ["the first cross-reference table", ({ pdf }) => withBit(pdf, pdf.indexOf("xref") + 30)],
  flip("the last cross-reference table", "startxref", -60),
  flip("the last start of it", "startxref", 11),
  flip("the attached evidence", "/Type /Filespec", -400),
  flip("the name of the attachment", "/F (evidence.json)", 5),
  flip("the time of signing", "/M (D:", 8),
  flip("the reason", "/Reason (", 10),
  flip("the range", "/ByteRange [0 ", 1),
  flip("the hash of the report", "/GAS_Report (", 12),
  flip("the hash of the evidence", "/GAS_Evidence (", 24),
  flip("the package in the signature", "/GAS_Package (", 20),
  replace("the permission for changes", "/P 1", "/P 3"),
  replace("no certification", "/DocMDP", "/DocXYZ"),
  replace("no signature field", "/FT /Sig", "/FT /Btn"),
  replace("no range", "/ByteRange [", "/ByteRenge ["),
  ["an upper-case digit in the signature", ({ pdf }) => withUpper(pdf)],
  ["the tag of the signed attributes", ({ pdf }) => withOtherTag(pdf)],
  ["the version in the signature", ({ pdf }) => withDigit(pdf, 50)],
  ["the certificate", ({ pdf }) => withDigit(pdf, 700)],
  ["the signed attributes", ({ pdf }) => withDigit(pdf, signatureAt(pdf) - 200)],
  ["the signature value", ({ pdf }) => withDigit(pdf, signatureAt(pdf) + 100)],
  ["the last byte of the signature", ({ pdf }) => withDigit(pdf, signedPart(pdf).end - signedPart(pdf).at - 1)],
  [
    "the signature of another package",
    ({ pdf, other }) => {
      const [from, to] = [signedPart(other.pdf), signedPart(pdf)];
      return Buffer.concat([pdf.subarray(0, to.at), other.pdf.subarray(from.at, from.end), pdf.subarray(to.end)]);
    },
  ],
  [
    "an empty signature",
    ({ pdf }) => {
      const { at, end } = signedPart(pdf);
      return Buffer.from(pdf).fill("0", at, end);
    },
  ],
  ["an appended line break", ({ pdf }) => Buffer.concat([pdf, Buffer.from("\n")])],
  ["an appended comment", ({ pdf }) => Buffer.concat([pdf, Buffer.from("% approved\n")])],
  ["an appended package", ({ pdf }) => Buffer.concat([pdf, pdf])],
  ["a package before it", ({ pdf, other }) => Buffer.concat([other.pdf, pdf])],
  ["a prefix", ({ pdf }) => Buffer.concat([Buffer.from("\n"), pdf])],
  ["a missing last byte", ({ pdf }) => pdf.subarray(0, -1)],
  ["nothing but its first half", ({ pdf }) => pdf.subarray(0, pdf.length / 2)],
  ["nothing but the report", ({ pdf }) => pdf.subarray(0, pdf.indexOf("%%EOF") + 6)],
  update("a text on the cover", (document) => document.getPage(0)?.drawText("Approved", { x: 50, y: 600 })),
  update(
    "a cover that is written again",
    (document) => document.getPage(0)?.drawText("Approved", { x: 50, y: 600 }),
    true,
  ),
  update("a removed page", (document) => document.removePage(1)),
  update("a removed page in a new file", (document) => document.removePage(1), true),
  update("an added page", (document) => document.addPage()),
  update("a title", (document) => document.setTitle("Another")),
  update("the genuine evidence of another package", (document, { other }) => {
    document.attachments.remove("evidence.json");
    document.attachments.add("evidence.json", other.json.bytes);
  }),
  update("another attachment", (document) => document.attachments.add("notes.json", Buffer.from("{}"))),
  update("a document timestamp in another form", (document) =>
    document.addTimestamp({ timestampAuthority: { timestamp: async () => new Uint8Array(100).fill(0x30) } }),
  ),
  update("no attachment", (document) => document.attachments.remove("evidence.json")),
  ["a new file with the genuine evidence", async ({ json }) => unsigned(json.bytes)],
  ["another key, with the genuine evidence", ({ json }) => samplePdf(json, { key: strangerKey, text: "Approved" })],
  [
    "another key, with the genuine evidence of another package",
    ({ json, other }) => samplePdf(json, { key: strangerKey, evidence: other.json.bytes }),
  ],
  [
    "the genuine evidence of another package in place of its own",
    ({ pdf, other }) => {
      const at = pdf.indexOf("stream\n", pdf.indexOf("/EmbeddedFile")) + 7;
      const end = pdf.indexOf("\nendstream", at);
      return Buffer.concat([pdf.subarray(0, at), deflateSync(other.json.bytes), pdf.subarray(end)]);
    },
  ],
];

/** The alterations of a PDF that do not concern its evidence. The signature is checked as in a package: a run tests some. */
const inReport = [
  ...inPdf
    .filter(([name]) => !/evidence|attach|package|another key/.test(name))
    .filter((_, index) => isFullRun || index % 5 === 0),
  flip("the report in the signature", "/GAS_ReportId (", 20),
  update("evidence that is attached", (document, { json }) => document.attachments.add("evidence.json", json.bytes)),
].map(([name, alter]): Alteration => [name, async (given) => alter({ ...given, pdf: await report(given) })]);

/** The same alterations of a PDF of level B-LT, and a bit in each of some bytes that its signature covers. */
const inSigned: Alteration[] = [
  ...inPdf
    .filter(([name]) => !/another key|^a bit/.test(name))
    .map(([name, alter]): Alteration => [name, (given) => alter({ ...given, pdf: given.signed })]),
  ...Array.from(
    { length: count },
    (_, i): Alteration => [
      `a bit of ${i + 1}/${count} of the signed bytes`,
      ({ signed }) => {
        const { at, end } = signedPart(signed);
        const place = Math.floor(((i + 0.5) * (signed.length - (end - at))) / count);
        return withBit(signed, place < at ? place : place + end - at, 1 << (i % 7));
      },
    ],
  ),
];

/**
 * pdfsig checks only bytes that a signature covers, and not whose key signed them: it accepts another notation, version,
 * timestamp or issuer in the signature, and other bytes in the rest of its space. Which bits of a file are in that space
 * depends on the sizes of its parts.
 */
const unnoticedByPdfsig =
  /another key|upper-case|version in|timestamp$|issuer's certificate|a bit of \d+.20 of the file/;

async function unsigned(evidence: Uint8Array): Promise<Uint8Array> {
  const document = PDF.create();
  document.addPage().drawText("Approved", { x: 50, y: 700 });
  document.attachments.add("evidence.json", evidence);
  return document.save();
}

/** Another hexadecimal digit of the signature. */
function withDigit(pdf: Buffer, at: number): Buffer {
  const changed = Buffer.from(pdf);
  const place = signedPart(pdf).at + at;
  changed.write(pdf[place] === 0x31 ? "2" : "1", place, "latin1");
  return changed;
}

function withUpper(pdf: Buffer): Buffer {
  const { at, end } = signedPart(pdf);
  const place = at + pdf.subarray(at, end).toString("latin1").search(/[a-f]/);
  return withBit(pdf, place, 0x20);
}

/** The tag before the length and the attribute of the content type. It is not signed itself. */
function withOtherTag(pdf: Buffer): Buffer {
  const tag = /a0(?=(?:81..|82....)301806092a864886f70d010903)/;
  expect(pdf.toString("latin1")).toMatch(tag);
  return Buffer.from(pdf.toString("latin1").replace(tag, "a1"), "latin1");
}

/** Where the signature value begins in the hexadecimal digits: it is the last 512 bytes. */
function signatureAt(pdf: Buffer): number {
  const { at, end } = signedPart(pdf);
  return end - at - 1024;
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

/** The verdict of each verifier on a file. */
async function verdicts(file: Uint8Array) {
  const path = join(directory, "file");
  writeFileSync(path, file);
  const [withKeys, without] = [await execute(command, [path, ...trust]), await execute(command, [path])];
  const { verdict } = await checked(file, service);
  const canonicalHash = canonicalHashOf(file);
  const given = { packageHash: sha256(file), ...(canonicalHash && { canonicalHash }) };
  const answers = [];
  for (const id of ids) answers.push(await verifyPackage(requester.ctx, id, given));
  const published = await verifyPublished(requester.ctx, given.packageHash).catch(() => undefined);
  return {
    withKeys: withKeys.status,
    withoutKeys: without.status,
    page: verdict?.kind,
    isAuthentic: answers.some(({ authentic }) => authentic),
    isContentIntact: answers.some(({ contentIntact }) => contentIntact),
    isPublished: published !== undefined,
    headline: verdict?.headline ?? "",
    programs: isFullRun ? await runPrograms(path, trust) : undefined,
  };
}

/** The verdicts apart from the words and the programs, whose verdict must be that of the command line. */
function agreed({ headline: _headline, programs, ...found }: Awaited<ReturnType<typeof verdicts>>) {
  if (programs) expect([programs.standalone, programs.python]).toEqual([found.withKeys, found.withKeys]);
  return found;
}

function canonicalHashOf(file: Uint8Array): string | undefined {
  try {
    const { rewritten: bytes, ambiguities } = rewriteCanonically(file);
    return ambiguities.length === 0 ? `sha256:${createHash("sha256").update(bytes).digest("hex")}` : undefined;
  } catch {
    return undefined;
  }
}

const rejected = { page: "not_authentic", isAuthentic: false, isContentIntact: false, isPublished: false };

/** The API's responses for a file that was issued in this form. */
async function answersFor(format: "JSON" | "PDF", make: (id: string) => Promise<Uint8Array>) {
  const id = await requestPackage(requester, { format });
  const packageHash = await publish(id, Buffer.from(await make(id)));
  const answer = await verifyPackage(requester.ctx, id, { packageHash });
  return { answer, published: await verifyPublished(requester.ctx, packageHash) };
}

test("the API reports a PDF that was issued with an embedded signature of another key", async () => {
  const message = expect.stringContaining("embedded in the PDF");
  const mixed = await answersFor("PDF", async (id) => samplePdf(await of(id), { key: strangerKey }));
  expect(mixed.answer).toMatchObject({ authentic: false, message, failedCheck: "pdf_signature_invalid" });
  expect(mixed.published).toMatchObject({ authentic: false, message });
  expect([mixed.answer.status, mixed.published.status]).toEqual(["tampered", "tampered"]);
  const foreign = await answersFor("PDF", async (id) => {
    const json = await of(id);
    return samplePdf(json, { key: strangerKey, evidence: resealed(opened(json.bundle), strangerKey) });
  });
  expect(foreign.answer).toMatchObject({ authentic: false, failedCheck: "pdf_signature_invalid" });
  expect([foreign.answer.status, foreign.published.status]).toEqual(["unknown_signer", "unknown_signer"]);
});

test.each(["evidence/2", "evidence/1"])("the API reports an issued package of a later version (%s)", async (schema) => {
  const { answer, published } = await answersFor("JSON", async (id) =>
    later(schema, { ...victim, json: await of(id) }),
  );
  for (const { authentic, status, message } of [answer, published]) {
    expect([authentic, status]).toEqual([true, "outdated"]);
    expect(message).toContain("A later version of the service wrote the package");
  }
});

describe("an issued package is accepted by the command line, the page and the API:", () => {
  const accepted = { withKeys: 0, withoutKeys: 4, page: "authentic", isAuthentic: true, isContentIntact: true };
  test.each<Alteration>([
    ["JSON", ({ json }) => json.bytes],
    ["PDF", ({ pdf }) => pdf],
    ["PDF of level B-LT with a certificate of an authority", ({ signed }) => signed],
    ["PDF without the document timestamps", ({ signed, renewed }) => renewed.subarray(0, signed.length)],
  ])("%s", async (_name, of) => {
    const found = await verdicts(await of(victim));
    expect(agreed(found)).toEqual({ ...accepted, isPublished: true });
    if (found.programs) expect(found.programs.pdfsig).not.toBe(false);
  });

  test.each<Alteration>([
    ["one document timestamp", ({ archived }) => archived],
    ["two document timestamps", ({ renewed }) => renewed],
    ["one of two document timestamps", ({ archived, renewed }) => renewed.subarray(0, archived.length)],
  ])("a PDF with %s, by the part that was issued", async (_name, of) => {
    const found = agreed(await verdicts(await of(victim)));
    expect(found).toEqual({ ...accepted, isAuthentic: false, isPublished: false });
    const entered = sha256(victim.signed);
    expect((await checked(await of(victim), service, entered)).verdict?.kind).toBe("authentic");
  });

  test("evidence extracted from a PDF, by its seal", async () => {
    const found = agreed(await verdicts((await attachedEvidence(victim.signed)) ?? Buffer.alloc(0)));
    expect(found).toEqual({ ...rejected, withKeys: 0, withoutKeys: 4, page: "authentic" });
  });

  test("a report, by its signature", async () => {
    const found = agreed(await verdicts(await report(victim)));
    expect(found).toEqual({ ...rejected, withKeys: 0, withoutKeys: 4, page: "authentic" });
    const foreign = await verdicts(await report(victim, { key: strangerKey }));
    expect(foreign).toMatchObject({ withKeys: 4, withoutKeys: 4, page: "unknown_signer" });
  });

  test("a PDF of an earlier version, by its keys", async () => {
    const path = join(import.meta.dirname, "../../lib/domains/evidence/verification/testing/earlier-package.pdf");
    const report = JSON.parse((await execute(command, [path, "--json"])).out) as {
      facts: { keys: { inFile: unknown } };
    };
    const known = join(directory, "earlier.json");
    writeFileSync(known, JSON.stringify({ keys: report.facts.keys.inFile }));
    expect(await execute(command, [path, "--keys", known])).toMatchObject({ status: 0 });
    const altered = join(directory, "earlier.pdf");
    writeFileSync(altered, withBit(readFileSync(path), 300));
    expect(await execute(command, [altered, "--public-key", known])).toMatchObject({ status: 1 });
  });
});

describe.each([
  // The tests in lib/domains/evidence/verification cover each check. These compare the verifiers on a sample of each kind.
  ["JSON", everyNth(inJson, 6)],
  ["PDF", everyNth(inPdf, 6)],
  ["report", everyNth(inReport, 4)],
  ["claimed later", everyNth(claimingLater, 4)],
  ["polyglot", everyNth(polyglots, 4)],
  ["PDF of level B-LT", isFullRun ? [...inLongTerm, ...inSigned] : everyNth(inLongTerm, 6)],
  ["archived PDF", everyNth(inArchive, 6)],
])("an altered %s package is detected by the command line, the page and the API:", (_format, alterations) => {
  test.each(alterations)("%s", async (name, alter) => {
    const { withKeys, withoutKeys, headline, programs, ...found } = await verdicts(await alter(victim));
    for (const code of [withKeys, withoutKeys, ...(programs ? [programs.standalone, programs.python] : [])])
      expect([1, 2]).toContain(code);
    expect(found).toEqual(rejected);
    if (programs?.pdfsig) expect(name).toMatch(unnoticedByPdfsig);
    // The altered part is named, not only that the hash is unknown.
    if (withKeys === 1) expect(headline).not.toMatch(/did not issue/);
  });
});

describe("a package sealed with another key is never reported as intact or authentic:", () => {
  test.each(resealedByAnother)("%s", async (_name, alter) => {
    const found = agreed(await verdicts(await alter(victim)));
    expect(found).toEqual({ ...rejected, page: "unknown_signer", withKeys: 4, withoutKeys: 4 });
  });
});

describe.each([
  ["this service", ofLaterVersion, { page: "outdated", withKeys: 5, withoutKeys: 4 }],
  ["another key", laterByAnother, { page: "unknown_signer", withKeys: 4, withoutKeys: 4 }],
])(
  "a package of a later version, signed by %s, is not accepted and not reported as altered:",
  (_signer, files, expected) => {
    test.each(files)("%s", async (_name, make) => {
      const found = agreed(await verdicts(await make(victim)));
      expect(found).toEqual({ ...rejected, ...expected });
    });
  },
);

describe("a JSON package rewritten by another program has intact content but different bytes:", () => {
  test.each(rewritten)("with %s", async (_name, alter) => {
    const found = agreed(await verdicts(await alter(victim)));
    expect(found).toEqual({
      ...{ withKeys: 3, withoutKeys: 4, page: "content_intact" },
      ...{ isAuthentic: false, isContentIntact: true, isPublished: false },
    });
  });
});
