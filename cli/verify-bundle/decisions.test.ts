import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checked, sampleService } from "@/components/features/verification/testing";
import { type SampleBundle, sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { keptSealKey } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { samplePdf } from "@/lib/domains/evidence/bundle/testing/sample-pdf";
import { fileOf, opened, resealed } from "@/lib/domains/evidence/verification/testing/forger";
import { testWitness } from "@/lib/domains/witness/testing/independent-note";
import { everyNth, isFullRun } from "@/lib/platform/core/testing";
import { rsaPublicKeyOf, selfSignedCertificate } from "@/lib/platform/signing/rsa";
import { outputOf } from "@/lib/platform/signing/testing";
import { startTimestampAuthority, type TestAuthority } from "@/lib/platform/signing/testing/timestamp-authority";
import { requestTimestamp } from "@/lib/platform/signing/timestamp";
import { pythonPath, pythonWithCryptography } from "@/tools/testing/python";
import { execute } from "../support/testing";
import { command } from "../verify-bundle";

/*
 * The recipient decides which keys, witnesses and authorities to trust. Both programs and the page must reach the same
 * verdict for each decision: no altered file is intact, and no genuine file is tampered with.
 */

const [sealKey, strangerKey] = [keptSealKey("one", 4096), keptSealKey("stranger", 2048)];
const witness = testWitness("auditor.example/witness");
const python = join(process.cwd(), "clients/python/verify_evidence.py");

let directory: string;
let sample: SampleBundle;
let pdf: Buffer;
let [named, other]: TestAuthority[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "decisions-"));
  sample = await sampleBundle({ sealKey });
  pdf = await samplePdf(sample);
  [named, other] = [await startTimestampAuthority(), await startTimestampAuthority()];
  const given = { keys: sealKey.pem, stranger: strangerKey.pem, witness: witness.vkey };
  for (const [name, text] of Object.entries({ ...given, named: named.root, other: other.root }))
    writeFileSync(join(directory, name), text);
});

afterAll(() => rmSync(directory, { recursive: true }));

function cosigned(waived: boolean, seal = true): Buffer {
  const bundle = opened(sample.bundle);
  const { organisationId = "", size, rootHash = "" } = bundle.evidence.chain.checkpoint ?? {};
  const root = Buffer.from(rootHash.slice(7), "hex").toString("base64");
  const at = "2026-02-01T08:00:02.000Z";
  const note = `governance-audit-service/${organisationId}\n${size}\n${root}\n`;
  const signature = witness.cosign(note, Date.parse(at) / 1000);
  const cosignature = { witness: witness.name, key: witness.vkey, cosignedAt: at, signature };
  const cosignatures = waived ? [] : [cosignature];
  bundle.evidence.chain.attestations = { quorum: cosignatures.length, cosignatures, timestamps: [] };
  return seal ? resealed(bundle, sealKey) : fileOf(bundle);
}

/** Signing is deterministic, so files with timestamps of two authorities differ only in the token. */
const stamped = (authority: TestAuthority | undefined, data?: Buffer) =>
  samplePdf(sample, { timestamp: (signature) => requestTimestamp(authority?.url ?? "", { data: data ?? signature }) });

const withText = (from: string, to: string) => {
  const text = pdf.toString("latin1");
  expect([to.length, text.includes(from)]).toEqual([from.length, true]);
  return Buffer.from(text.replace(from, to), "latin1");
};

const certificateOf = (key: typeof sealKey, name: string) =>
  selfSignedCertificate(key.privateKey, rsaPublicKeyOf(key.publicKey), name);

const trusting = ["--keys", "keys"];
const naming = (...authorities: string[]) => [...trusting, ...authorities.flatMap((one) => ["--tsa-certificate", one])];
type Verdict = "intact" | "unknown_signer" | "not_witnessed" | "tampered";

/** The page decides by the published keys; it names no witnesses or authorities. */
type Page = "authentic" | "unknown_signer" | "not_authentic";

