import { execFile } from "node:child_process";
import { createHash, createPublicKey } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signCheckpoint, verifyCheckpointSignature } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { currentCheckpointKey, replaceCheckpointKey } from "@/lib/platform/signing/checkpoint-keys";
import { publicKeyPem, readSigningKey } from "@/lib/platform/signing/ed25519";
import {
  currentEvidenceSigner,
  findEvidenceKey,
  replaceEvidenceKey,
  verifyDigest,
} from "@/lib/platform/signing/evidence-keys";
import { fingerprintOf, listPublicKeys, readPublicKeyFile } from "@/lib/platform/signing/publish-keys";
import { certify, pemOf, rsaTestKey, startWith } from "@/lib/platform/signing/testing";

interface Key {
  id: string;
  privatePem: string;
  publicPem: string;
}

interface Kind {
  kty: "OKP" | "RSA";
  /** The private key is in `<name>.pem`, public keys are in `<name>s`. */
  name: string;
  variables: { key: string; publicKeys: string };
  /** Three keys created earlier. */
  keys: Key[];
  sign: () => Promise<{ keyId: string; verifies: () => boolean }>;
  replace: () => Promise<{ retiredId: string; currentId: string }>;
  /** A program that prints the ID of the signing key. */
  program: string;
}

const digest = createHash("sha256").update("Signed content.").digest();

const checkpoints: Kind = {
  kty: "OKP",
  name: "checkpoint-key",
  variables: { key: "CHECKPOINT_KEY", publicKeys: "CHECKPOINT_PUBLIC_KEYS" },
  keys: ["a", "b", "c"].map((letter) => {
    const key = readSigningKey(Buffer.from(letter.repeat(32)).toString("base64"));
    const privatePem = key.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    return { id: key.id, privatePem, publicPem: publicKeyPem(key) };
  }),
  async sign() {
    const issuedAt = "2026-11-20T10:00:00.000Z";
    const statement = { organisationId: "org_1", size: 1, headHash: "h", rootHash: "r", issuedAt };
    const signed = signCheckpoint({ ...statement, previousCheckpointHash: "p" }, currentCheckpointKey());
    return { keyId: signed.keyId, verifies: () => verifyCheckpointSignature(signed) };
  },
  replace: async () => replaceCheckpointKey(),
  program: `import { currentCheckpointKey } from "@/lib/platform/signing/checkpoint-keys"; console.log(currentCheckpointKey().id);`,
};

const evidence: Kind = {
  kty: "RSA",
  name: "evidence-key",
  variables: { key: "EVIDENCE_KEY", publicKeys: "EVIDENCE_PUBLIC_KEYS" },
  keys: ["one", "two", "three"].map((name) => {
    const { id, pem, publicKey } = rsaTestKey(name);
    return { id, privatePem: pem, publicPem: pemOf(publicKey) };
  }),
  async sign() {
    const signer = await currentEvidenceSigner();
    const signature = (await signer.signDigest(digest)).toString("base64");
    const verifies = () => {
      const key = findEvidenceKey(signer.id);
      return key !== undefined && verifyDigest(key, digest, signature);
    };
    return { keyId: signer.id, verifies };
  },
  replace: replaceEvidenceKey,
  program: `import { currentEvidenceSigner } from "@/lib/platform/signing/evidence-keys"; console.log((await currentEvidenceSigner()).id);`,
};

/** Long enough to generate 4096-bit keys on a busy machine. */
const patience = 60_000;

