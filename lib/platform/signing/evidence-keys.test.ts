import { execFile } from "node:child_process";
import { createHash, createPublicKey, createSign, createVerify, X509Certificate } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  currentEvidenceSigner,
  findEvidenceKey,
  publishedEvidenceKeys,
  replaceEvidenceKey,
  verifyDigest,
} from "@/lib/platform/signing/evidence-keys";
import { listPublicKeys, readPublicKeyFile } from "@/lib/platform/signing/publish-keys";
import { certify, outputOf, pemOf, rsaTestKey, startWith } from "@/lib/platform/signing/testing";

/** Enough for keys of 4096 bits to be found on a machine that is busy. */
const patience = 60_000;

const [one, two, three] = [rsaTestKey("one"), rsaTestKey("two"), rsaTestKey("three")];
const text = Buffer.from("Signed content.");
const digest = createHash("sha256").update(text).digest();

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "evidence-keys-"));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const keyFile = () => join(dataDir, "evidence-key.pem");
const retiredFile = (name: string) => join(dataDir, "evidence-keys", name);
const published = () => publishedEvidenceKeys().map(({ id }) => id);

/** A key that was made before, as the data directory has it. */
function keep(pem: string): void {
  writeFileSync(keyFile(), pem, { mode: 0o600 });
}

async function sign(): Promise<{ keyId: string; signature: string }> {
  const signer = await currentEvidenceSigner();
  return { keyId: signer.id, signature: (await signer.signDigest(digest)).toString("base64") };
}

function verifies({ keyId, signature }: { keyId: string; signature: string }): boolean {
  const key = findEvidenceKey(keyId);
  return key !== undefined && verifyDigest(key, digest, signature);
}

describe("without a configured key", () => {
  test("publishes nothing before there is a key and generates none", () => {
    startWith(dataDir);
    expect(published()).toEqual([]);
    expect(findEvidenceKey(one.id)).toBeUndefined();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test(
    "one of 4096 bits is made once, that only its owner may read, and found again by the next process",
    async () => {
      startWith(dataDir);
      const signers = await Promise.all([currentEvidenceSigner(), currentEvidenceSigner()]);
      const [{ id, key }, second] = signers;
      expect(second.id).toBe(id);
      expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 4096 });
      expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
      expect(readFileSync(keyFile(), "utf8")).toMatch(/^-----BEGIN PRIVATE KEY-----/);
      expect(published()).toEqual([id]);
      startWith(dataDir);
      expect((await currentEvidenceSigner()).id).toBe(id);
      expect(readdirSync(dataDir)).toEqual(["evidence-key.pem"]);
    },
    patience,
  );

  test("concurrent processes use the same key", { tags: "full", timeout: patience }, async () => {
    const program = `import { currentEvidenceSigner } from "@/lib/platform/signing/evidence-keys"; console.log((await currentEvidenceSigner()).id);`;
    startWith(dataDir);
    const started = Array.from({ length: 3 }, () =>
      promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]),
    );
    const ids = (await Promise.all(started)).map(({ stdout }) => stdout.trim());
    expect(new Set(ids)).toEqual(new Set([(await currentEvidenceSigner()).id]));
    expect(readdirSync(dataDir)).toEqual(["evidence-key.pem"]);
  });

  test("an invalid key file is an error with its name", async () => {
    keep("secret words");
    startWith(dataDir);
    await expect(currentEvidenceSigner()).rejects.toThrow(/evidence-key\.pem: Not a valid RSA private key(?!.*secret)/);
    expect(() => published()).toThrow(/evidence-key\.pem: Not a valid RSA private key(?!.*secret)/);
  });
});

