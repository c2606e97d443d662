import { createHash, createSign, X509Certificate } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  currentEvidenceSigner,
  findEvidenceKey,
  publishedEvidenceKeys,
  replaceEvidenceKey,
  requireUsableCertificate,
  verifyDigest,
} from "@/lib/platform/signing/evidence-keys";
import { readPublicKeyFile } from "@/lib/platform/signing/publish-keys";
import { certify, outputOf, rsaTestKey, startWith } from "@/lib/platform/signing/testing";

const [one, two] = [rsaTestKey("one"), rsaTestKey("two")];
const text = Buffer.from("Signed content.");
const digest = createHash("sha256").update(text).digest();

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "evidence-keys-"));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const keyFile = () => join(dataDir, "evidence-key.pem");
const published = () => publishedEvidenceKeys().map(({ id }) => id);

/** A key created earlier, as stored in the data directory. */
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

test("without a key, publishes and generates none", () => {
  startWith(dataDir);
  expect(published()).toEqual([]);
  expect(findEvidenceKey(one.id)).toBeUndefined();
  expect(readdirSync(dataDir)).toEqual([]);
});

describe("an evidence signature", () => {
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

  test("has only one valid encoding", async () => {
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

describe("a PKCS #12 file", () => {
  const password = "Pass wörd";

  /** A file of openssl, with the authority before the certificate of the key. */
  async function fileWith(...options: string[]): Promise<Record<string, string>> {
    const leaf = await certify("Example Evidence", one.publicKey, "Example Authority", two.privateKey);
    const authority = await certify("Example Authority", two.publicKey, "Example Authority", two.privateKey);
    for (const [name, text] of Object.entries({ key: one.pem, leaf, authority }))
      writeFileSync(join(dataDir, `${name}.in`), text);
    const files = ["-inkey", "key.in", "-in", "leaf.in", "-certfile", "authority.in", "-out", "evidence.p12"];
    await outputOf(dataDir, "openssl", "pkcs12", "-export", ...files, "-passout", `pass:${password}`, ...options);
    return { EVIDENCE_PKCS12_FILE: join(dataDir, "evidence.p12"), EVIDENCE_PKCS12_PASSWORD: password };
  }

  test.each([
    ["of openssl", []],
    ["with unencrypted certificates", ["-certpbe", "NONE"]],
    ["with AES-128", ["-keypbe", "AES-128-CBC", "-certpbe", "AES-128-CBC"]],
  ])("%s provides key, certificate and issuers", async (_what, options) => {
    startWith(dataDir, await fileWith(...options));
    requireUsableCertificate(Date.now());
    const { id, name, chain } = await currentEvidenceSigner();
    expect({ id, name, issuers: chain.map((der) => new X509Certificate(der).subject) }).toEqual({
      ...{ id: one.id, name: "Example Evidence" },
      issuers: [expect.stringContaining("CN=Example Authority")],
    });
    expect(published()).toEqual([one.id]);
    expect(verifies(await sign())).toBe(true);
    await expect(replaceEvidenceKey()).rejects.toThrow("The key is set by EVIDENCE_PKCS12_FILE");
  });

  test.each([
    ["with another password", [], { EVIDENCE_PKCS12_PASSWORD: "secret" }, "or its password is wrong"],
    ["that does not exist", [], { EVIDENCE_PKCS12_FILE: "/nowhere.p12" }, "ENOENT"],
    ["that is not a PKCS #12 file", [], { EVIDENCE_PKCS12_FILE: "package.json" }, "not in PKCS #12 format"],
    ["with outdated encryption", ["-legacy"], {}, "The encryption of the file is not supported"],
    ["without certificates", ["-nocerts"], {}, "no certificate for its private key"],
    ["without a key", ["-nokeys"], {}, "exactly one encrypted private key"],
  ])("%s is rejected", async (_what, options, variables, problem) => {
    startWith(dataDir, { ...(await fileWith(...options)), ...variables });
    expect(() => requireUsableCertificate(Date.now())).toThrow(new RegExp(`^EVIDENCE_PKCS12_FILE: .*${problem}`));
    await expect(currentEvidenceSigner()).rejects.not.toThrow("secret");
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
  ])("reports the command if it %s", async (_what, line, message) => {
    await signBy(line());
    await expect(sign()).rejects.toThrow(message);
  });
});

describe("at the start, EVIDENCE_CERTIFICATE", () => {
  const now = Date.parse("2026-11-27T00:00:00Z");
  const start = (variables: Record<string, string>, nowMs = now) => {
    startWith(dataDir, variables);
    requireUsableCertificate(nowMs);
  };

  test("is accepted with its key, and is optional", async () => {
    const leaf = await certify("Evidence", one.publicKey, "Authority", two.privateKey);
    const root = await certify("Authority", two.publicKey, "Authority", two.privateKey);
    start({});
    start({ EVIDENCE_KEY: one.pem, EVIDENCE_CERTIFICATE: leaf + root });
    start({ EVIDENCE_SIGN_COMMAND: "/bin/false", EVIDENCE_CERTIFICATE: leaf });
    keep(one.pem);
    start({ EVIDENCE_CERTIFICATE: leaf });
  });

  test("is rejected without its key, outside its validity and with wrong issuers", async () => {
    const leaf = await certify("Evidence", one.publicKey, "Authority", two.privateKey);
    const other = await certify("Authority", one.publicKey, "Authority", one.privateKey);
    const given = { EVIDENCE_KEY: one.pem, EVIDENCE_CERTIFICATE: leaf };
    const refused: [Record<string, string>, number, RegExp][] = [
      [{ EVIDENCE_CERTIFICATE: leaf }, now, /there is no key for it\. Set EVIDENCE_KEY/],
      [{ ...given, EVIDENCE_KEY: two.pem }, now, /for a different key than EVIDENCE_KEY/],
      [given, Date.parse("2121-01-01T00:00:00Z"), /CN=Evidence expired at .*2120.*Renew it/],
      [given, Date.parse("2019-01-01T00:00:00Z"), /is not valid before .*2020/],
      [{ ...given, EVIDENCE_CERTIFICATE: leaf + other }, now, /not issued by the next certificate/],
      [
        { ...given, EVIDENCE_CERTIFICATE: "a certificate" },
        now,
        /EVIDENCE_CERTIFICATE must contain certificates in PEM/,
      ],
    ];
    for (const [variables, nowMs, problem] of refused) expect(() => start(variables, nowMs)).toThrow(problem);
    expect(existsSync(keyFile())).toBe(false);
  });
});