describe.each([
  ["checkpoints", checkpoints],
  ["evidence", evidence],
])("the keys of %s", (_kind, { kty, name, variables, keys, sign, replace, program }) => {
  const [one, two, three] = keys as [Key, Key, Key];
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), `${name}-`));
  });

  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const keyFile = () => join(dataDir, `${name}.pem`);
  const keep = (pem: string) => writeFileSync(keyFile(), pem, { mode: 0o600 });
  const keepPublic = (pem: string) => {
    mkdirSync(join(dataDir, `${name}s`), { recursive: true });
    writeFileSync(join(dataDir, `${name}s`, "old.pem"), pem);
  };
  const jwks = () => listPublicKeys().keys.filter((jwk) => jwk.kty === kty);
  const published = () => jwks().map(({ kid }) => kid);
  const verified = (...signed: { verifies: () => boolean }[]) => signed.map(({ verifies }) => verifies());

  test("are generated once, readable only by their owner, and used by later processes", {
    // Generating RSA keys takes seconds.
    ...(kty === "RSA" && { tags: "full" }),
    timeout: patience,
  }, async () => {
    startWith(dataDir);
    const [{ keyId }, second] = await Promise.all([sign(), sign()]);
    expect(second.keyId).toBe(keyId);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyFile(), "utf8")).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    startWith(dataDir);
    expect((await sign()).keyId).toBe(keyId);
    expect(readdirSync(dataDir)).toEqual([`${name}.pem`]);
    expect(published()).toEqual([keyId]);
  });

  test("are the same for concurrent processes", { tags: "full", timeout: patience }, async () => {
    startWith(dataDir);
    const started = Array.from({ length: 3 }, () =>
      promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]),
    );
    const ids = (await Promise.all(started)).map(({ stdout }) => stdout.trim());
    expect(new Set(ids)).toEqual(new Set([(await sign()).keyId]));
    expect(readdirSync(dataDir)).toEqual([`${name}.pem`]);
  });

  test("cause an error with the file name but not its text if a file is invalid", async () => {
    keep("secret words");
    startWith(dataDir);
    await expect(sign()).rejects.toThrow(/-key\.pem: Not a valid \w+ private key(?!.*secret)/);
    keep(one.privatePem);
    keepPublic("secret words");
    expect(published).toThrow(/-keys\/old\.pem: Not a valid \w+ public key(?!.*secret)/);
  });

  test("are not generated or replaced if a key is configured", async () => {
    startWith(dataDir, { [variables.key]: one.privatePem });
    expect((await sign()).keyId).toBe(one.id);
    expect(published()).toEqual([one.id]);
    await expect(replace()).rejects.toThrow(`The key is set by ${variables.key}`);
    expect(readdirSync(dataDir)).not.toContain(`${name}.pem`);
  });

  test("in the data directory stay published after a replacement, but no longer sign", {
    ...(kty === "RSA" && { tags: "full" }),
    timeout: patience,
  }, async () => {
    keep(one.privatePem);
    startWith(dataDir);
    const before = await sign();
    const { retiredId, currentId } = await replace();
    expect([before.keyId, retiredId]).toEqual([one.id, one.id]);
    const after = await sign();
    expect(after.keyId).toBe(currentId);
    expect(readdirSync(join(dataDir, `${name}s`)).sort()).toEqual([`${one.id}.pem`, `${currentId}.pem`].sort());
    expect(readFileSync(join(dataDir, `${name}s`, `${one.id}.pem`), "utf8")).toBe(one.publicPem);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    for (const _ of ["this process", "the next one"]) {
      expect(verified(before, after)).toEqual([true, true]);
      expect(published()).toEqual([currentId, one.id]);
      startWith(dataDir);
    }
  });

  test("are retired even if they are replaced before their first use", {
    tags: "full",
    timeout: patience,
  }, async () => {
    startWith(dataDir);
    const { retiredId, currentId } = await replace();
    expect(published()).toEqual([currentId, retiredId]);
    expect(retiredId).not.toBe(currentId);
  });

  test("replaced by another process are used by this one, which verifies both", async () => {
    keep(one.privatePem);
    startWith(dataDir);
    const before = await sign();
    keepPublic(one.publicPem);
    keep(two.privatePem);
    const after = await sign();
    expect(after.keyId).toBe(two.id);
    expect(verified(before, after)).toEqual([true, true]);
  });

  test("in the configuration stay valid as long as they are configured", async () => {
    startWith(dataDir, { [variables.key]: one.privatePem });
    const first = await sign();
    const old = `${one.publicPem.replaceAll("\n", "\\n")},${two.publicPem}`;
    startWith(dataDir, { [variables.key]: three.privatePem, [variables.publicKeys]: old });
    expect(published()).toEqual([three.id, one.id, two.id]);
    expect(verified(first, await sign())).toEqual([true, true]);
    startWith(dataDir, { [variables.key]: one.privatePem, [variables.publicKeys]: one.publicPem });
    expect(published()).toEqual([one.id]);
    startWith(dataDir, { [variables.key]: two.privatePem });
    expect(verified(first)).toEqual([false]);
  });

  test("are published as JSON Web Keys without private members, and as PEM files by ID", () => {
    startWith(dataDir, { [variables.key]: one.privatePem, [variables.publicKeys]: two.publicPem });
    expect(published()).toEqual([one.id, two.id]);
    for (const [n, jwk] of jwks().entries()) {
      const { publicPem, id } = keys[n] as Key;
      expect(pemOf(createPublicKey({ key: { ...jwk }, format: "jwk" }))).toBe(publicPem);
      expect(readPublicKeyFile(`${id}.pem`)).toBe(publicPem);
      const der = Buffer.from(publicPem.replace(/-----.*-----/g, ""), "base64");
      expect(fingerprintOf(jwk)).toBe(createHash("sha256").update(der).digest("hex"));
      if (kty === "RSA") expect(fingerprintOf(jwk).startsWith(id)).toBe(true);
      const members = kty === "OKP" ? ["crv", "x"] : ["e", "n"];
      expect(Object.keys(jwk).sort()).toEqual([...members, "alg", "kid", "kty", "use"].sort());
    }
    const others = [two.id, `${three.id}.pem`, `${one.id}.pem.pem`, `${one.id}.PEM`, "../server-secret", ".pem", ""];
    for (const file of others) {
      expect(() => readPublicKeyFile(file)).toThrow(expect.objectContaining({ code: "not_found" }));
    }
  });
});

test("previous keys can also be given as raw bytes or as a certificate", async () => {
  const { id, publicKey, privateKey } = rsaTestKey("one");
  const seed = (letter: string) => Buffer.from(letter.repeat(32)).toString("base64");
  startWith(mkdtempSync(join(tmpdir(), "keys-")), {
    CHECKPOINT_KEY: seed("b"),
    CHECKPOINT_PUBLIC_KEYS: readSigningKey(seed("a")).raw.toString("base64"),
    EVIDENCE_KEY: rsaTestKey("two").pem,
    EVIDENCE_PUBLIC_KEYS: await certify("Example", publicKey, "Example", privateKey),
  });
  const ids = listPublicKeys().keys.map(({ kid }) => kid);
  expect(ids).toEqual([checkpoints.keys[1]?.id, checkpoints.keys[0]?.id, rsaTestKey("two").id, id]);
});
