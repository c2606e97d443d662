import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PDF } from "@libpdf/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { execute } from "@/cli/support/testing";
import { command } from "@/cli/verify-bundle";
import { erasing, inPeriod } from "@/lib/domains/evidence/bundle/testing/erased-events";
import {
  type SampleOptions,
  sampleBundle,
  withoutVerification,
} from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import {
  checkpointJwk,
  keptSealKey,
  newCheckpointKey,
  newSealKey,
} from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { samplePdf } from "@/lib/domains/evidence/bundle/testing/sample-pdf";
import type { EvidenceBundle, EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import { fileOf, flipped, opened, rehash, resealed } from "@/lib/domains/evidence/verification/testing/forger";
import { testWitness } from "@/lib/domains/witness/testing/independent-note";
import { startTimestampAuthority, type TestAuthority } from "@/lib/platform/signing/testing/timestamp-authority";
import { requestTimestamp } from "@/lib/platform/signing/timestamp";
import { buildVerifier } from "@/tools/build-verifier";
import { pythonPath, pythonWithCryptography } from "@/tools/testing/python";

/*
 * Two verifiers must detect the same alterations and accuse no genuine package: the service's own, which is also downloaded
 * as verify-evidence.mjs, and verify_evidence.py, which is written from the documentation alone.
 */

const sealKey = keptSealKey("one", 4096);
const stranger = newSealKey();
const witness = testWitness("auditor.example/witness");
const exitCodes = {
  intact: 0,
  tampered: 1,
  unusable: 2,
  content_intact: 3,
  unknown_signer: 4,
  outdated: 5,
  not_witnessed: 6,
};

let directory: string;
let json: Buffer;
let pdf: Buffer;
let bundle: EvidenceBundle;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "verify-evidence-"));
  const sample = await sampleBundle({ sealKey });
  json = sample.bytes;
  bundle = sample.bundle;
  pdf = await signed(json);
  const jwks = { keys: [sealKey.jwk, checkpointJwk(sample.checkpointKey)] };
  await writeFile(join(directory, "keys.json"), JSON.stringify(jwks));
  await writeFile(join(directory, "verify-evidence.mjs"), await buildVerifier());
});

afterAll(() => rm(directory, { recursive: true }));

const signed = (evidence: Uint8Array, key = sealKey) => samplePdf({ bytes: json, bundle, sealKey }, { evidence, key });

const reportWith = (key = sealKey, options: Parameters<typeof samplePdf>[1] = {}) =>
  samplePdf({ bytes: json, bundle, sealKey }, { ...options, key, reportId: "rep_01ka0000000000000000000000" });

async function pdfWith(evidence?: Uint8Array): Promise<Uint8Array> {
  const document = PDF.create();
  document.addPage();
  if (evidence) document.attachments.add("evidence.json", evidence);
  return await document.save();
}

async function savedAgain(incremental: boolean): Promise<Uint8Array> {
  const document = await PDF.load(pdf);
  document.setTitle("Another title");
  return await document.save({ incremental });
}

type Make = () => Uint8Array | Promise<Uint8Array>;

const genuine =
  (options: SampleOptions = {}): Make =>
  async () =>
    (await sampleBundle({ ...options, sealKey })).bytes;

/** Changes the evidence and keeps the seal. */
const altered =
  (change: (evidence: EvidenceBundle["evidence"], bundle: EvidenceBundle) => unknown): Make =>
  () => {
    const copy = opened(bundle);
    change(copy.evidence, copy);
    return fileOf(copy);
  };

const event = (change: (event: EvidenceEvent, events: EvidenceEvent[]) => unknown) =>
  altered(({ events }) => {
    const [, , , , , fifth] = events;
    if (fifth) change(fifth, events);
  });

/** Seals changed evidence with the service's key. */
const sealed = (change: (evidence: EvidenceBundle["evidence"]) => unknown, key = sealKey) => {
  const copy = opened(bundle);
  change(copy.evidence);
  return resealed(copy, key);
};

