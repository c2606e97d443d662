import { execFile } from "node:child_process";
import { createHash, sign, X509Certificate } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDF } from "@libpdf/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SampleBundle, sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { checkpointJwk, newSealKey } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { samplePdf } from "@/lib/domains/evidence/bundle/testing/sample-pdf";
import { opened, resealed } from "@/lib/domains/evidence/verification/testing/forger";
import { checkIds } from "@/lib/domains/evidence/verification/verify-bundle";
import { publicKeyPem } from "@/lib/platform/signing/ed25519";
import { rsaPublicKeyOf, selfSignedCertificate } from "@/lib/platform/signing/rsa";
import { execute } from "./support/testing";
import { command } from "./verify-bundle";

let directory: string;
let sample: SampleBundle;
let bundle: string;
let keys: { rsa: string; ed25519: string; jwks: string; other: string; certificate: string };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "verify-bundle-"));
  sample = await sampleBundle();
  bundle = await file("evidence.json", sample.bytes);
  const ed25519 = publicKeyPem(sample.checkpointKey);
  keys = {
    rsa: await file("rsa.pem", sample.sealKey.pem),
    ed25519: await file("both.pem", `${sample.sealKey.pem}${ed25519}`),
    jwks: await file("keys.json", JSON.stringify({ keys: [sample.sealKey.jwk, checkpointJwk(sample.checkpointKey)] })),
    other: await file("other.pem", newSealKey().pem),
    certificate: await file("certificate.pem", await certificateOf(sample)),
  };
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

async function certificateOf({ sealKey }: SampleBundle): Promise<string> {
  await file("private.pem", sealKey.privateKey.export({ format: "pem", type: "pkcs8" }).toString());
  const der = await selfSignedCertificate(sealKey.privateKey, rsaPublicKeyOf(sealKey.publicKey), "Seal");
  return new X509Certificate(der).toString();
}

const run = (...argv: string[]) => execute(command, argv);

function signatureOf(bytes: Uint8Array): string {
  return sign("sha256", bytes, sample.sealKey.privateKey).toString("base64");
}

async function pdf(attached?: Uint8Array): Promise<Uint8Array> {
  const document = PDF.create();
  document.addPage();
  if (attached) document.addAttachment("evidence.json", attached, { mimeType: "application/json" });
  return document.save();
}

test("a package without a key to verify it exits with 4 and prints details, checks and verdict", async () => {
  const { status, out, err } = await run(bundle);
  expect({ status, err }).toEqual({ status: 4, err: "" });
  expect(out).toContain(`sha256:${createHash("sha256").update(sample.bytes).digest("hex")}`);
  expect(out).toContain('Credit scoring "Ω"');
  expect(out.match(/^✓ /gm)).toHaveLength(10);
  expect(out).toContain("– The chain matches your receipt or checkpoint");
  expect(out.trimEnd().split("\n").at(-1)).toMatch(/^UNKNOWN SIGNER: no check failed/);
});

test("an intact package exits with 0 for every key format", async () => {
  for (const path of [keys.rsa, keys.ed25519, keys.jwks, keys.certificate]) {
    const { status, out } = await run(bundle, "--public-key", path);
    expect([path, status]).toEqual([path, 0]);
    expect(out).toContain(`seal ${sample.sealKey.id} (provided)`);
    expect(out.trimEnd().split("\n").at(-1)).toMatch(/^INTACT: signed with a key you provided/);
  }
  const both = await run(bundle, "--public-key", keys.other, `--public-key=${keys.rsa}`);
  expect(both.status).toBe(0);
});

test("a changed package exits with 1 and names the event", async () => {
  const changed = opened(sample.bundle);
  Object.assign(changed.evidence.events[4]?.content?.payload ?? {}, { n: 1 });
  const path = await file("changed.json", resealed(changed));
  const { status, out } = await run(path);
  expect(status).toBe(1);
  expect(out).toMatch(/^✗ The content of every listed event is unchanged$/m);
  expect(out).toMatch(/^ {6}E-0004, position 29: The content does not match/m);
  expect(out.trimEnd().split("\n").at(-1)).toMatch(/^TAMPERED: content failed/);
});