describe("a signature", () => {
  test("matches openssl and node:crypto", async () => {
    startWith(dataDir, { EVIDENCE_KEY: one.pem });
    const { keyId, signature } = await sign();
    expect(signature).toBe(createSign("RSA-SHA256").update(text).sign(one.privateKey, "base64"));
    writeFileSync(join(dataDir, "key.pem"), readPublicKeyFile(`${keyId}.pem`));
    writeFileSync(join(dataDir, "text"), text);
    writeFileSync(join(dataDir, "signature"), Buffer.from(signature, "base64"));
    const check = ["dgst", "-sha256", "-verify", "key.pem", "-signature", "signature", "text"];
    expect(await outputOf(dataDir, "openssl", ...check)).toBe("Verified OK\n");
  });

  test("has one encoding only", async () => {
    startWith(dataDir, { EVIDENCE_KEY: one.pem });
    const { keyId, signature } = await sign();
    for (const other of [
      `${signature}\n`,
      ` ${signature}`,
      signature.slice(0, -2),
      signature.replaceAll("+", "-"),
      "",
    ]) {
      if (other !== signature) expect(verifies({ keyId, signature: other })).toBe(false);
    }
    expect(verifies({ keyId, signature })).toBe(true);
    expect(verifies({ keyId: two.id, signature })).toBe(false);
  });
});

describe("a self-signed certificate", () => {
  test("has the key, name, no expiry and signing usage", async () => {
    startWith(dataDir, { EVIDENCE_KEY: one.pem });
    const { certificate, chain, name, id } = await currentEvidenceSigner();
    expect(name).toBe(`Governance Audit Service ${id}`);
    expect(chain).toEqual([]);
    const read = new X509Certificate(certificate);
    expect(read.publicKey.equals(one.publicKey)).toBe(true);
    expect(read.verify(one.publicKey)).toBe(true);
    expect([read.subject, read.issuer]).toEqual([`CN=${name}`, `CN=${name}`]);
    expect(read.validTo).toBe("Dec 31 23:59:59 9999 GMT");
    expect(read.ca).toBe(false);
    writeFileSync(join(dataDir, "certificate.der"), certificate);
    const show = ["x509", "-inform", "der", "-in", "certificate.der", "-noout", "-text"];
    const shown = await outputOf(dataDir, "openssl", ...show);
    expect(shown).toMatch(/Serial Number:\s+01:[0-9a-f:]{23}\n/);
    expect(shown).toMatch(/Basic Constraints: critical\s+CA:FALSE\n/);
    expect(shown).toMatch(/Key Usage: critical\s+Digital Signature, Non Repudiation\n/);
    expect(shown).toMatch(/Subject Key Identifier:\s+[0-9A-F:]{59}\n/);
  });

  test("is deterministic for a key and name", async () => {
    const made = async (variables: Record<string, string>) => {
      startWith(dataDir, variables);
      return (await currentEvidenceSigner()).certificate;
    };
    const first = await made({ EVIDENCE_KEY: one.pem });
    expect((await made({ EVIDENCE_KEY: one.pem.replaceAll("\n", "\\n") })).equals(first)).toBe(true);
    keep(one.pem);
    expect((await made({})).equals(first)).toBe(true);
    expect((await made({ EVIDENCE_KEY: two.pem })).equals(first)).toBe(false);
    const named = await made({ EVIDENCE_KEY: one.pem, EVIDENCE_SIGNER_NAME: "Prüf-Dienst, Ltd. (#1) CN=x" });
    expect(named.equals(first)).toBe(false);
    expect(new X509Certificate(named).toLegacyObject().subject.CN).toBe(`Prüf-Dienst, Ltd. (#1) CN=x ${one.id}`);
  });
});