const cosigned =
  (at: number): Make =>
  () =>
    sealed(({ chain }) => {
      const { organisationId = "", size, rootHash = "" } = chain.checkpoint ?? {};
      const root = Buffer.from(rootHash.slice(7), "hex").toString("base64");
      const signature = witness.cosign(`governance-audit-service/${organisationId}\n${size}\n${root}\n`, at);
      const cosignature = {
        witness: witness.name,
        key: witness.vkey,
        cosignedAt: "2026-02-01T08:00:02.000Z",
        signature,
      };
      chain.attestations = { quorum: 1, cosignatures: [cosignature], timestamps: [] };
    });

const text =
  (file: () => Buffer, from: string | RegExp, to: string | ((found: string) => string)): Make =>
  () => {
    const before = file().toString("latin1");
    const after = before.replace(from, to as string);
    expect(after).not.toBe(before);
    return Buffer.from(after, "latin1");
  };

/** Before the length and the attribute of the content type. */
const attributesTag = /a0(?=(?:81..|82....)301806092a864886f70d010903)/;

/** The expected status, and the status without the package cryptography. */
const expected: [
  status: keyof typeof exitCodes,
  withoutSignatures: keyof typeof exitCodes,
  files: Record<string, Make>,
][] = [
  [
    "intact",
    "unusable",
    {
      "a JSON package": () => json,
      "a PDF package": () => pdf,
      "a report": () => reportWith(),
      "a report whose title is the text of an attachment": async () => {
        const report = await reportWith(sealKey, { title: "/Type /EmbeddedFile" });
        expect(report.includes("/Type /EmbeddedFile")).toBe(true);
        return report;
      },
      "a package without the content of reviews": genuine({ includeHumanOversight: false }),
      "a package without proofs": genuine({ includeChainProof: false }),
      "a package without a thread": genuine({ withThread: false }),
      "a package of a chain that was not verified": genuine({ reframe: withoutVerification }),
      "a package with erased content": genuine(erasing([inPeriod])),
      "a package with a cosigned checkpoint": cosigned(Date.parse("2026-02-01T08:00:02.000Z") / 1000),
    },
  ],
  [
    "content_intact",
    "unusable",
    {
      "an appended line break": () => Buffer.concat([json, Buffer.from("\n")]),
      indentation: () => Buffer.from(JSON.stringify(bundle, null, 2)),
      "a byte order mark": () => Buffer.concat([Buffer.from("\ufeff"), json]),
      "another order, escapes and notation of numbers": () => {
        const { evidence, headHash, seal } = bundle;
        const reordered = JSON.stringify({ seal, headHash, evidence });
        return Buffer.from(reordered.replaceAll("/", "\\u002f").replaceAll(/("chainPosition":)(\d+)/g, "$1$2.0e0"));
      },
    },
  ],
  [
    "unknown_signer",
    "unusable",
    {
      "a seal of another key": () => sealed(() => undefined, stranger),
      "a report of another key": () => reportWith(stranger),
      "a PDF of another key": () => {
        const evidence = sealed(() => undefined, stranger);
        return signed(evidence, stranger);
      },
      "a seal of another key, written again": () =>
        Buffer.from(JSON.stringify(JSON.parse(sealed(() => undefined, stranger).toString()), null, 2)),
      "a later schema in a PDF of another key": () => {
        const evidence = sealed((evidence) => Object.assign(evidence, { schema: "evidence/2" }), stranger);
        return signed(evidence, stranger);
      },
      "a later schema, sealed by another key": () =>
        sealed((evidence) => Object.assign(evidence, { schema: "evidence/12" }), stranger),
      "a checkpoint of another key": async () =>
        (await sampleBundle({ sealKey, checkpointKey: newCheckpointKey() })).bytes,
    },
  ],
  [
    "outdated",
    "unusable",
    {
      "a later schema": () => sealed((evidence) => Object.assign(evidence, { schema: "evidence/2" })),
      "a later schema in a PDF": () =>
        signed(
          sealed((evidence) => Object.assign(evidence, { schema: "evidence/2" })),
          sealKey,
        ),
      "a later schema, written again": () =>
        Buffer.from(
          JSON.stringify(
            JSON.parse(sealed((evidence) => Object.assign(evidence, { schema: "evidence/2" })).toString()),
            null,
            2,
          ),
        ),
      "a member of a later version": () => sealed((evidence) => Object.assign(evidence, { more: 1 })),
      "a missing part": () => sealed((evidence) => Object.assign(evidence, { summary: undefined })),
    },
  ],
  [
    "tampered",
    "tampered",
    {
      "changed events of a later schema without a seal": altered((evidence, whole) => {
        evidence.events.pop();
        Object.assign(evidence, { schema: "evidence/2" });
        Object.assign(whole, { seal: undefined });
      }),
      "later evidence in a PDF of another key": () =>
        signed(
          sealed((evidence) => Object.assign(evidence, { schema: "evidence/2" })),
          stranger,
        ),
      "a later schema and another key": altered((evidence, whole) => {
        Object.assign(evidence, { schema: "evidence/2" });
        whole.seal.keyId = stranger.id;
      }),
      "a payload": event(({ content }) => Object.assign(content?.payload ?? {}, { n: 9_999 })),
      "an actor": event(({ content }) => Object.assign(content?.actor ?? {}, { id: "usr_other" })),
      "a severity": event((changed) => Object.assign(changed, { severity: "LOW" })),
      "a time": event((changed) => Object.assign(changed, { timestamp: "2025-01-01T00:00:00.000Z" })),
      "a content and all hashes of its event": event((changed) => {
        Object.assign(changed.content?.payload ?? {}, { n: 9_999 });
        rehash(changed);
      }),
      "a hidden event": event((changed) => Object.assign(changed, { disclosure: "withheld", evidenceId: null })),
      "a removed event": event((_, events) => events.splice(5, 1)),
      "a duplicated event": event((changed, events) => events.splice(5, 0, changed)),
      "two swapped events": event((_, events) => events.splice(4, 2, ...events.slice(4, 6).reverse())),
      "a hash of the proof": altered(({ chain: { membership } }) => membership?.hashes.reverse()),
      "the root in the checkpoint": altered(({ chain: { checkpoint } }) =>
        Object.assign(checkpoint ?? {}, { rootHash: flipped(checkpoint?.rootHash ?? "") }),
      ),
      "a count": altered(({ summary }) => Object.assign(summary, { alerts: 77 })),
      "a status of coverage": altered(({ framework: { coverage } }) =>
        Object.assign(coverage.byStatus, { ADVERSE: 9 }),
      ),
      "the verification of the chain": altered(({ chain }) => Object.assign(chain.verification, { status: "failed" })),
      "the copy of the head": altered((_, whole) => Object.assign(whole, { headHash: flipped(whole.headHash ?? "") })),
      "an added member": altered((_, whole) => Object.assign(whole, { note: "" })),
      "a repeated member": text(() => json, '"headHash":', '"headHash":null,"headHash":'),
      "a number that no double represents": text(() => json, '"chainSize":100', '"chainSize":100.0000000000000000001'),
      "a chain that was not intact": genuine({ damage: (rows) => Object.assign(rows[30] ?? {}, { severity: "LOW" }) }),
      "a cosignature with another time": cosigned(1_700_000_000),
      "bytes after a report": async () => Buffer.concat([await reportWith(), Buffer.from("\n")]),
      "a report that is not certified": async () => {
        const changed = await reportWith();
        changed.write("/DocXYZ", changed.lastIndexOf("/DocMDP"), "latin1");
        return changed;
      },
      "JSON after a PDF": () => Buffer.concat([pdf, json]),
      "a space without break and a brace before a PDF": () => Buffer.concat([Buffer.from([0xa0, 0x7b]), pdf]),
      "bytes after a PDF": () => Buffer.concat([pdf, Buffer.from("\n% more\n")]),
      "an incremental update of a PDF": () => savedAgain(true),
      "a PDF saved by another program": () => savedAgain(false),
      "the size of a page": text(() => pdf, "/MediaBox [0 0 612 792]", "/MediaBox [0 0 613 792]"),
      "the reason of the PDF signature": text(() => pdf, "/Reason (Seal ", "/Reason (Deal "),
      "the range of the PDF signature": text(() => pdf, /(?<=\/ByteRange \[0 \d+ \d+ )\d/, "1"),
      "the notation of the PDF signature": text(
        () => pdf,
        /(?<=\/Contents <)[0-9a-f]+/,
        (digits) => digits.toUpperCase(),
      ),
      "the tag of the signed attributes": text(() => pdf, attributesTag, "a1"),
      "JSON that also opens as a PDF": () => {
        const { evidence, ...rest } = JSON.parse(
          sealed(({ package: { organisation } }) => Object.assign(organisation, { name: "%PDF-1.7" })).toString(),
        );
        const { package: about, ...more } = evidence;
        const reordered = { evidence: { package: { organisation: about.organisation, ...about }, ...more }, ...rest };
        return Buffer.from(JSON.stringify(reordered, null, 1));
      },
      "a PDF signature of another key": () => signed(json, stranger),
      "the evidence in a PDF": () =>
        signed(
          sealed(() => undefined, stranger),
          sealKey,
        ),
      "a PDF without signature": () => pdfWith(json),
    },
  ],
  [
    "tampered",
    "unusable",
    {
      "a later schema that is not sealed": altered((evidence) => Object.assign(evidence, { schema: "evidence/2" })),
      "the time of the checkpoint": altered(({ chain: { checkpoint } }) =>
        Object.assign(checkpoint ?? {}, { issuedAt: "2026-01-01T00:00:00.000Z" }),
      ),
      "a name": altered((evidence) => Object.assign(evidence.package.organisation, { name: "Other" })),
      "a removed limit": altered(({ limits }) => limits.pop()),
      "the seal": altered((_, { seal }) => {
        seal.signature = `${seal.signature.startsWith("A") ? "B" : "A"}${seal.signature.slice(1)}`;
      }),
      "a seal of another key under the same ID": () => sealed(() => undefined, { ...stranger, id: sealKey.id }),
      "the value of the PDF signature": text(
        () => pdf,
        /(?<=\/Contents <[0-9a-f]{100,})..(?=>)/,
        (two) => (two === "00" ? "01" : "00"),
      ),
    },
  ],
  [
    "unusable",
    "unusable",
    {
      "an empty file": () => Buffer.alloc(0),
      "a truncated file": () => json.subarray(0, -10),
      "another schema": text(() => json, '"schema":"evidence/1"', '"schema":"evidence/0"'),
      "a PDF without signature and evidence": () => pdfWith(),
      "a comment with JSON before a PDF": () => Buffer.concat([Buffer.from("%"), json, Buffer.from("\n"), pdf]),
      "a brace before a PDF": () => Buffer.concat([Buffer.from("{"), pdf]),
      "a byte order mark and a brace before a PDF": () => Buffer.concat([Buffer.from("\ufeff {"), pdf]),
      "JSON before a PDF": () => Buffer.concat([json, pdf]),
    },
  ],
];

const rows = expected.flatMap(([status, withoutSignatures, files]) =>
  Object.entries(files).map(([name, make], index) => ({ name, status, withoutSignatures, make, isSample: index < 2 })),
);

// Starting Python takes longer than the verification: each day, two files of each kind.
for (const { name, status, withoutSignatures, make, isSample } of rows) {
  const scope = isSample ? {} : { tags: "full" };
  test(`${name}: ${status}`, scope, async () => {
    const path = await saved(await make());
    const { out } = await execute(command, [path, "--keys", join(directory, "keys.json"), "--json"]);
    expect(out === "" ? "unusable" : JSON.parse(out).status).toBe(status);
  });

  test(`with Python's standard library alone, ${name}: ${withoutSignatures}`, scope, async () => {
    expect(await statusOf(pythonPath(), "-I", "-S", "-B", python, await saved(await make()))).toBe(withoutSignatures);
  });

  test(`with cryptography, ${name}: ${status}`, { tags: "full" }, async () => {
    const program = pythonWithCryptography() ?? "";
    expect(await statusOf(program, "-B", python, await saved(await make()))).toBe(status);
  });
}

test("a package that the provided witness did not cosign is not witnessed", async () => {
  const path = await saved(json);
  await writeFile(join(directory, "witness.txt"), witness.vkey);
  const given = [path, "--keys", "witness.txt"];
  expect(await statusOf(process.execPath, join(directory, "verify-evidence.mjs"), ...given)).toBe("not_witnessed");
  expect(await statusOf(pythonWithCryptography() ?? "", "-B", python, ...given)).toBe("not_witnessed");
});

test("a package without a checkpoint is not witnessed if a witness is provided", async () => {
  const path = await saved(await genuine({ includeChainProof: false })());
  await writeFile(join(directory, "witness.txt"), witness.vkey);
  const given = [path, "--keys", "witness.txt"];
  expect(await statusOf(pythonWithCryptography() ?? "", "-B", python, ...given)).toBe("not_witnessed");
});

describe("a timestamp", () => {
  let authority: TestAuthority;
  const status = async (file: Uint8Array, ...given: string[]) =>
    await statusOf(pythonWithCryptography() ?? "", "-B", python, await saved(file), ...given);
  const stamped = (change = (token: Buffer) => token) =>
    samplePdf(
      { bytes: json, bundle, sealKey },
      {
        timestamp: async (signature) => {
          const { token, time } = await requestTimestamp(authority.url, { data: signature });
          return { token: change(Buffer.from(token)), time };
        },
      },
    );
  const openssl = (...args: string[]) => promisify(execFile)("openssl", args, { cwd: authority.directory });

  beforeAll(async () => {
    authority = await startTimestampAuthority();
    await writeFile(join(directory, "root.pem"), authority.root);
  });

  test("of an authority that you did not provide is not witnessed", { tags: "full" }, async () => {
    const other = await startTimestampAuthority();
    await writeFile(join(directory, "other.pem"), other.root);
    const file = await stamped();
    expect(await status(file)).toBe("intact");
    expect(await status(file, "--tsa-certificate", "root.pem")).toBe("intact");
    expect(await status(file, "--tsa-certificate", "other.pem")).toBe("not_witnessed");
  });

  test("with an unknown signature algorithm is not checked", { tags: "full" }, async () => {
    const file = await stamped((token) => {
      const algorithm = Buffer.from("06082a8648ce3d040302", "hex");
      token.writeUInt8(0x0a, token.lastIndexOf(algorithm) + algorithm.length - 1);
      return token;
    });
    expect(await status(file)).toBe("intact");
    expect(await status(file, "--tsa-certificate", "root.pem")).toBe("not_witnessed");
  });

  test("of an authority with an Ed25519 root is reported as not witnessed", { tags: "full" }, async () => {
    const config = ["-config", "tsa.cnf", "-extensions", "root"];
    const root = ["-x509", "-newkey", "ed25519", "-nodes", "-keyout", "root.key", "-out", "root.pem", "-days", "30"];
    await openssl("req", ...root, "-subj", "/CN=Root", ...config);
    const issuer = ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "30"];
    const usage = ["-extfile", "tsa.cnf", "-extensions", "stamp"];
    await openssl("x509", "-req", "-in", "tsa.csr", ...issuer, "-out", "tsa.pem", ...usage);
    await copyFile(join(authority.directory, "root.pem"), join(directory, "ed25519.pem"));
    const file = await stamped();
    expect(await status(file)).toBe("intact");
    expect(await status(file, "--tsa-certificate", "ed25519.pem")).toBe("not_witnessed");
  });
});