const decisions: [name: string, make: () => Uint8Array | Promise<Uint8Array>, flags: string[], Verdict, Page][] = [
  ["a genuine package, with its key pinned", () => sample.bytes, trusting, "intact", "authentic"],
  [
    "a genuine package, with another key pinned",
    () => sample.bytes,
    ["--keys", "stranger"],
    "unknown_signer",
    "authentic",
  ],
  ["a genuine PDF, with another key pinned", () => pdf, ["--keys", "stranger"], "unknown_signer", "authentic"],
  [
    "a package of a stranger, with the service's key pinned",
    () => resealed(opened(sample.bundle), strangerKey),
    trusting,
    "unknown_signer",
    "unknown_signer",
  ],
  [
    "a cosigned package, with its witness named",
    () => cosigned(false),
    [...trusting, "--keys", "witness"],
    "intact",
    "authentic",
  ],
  ["a package that waives witnesses", () => cosigned(true), trusting, "intact", "authentic"],
  [
    "a package that waives witnesses, with a witness named",
    () => cosigned(true),
    [...trusting, "--keys", "witness"],
    "not_witnessed",
    "authentic",
  ],
  [
    "witnesses that are waived without the key",
    () => cosigned(true, false),
    [...trusting, "--keys", "witness"],
    "tampered",
    "not_authentic",
  ],
  ["the timestamp of the named authority", () => stamped(named), naming("named"), "intact", "authentic"],
  ["the timestamp of an authority, with none named", () => stamped(other), trusting, "intact", "authentic"],
  [
    "the timestamp of another authority in its place",
    () => stamped(other),
    naming("named"),
    "not_witnessed",
    "authentic",
  ],
  [
    "the timestamp of another signature in its place",
    () => stamped(named, Buffer.from("other")),
    naming("named"),
    "tampered",
    "not_authentic",
  ],
  [
    "no witness and no authority that is named",
    async () =>
      samplePdf(sample, {
        evidence: cosigned(true),
        timestamp: (data) => requestTimestamp(other?.url ?? "", { data }),
      }),
    [...naming("named"), "--keys", "witness"],
    "not_witnessed",
    "authentic",
  ],
  [
    "a PDF signature with another certificate of its key",
    async () => samplePdf(sample, { certificates: [await certificateOf(sealKey, "Another name")] }),
    trusting,
    "intact",
    "authentic",
  ],
  [
    "a PDF signature with the certificate of another key",
    async () => samplePdf(sample, { certificates: [await certificateOf(strangerKey, "Sample evidence seal")] }),
    trusting,
    "tampered",
    "not_authentic",
  ],
  [
    "changed text on a page",
    () => withText("<45766964656E6365", "<41766964656E6365"),
    trusting,
    "tampered",
    "not_authentic",
  ],
  [
    "another name of the attachment",
    () => withText("/F (evidence.json)", "/F (evidenc3.json)"),
    trusting,
    "tampered",
    "not_authentic",
  ],
  [
    "another displayed name of the attachment",
    () => withText("/UF (evidence.json)", "/UF (approved.json)"),
    trusting,
    "tampered",
    "not_authentic",
  ],
];

test.each(everyNth(decisions, 2))("%s", async (_name, make, flags, verdict, page) => {
  const file = Buffer.from(await make());
  writeFileSync(join(directory, "file"), file);
  const paths = flags.map((flag) => (flag.startsWith("--") ? flag : join(directory, flag)));
  const { out } = await execute(command, [join(directory, "file"), ...paths, "--json"]);
  const printed = await outputOf(directory, pythonWithCryptography() ?? "", "-B", python, "file", ...flags, "--json");
  const inBrowser = (await checked(file, sampleService(sample))).verdict?.kind;
  expect([JSON.parse(out).status, JSON.parse(printed).status, inBrowser]).toEqual([verdict, verdict, page]);
  if (!isFullRun) return;
  // Without cryptography, signatures cannot be verified: the program may find an alteration, but never confirms a file.
  const alone = await outputOf(directory, pythonPath(), "-I", "-S", "-B", python, "file", ...flags, "--json");
  expect(verdict === "tampered" ? ["tampered", "unusable"] : ["unusable"]).toContain(JSON.parse(alone).status);
});

test("the verdict names the witnesses and the authorities that did not confirm the package", async () => {
  const evidence = cosigned(true);
  const file = await samplePdf(sample, { evidence, timestamp: (data) => requestTimestamp(other?.url ?? "", { data }) });
  writeFileSync(join(directory, "file"), file);
  const flags = ["--keys", "keys", "--keys", "witness", "--tsa-certificate", "named"];
  const paths = flags.map((flag) => (flag.startsWith("--") ? flag : join(directory, flag)));
  const last = (text: string) => text.trim().split("\n").at(-1);
  const sentence =
    "NOT WITNESSED: no check failed, but the authorities you provided did not issue the timestamp, and too few of the witnesses whose keys you provided cosigned the chain.";
  expect(last((await execute(command, [join(directory, "file"), ...paths])).out)).toBe(sentence);
  expect(last(await outputOf(directory, pythonWithCryptography() ?? "", "-B", python, "file", ...flags))).toBe(
    sentence,
  );
});