describe("a configured key", () => {
  test("is used, and none is generated", async () => {
    startWith(dataDir, { EVIDENCE_KEY: one.pem });
    expect((await sign()).keyId).toBe(one.id);
    expect(published()).toEqual([one.id]);
    expect(readdirSync(dataDir)).toEqual([]);
    await expect(replaceEvidenceKey()).rejects.toThrow("The key is set by EVIDENCE_KEY");
  });

  test("can have an issued certificate with its chain", async () => {
    const leaf = await certify("Example Evidence", one.publicKey, "Example Authority", two.privateKey);
    const authority = await certify("Example Authority", two.publicKey, "Example Authority", two.privateKey);
    startWith(dataDir, { EVIDENCE_KEY: one.pem, EVIDENCE_CERTIFICATE: `${leaf}\n${authority}` });
    const { certificate, chain, name } = await currentEvidenceSigner();
    expect(name).toBe("Example Evidence");
    expect(certificate.equals(new X509Certificate(leaf).raw)).toBe(true);
    expect(chain.map((one) => one.equals(new X509Certificate(authority).raw))).toEqual([true]);
    keep(one.pem);
    startWith(dataDir, { EVIDENCE_CERTIFICATE: leaf });
    expect((await currentEvidenceSigner()).name).toBe("Example Evidence");
    await expect(replaceEvidenceKey()).rejects.toThrow("The key is set by EVIDENCE_CERTIFICATE");
  });

  test("does not sign with a certificate of another key", async () => {
    const foreign = await certify("Example", two.publicKey, "Example", two.privateKey);
    startWith(dataDir, { EVIDENCE_KEY: one.pem, EVIDENCE_CERTIFICATE: foreign });
    await expect(currentEvidenceSigner()).rejects.toThrow(
      "EVIDENCE_CERTIFICATE does not match the key of EVIDENCE_KEY",
    );
    keep(one.pem);
    startWith(dataDir, { EVIDENCE_CERTIFICATE: foreign });
    await expect(currentEvidenceSigner()).rejects.toThrow(/EVIDENCE_CERTIFICATE does not match .*evidence-key\.pem/);
  });
});

describe("a signing command", () => {
  const command = (script: string) => `sh -c '${script}'`;
  const openssl = (key: string) => `openssl pkeyutl -sign -inkey '${key}' -pkeyopt digest:sha256`;

  async function signBy(line: string) {
    const certificate = await certify("Example", one.publicKey, "Example", one.privateKey);
    startWith(dataDir, { EVIDENCE_SIGN_COMMAND: line, EVIDENCE_CERTIFICATE: certificate });
  }

  function keyNamed(name: string, pem: string): string {
    const path = join(dataDir, name);
    writeFileSync(path, pem);
    return path;
  }

  test("receives the digest and returns a valid signature", async () => {
    await signBy(openssl(keyNamed("a key.pem", one.pem)));
    const signed = await sign();
    expect(signed.keyId).toBe(one.id);
    expect(signed.signature).toBe(createSign("RSA-SHA256").update(text).sign(one.privateKey, "base64"));
    expect(verifies(signed)).toBe(true);
    expect(published()).toEqual([one.id]);
    expect(existsSync(keyFile())).toBe(false);
    await expect(replaceEvidenceKey()).rejects.toThrow("The key is set by EVIDENCE_SIGN_COMMAND");
  });

  test.each([
    [
      "signs with another key",
      () => openssl(keyNamed("other.pem", two.pem)),
      "512 bytes that are not a signature by the key",
    ],
    ["writes something else", () => command("cat"), "EVIDENCE_SIGN_COMMAND wrote 32 bytes that are not a signature"],
    ["writes nothing", () => command("cat >/dev/null"), "EVIDENCE_SIGN_COMMAND wrote 0 bytes"],
    ["fails", () => command("exit 7"), "EVIDENCE_SIGN_COMMAND: The command ended with status 7."],
    ["does not exist", () => "/nowhere/sign", "EVIDENCE_SIGN_COMMAND: The command could not be started (ENOENT)."],
  ])("that %s is reported by name", async (_what, line, message) => {
    await signBy(line());
    await expect(sign()).rejects.toThrow(message);
  });
});