test("a package sealed with another key exits with 4, and names the key", async () => {
  const key = newSealKey();
  const path = await file("resealed.json", resealed(opened(sample.bundle), key));
  for (const flags of [[], ["--keys", keys.rsa]]) {
    const { status, out } = await run(path, ...flags);
    expect(status).toBe(4);
    expect(out.trimEnd().split("\n").at(-1)).toMatch(/^UNKNOWN SIGNER/);
    if (flags.length > 0) expect(out).toContain(`The signer is unknown: the key ${key.id} is taken from the file`);
  }
});

test("a package of a later version exits with 5, and one that only claims to be later with 1", async () => {
  const later = opened(sample.bundle);
  Object.assign(later.evidence, { schema: "evidence/2" });
  const genuine = await run(await file("later.json", resealed(later)), "--keys", keys.rsa);
  expect(genuine.status).toBe(5);
  expect(genuine.out.trimEnd().split("\n").at(-1)).toMatch(
    /^OUTDATED: This verifier is too old for this package; get the current one\. .* signature .* is valid/,
  );
  const claimed = await file("claimed.json", JSON.stringify({ ...later, seal: sample.bundle.seal }));
  expect((await run(claimed, "--keys", keys.rsa)).status).toBe(1);
});

test("prints the full report as JSON", async () => {
  const { status, out } = await run(
    bundle,
    "--json",
    "--public-key",
    keys.rsa,
    "--expect-head",
    `100:${sample.checkpoint.headHash}`,
  );
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    status: "intact",
    file: bundle,
    format: "JSON",
    sizeBytes: sample.bytes.length,
    checks: checkIds.map((id) => ({ id, status: "ok", failures: [] })),
    facts: { package: { id: sample.bundle.evidence.package.id } },
  });
});

test("compares saved heads from a file or an argument", async () => {
  const saved = await file("saved.json", JSON.stringify([sample.checkpoint]));
  expect((await run(bundle, "--public-key", keys.rsa, "--expect-head", saved)).status).toBe(0);
  const forged = await file(
    "forged.json",
    JSON.stringify({ ...sample.checkpoint, headHash: sample.checkpoint.rootHash }),
  );
  expect(await run(bundle, "--expect-head", forged)).toMatchObject({
    status: 1,
    out: expect.stringMatching(/TAMPERED: anchor failed/),
  });
});

describe("the package signature", () => {
  test("is verified as base64 or from a file, with a provided key or the sealing key", async () => {
    const signature = signatureOf(sample.bytes);
    const inFile = await file("package.sig.txt", `${signature}\n`);
    const raw = await file("package.sig", Buffer.from(signature, "base64"));
    for (const given of [signature, inFile, raw]) {
      for (const flags of [[], ["--public-key", keys.rsa]]) {
        const { status, out } = await run(bundle, "--signature", given, ...flags);
        expect([given, status]).toEqual([given, flags.length > 0 ? 0 : 4]);
        expect(out).toContain("✓ The package signature is valid");
      }
    }
  });

  test("is rejected for another file or another key", async () => {
    const ofOther = signatureOf(Buffer.concat([sample.bytes, Buffer.from("\n")]));
    expect(await run(bundle, "--signature", ofOther)).toMatchObject({
      status: 1,
      out: expect.stringMatching(/TAMPERED: signature failed/),
    });
    const unknown = await run(bundle, "--signature", signatureOf(sample.bytes), "--public-key", keys.other);
    expect(unknown.status).toBe(4);
    expect((await run(bundle, "--signature", ofOther, "--public-key", keys.other)).status).toBe(1);
  });
});

test("a package that was rewritten by another program exits with 3, even with its signature", async () => {
  const path = await file("indented.json", JSON.stringify(sample.bundle, null, 2));
  for (const flags of [[], ["--signature", signatureOf(sample.bytes)]]) {
    const { status, out } = await run(path, "--public-key", keys.rsa, ...flags);
    expect(status, out).toBe(3);
    expect(out.trimEnd().split("\n").at(-1)).toMatch(/^CONTENT INTACT, BYTES DIFFER/);
  }
  expect((await run(path)).status).toBe(4);
});