test("verify-evidence.mjs runs without other files", async () => {
  const program = join(directory, "verify-evidence.mjs");
  const make: Record<string, Make> = Object.assign({}, ...expected.map(([, , files]) => files));
  for (const [status, name] of [
    ["intact", "a JSON package"],
    ["intact", "a PDF package"],
    ["tampered", "a PDF without signature"],
  ] as const)
    expect(await statusOf(process.execPath, program, await saved((await make[name]?.()) ?? json))).toBe(status);
});

test("building verify-evidence.mjs is reproducible", { tags: "full" }, async () => {
  expect(Buffer.from(await buildVerifier()).equals(await readFile(join(directory, "verify-evidence.mjs")))).toBe(true);
});

const python = join(import.meta.dirname, "verify_evidence.py");
let files = 0;

async function saved(bytes: Uint8Array): Promise<string> {
  files += 1;
  const path = join(directory, `package-${files}`);
  await writeFile(path, bytes);
  return path;
}

/** The status that a program reports with the published keys. Its exit code must match. */
async function statusOf(program: string, ...args: string[]): Promise<unknown> {
  const { code, out, err } = await new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const options = { cwd: directory, maxBuffer: 2 ** 26 };
    execFile(program, [...args, "--keys", "keys.json", "--json"], options, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
  const status = out === "" ? "unusable" : (JSON.parse(out).status as keyof typeof exitCodes);
  expect([code, err.includes("Traceback")], err).toEqual([exitCodes[status], false]);
  return status;
}