describe("when the key is replaced", () => {
  test(
    "in the data directory, the old one stays published but no longer signs",
    async () => {
      keep(one.pem);
      startWith(dataDir);
      const before = await sign();
      const { retiredId, currentId } = await replaceEvidenceKey();
      expect([before.keyId, retiredId]).toEqual([one.id, one.id]);
      const after = await sign();
      expect(after.keyId).toBe(currentId);
      expect(published()).toEqual([currentId, one.id]);
      expect(readdirSync(join(dataDir, "evidence-keys")).sort()).toEqual([`${one.id}.pem`, `${currentId}.pem`].sort());
      expect(readFileSync(retiredFile(`${one.id}.pem`), "utf8")).toBe(pemOf(one.publicKey));
      expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
      startWith(dataDir);
      expect([before, after].map(verifies)).toEqual([true, true]);
      expect(published()).toEqual([currentId, one.id]);
    },
    patience,
  );

  test("twice concurrently, signatures in between stay valid", {
    tags: "full",
    timeout: patience,
  }, async () => {
    keep(one.pem);
    startWith(dataDir);
    const replaced = await Promise.all([replaceEvidenceKey(), replaceEvidenceKey()]);
    const ids = [one.id, ...replaced.map(({ currentId }) => currentId)];
    expect(published().sort()).toEqual(ids.sort());
  });

  test("before first use, the first key is retired too", { tags: "full", timeout: patience }, async () => {
    startWith(dataDir);
    const { retiredId, currentId } = await replaceEvidenceKey();
    expect(published()).toEqual([currentId, retiredId]);
    expect(retiredId).not.toBe(currentId);
  });

  test("by another process, this one signs with the new one and verifies both", async () => {
    keep(one.pem);
    startWith(dataDir);
    const before = await sign();
    mkdirSync(join(dataDir, "evidence-keys"));
    writeFileSync(retiredFile("old.pem"), pemOf(one.publicKey));
    keep(two.pem);
    const after = await sign();
    expect(after.keyId).toBe(two.id);
    expect([before, after].map(verifies)).toEqual([true, true]);
  });

  test("in the configuration, old ones are given as keys or certificates", async () => {
    startWith(dataDir, { EVIDENCE_KEY: one.pem });
    const first = await sign();
    const certificate = await certify("Example", two.publicKey, "Example", two.privateKey);
    const old = `${pemOf(one.publicKey).replaceAll("\n", "\\n")},${certificate}`;
    startWith(dataDir, { EVIDENCE_KEY: three.pem, EVIDENCE_PUBLIC_KEYS: old });
    expect(published()).toEqual([three.id, one.id, two.id]);
    expect([first, await sign()].map(verifies)).toEqual([true, true]);
  });

  test("a key that is configured twice is published once", () => {
    startWith(dataDir, { EVIDENCE_KEY: one.pem, EVIDENCE_PUBLIC_KEYS: pemOf(one.publicKey) });
    expect(published()).toEqual([one.id]);
  });

  test("without the old public key, its signatures are not valid", async () => {
    startWith(dataDir, { EVIDENCE_KEY: one.pem });
    const first = await sign();
    startWith(dataDir, { EVIDENCE_KEY: two.pem });
    expect(verifies(first)).toBe(false);
  });

  test("an invalid public key file is an error with its name", () => {
    mkdirSync(join(dataDir, "evidence-keys"));
    writeFileSync(retiredFile("old.pem"), one.pem);
    startWith(dataDir);
    expect(() => published()).toThrow(/evidence-keys\/old\.pem: This is a private key\. Use the public key\.$/);
  });
});

describe("the published keys", () => {
  test("are importable JSON Web Keys, after those of checkpoints", () => {
    startWith(dataDir, { EVIDENCE_KEY: one.pem, EVIDENCE_PUBLIC_KEYS: pemOf(two.publicKey) });
    const { keys } = listPublicKeys();
    expect(keys.map(({ kty }) => kty)).toEqual(["OKP", "RSA", "RSA"]);
    expect(keys[1]).toMatchObject({ kty: "RSA", e: "AQAB", use: "sig", alg: "RS256", kid: one.id });
    const imported = keys.slice(1).map((jwk) => createPublicKey({ key: { ...jwk }, format: "jwk" }));
    expect(imported.map((key, n) => key.equals([one, two][n]?.publicKey ?? key))).toEqual([true, true]);
    expect(Object.keys(keys[1] ?? {}).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
  });

  test("are PEM files by id that verify signatures", async () => {
    startWith(dataDir, { EVIDENCE_KEY: one.pem });
    const { keyId, signature } = await sign();
    const pem = readPublicKeyFile(`${keyId}.pem`);
    expect(pem).toBe(pemOf(one.publicKey));
    expect(createVerify("RSA-SHA256").update(text).verify(pem, signature, "base64")).toBe(true);
    expect(() => readPublicKeyFile(`${two.id}.pem`)).toThrow(expect.objectContaining({ code: "not_found" }));
  });
});