describe("a PDF", () => {
  test("is verified by its own signature and its attached evidence", async () => {
    const document = await samplePdf(sample);
    const path = await file("package.pdf", document);
    const { status, out } = await run(path, "--public-key", keys.rsa, "--signature", signatureOf(document));
    expect(status).toBe(0);
    expect(out).toContain("✓ The PDF signature is valid and covers all pages and attachments");
    expect(out).toContain("✓ The attached evidence belongs to this PDF");
    const changed = opened(sample.bundle);
    changed.evidence.events.pop();
    const path2 = await file("changed.pdf", await samplePdf(sample, { evidence: resealed(changed) }));
    expect((await run(path2)).status).toBe(1);
    expect((await run(await file("unsigned.pdf", await pdf(sample.bytes)))).status).toBe(1);
  });

  test.each<[string, () => Promise<Uint8Array>, RegExp]>([
    ["without evidence", () => pdf(), /no attached evidence\.json/],
    ["that cannot be read", async () => Buffer.from("%PDF-1.7\nnothing"), /PDF/],
    ["with an invalid attachment", () => pdf(Buffer.from("{}")), /UNUSABLE/],
  ])("%s exits with 2", async (_what, make, sentence) => {
    const { status, out, err } = await run(await file("odd.pdf", await make()));
    expect(status).toBe(2);
    expect(out + err).toMatch(sentence);
  });
});

test.each<[string, () => string[], RegExp]>([
  ["a missing argument", () => [], /Specify exactly one file/],
  ["two files", () => [bundle, bundle], /Specify exactly one file/],
  ["a missing file", () => [join(directory, "none.json")], /file not found/],
  ["a folder", () => [directory], /cannot be read/],
  ["a file that is not a bundle", () => ["package.json"], /not an evidence package/],
  ["an empty file", () => ["/dev/null"], /empty/],
  ["an unknown flag", () => [bundle, "--all"], /--all/],
  ["a flag without a value", () => [bundle, "--public-key"], /--public-key/],
  ["a missing key file", () => [bundle, "--public-key", "/none.pem"], /--keys: \/none\.pem/],
  ["an invalid key", () => [bundle, "--public-key", "package.json"], /no RSA or Ed25519 key/],
  ["a private key", () => [bundle, "--public-key", join(directory, "private.pem")], /private key/],
  ["an invalid head", () => [bundle, "--expect-head", "package.json"], /Not a valid receipt or checkpoint/],
  ["an invalid signature", () => [bundle, "--signature", "-----"], /signature/],
])("%s exits with 2 and a message", async (_what, argv, sentence) => {
  const { status, out, err } = await run(...argv());
  expect(status).toBe(2);
  expect(out + err).toMatch(sentence);
});

test("text in a package cannot control the terminal", async () => {
  const { bytes } = await sampleBundle({
    reframe: (frame) => {
      const model = { ...frame.package.model, name: "\u001b[2J\u001b]0;x\u0007 \u202e Model\r" };
      return { ...frame, package: { ...frame.package, model } };
    },
  });
  const { out } = await run(await file("escapes.json", bytes));
  expect(out).toContain("Model");
  expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
});

test("the command runs without configuration, database or service", async () => {
  const root = join(import.meta.dirname, "..");
  const args = ["--import", "tsx", "cli/main.ts", "verify:bundle", bundle, "--public-key", keys.jwks];
  const env = { PATH: process.env.PATH ?? "", DATABASE_URL: "", NODE_ENV: "production" } as const;
  const ended = await new Promise<{ status: unknown; out: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: root, env }, (error, out, err) => {
      resolve({ status: error?.code ?? 0, out: out + err });
    });
  });
  expect(ended, ended.out).toMatchObject({ status: 0, out: expect.stringContaining("INTACT: signed with a key") });
});
