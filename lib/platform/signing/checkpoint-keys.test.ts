import { execFile } from "node:child_process";
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signCheckpoint, verifyCheckpointSignature } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { currentCheckpointKey, findCheckpointKey, replaceCheckpointKey } from "@/lib/platform/signing/checkpoint-keys";
import { publicKeyPem, readSigningKey } from "@/lib/platform/signing/ed25519";
import { listPublicKeys, readPublicKeyFile } from "@/lib/platform/signing/publish-keys";
import { startWith } from "@/lib/platform/signing/testing";

const statement = {
  organisationId: "org_1",
  size: 1,
  headHash: "h",
  rootHash: "r",
  issuedAt: "2026-11-20T10:00:00.000Z",
  previousCheckpointHash: "p",
};

const seed = (letter: string) => Buffer.from(letter.repeat(32)).toString("base64");
const idOf = (letter: string) => readSigningKey(seed(letter)).id;

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "checkpoint-keys-"));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const sign = () => signCheckpoint(statement, currentCheckpointKey());
const published = () => listPublicKeys().keys.map(({ kid }) => kid);

describe("without a configured key", () => {
  test("generates one private key file that the next process reads", () => {
    startWith(dataDir);
    const { id } = currentCheckpointKey();
    const path = join(dataDir, "checkpoint-key.pem");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8")).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    startWith(dataDir);
    expect(currentCheckpointKey().id).toBe(id);
    expect(readdirSync(dataDir)).toEqual(["checkpoint-key.pem"]);
  });

  test("concurrent processes use the same key", { tags: "full" }, async () => {
    const program = `import { currentCheckpointKey } from "@/lib/platform/signing/checkpoint-keys"; console.log(currentCheckpointKey().id);`;
    const environment = {
      ...process.env,
      DATABASE_URL: "postgresql://unused/unused",
      DATA_DIR: dataDir,
      CHECKPOINT_KEY: "",
    };
    const started = Array.from({ length: 3 }, () =>
      promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
        env: environment,
      }),
    );
    const ids = (await Promise.all(started)).map(({ stdout }) => stdout.trim());
    expect(new Set(ids).size).toBe(1);
    startWith(dataDir);
    expect(currentCheckpointKey().id).toBe(ids[0]);
  });

  test("an invalid key file is an error with its name", () => {
    writeFileSync(join(dataDir, "checkpoint-key.pem"), "secret words");
    startWith(dataDir);
    expect(() => currentCheckpointKey()).toThrow(/checkpoint-key\.pem: Not a valid Ed25519 private key(?!.*secret)/);
  });
});

test("uses a configured key and generates none", () => {
  startWith(dataDir, { CHECKPOINT_KEY: seed("a") });
  expect(currentCheckpointKey().id).toBe(idOf("a"));
  expect(readdirSync(dataDir)).toEqual([]);
  expect(() => replaceCheckpointKey()).toThrow(/CHECKPOINT_KEY/);
});

describe("when the key is replaced", () => {
  test("in the data directory, the old one stays published but no longer signs", () => {
    startWith(dataDir);
    const before = sign();
    const { retiredId, currentId } = replaceCheckpointKey();
    expect(before.keyId).toBe(retiredId);
    const after = sign();
    expect(after.keyId).toBe(currentId);
    expect(published()).toEqual([currentId, retiredId]);
    startWith(dataDir);
    expect([before, after].map((one) => verifyCheckpointSignature(one))).toEqual([true, true]);
    expect(published()).toEqual([currentId, retiredId]);
    replaceCheckpointKey();
    expect(published()).toHaveLength(3);
    expect([before, after].map((one) => verifyCheckpointSignature(one))).toEqual([true, true]);
  });

  test("by another process, this one signs with the new one and verifies both", () => {
    startWith(dataDir);
    const before = sign();
    const retired = currentCheckpointKey();
    const other = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    mkdirSync(join(dataDir, "checkpoint-keys"));
    writeFileSync(join(dataDir, "checkpoint-keys", "old.pem"), publicKeyPem(retired));
    writeFileSync(join(dataDir, "checkpoint-key.pem"), other);
    const signedThere = signCheckpoint(statement, readSigningKey(other));
    expect(verifyCheckpointSignature(signedThere)).toBe(true);
    expect(verifyCheckpointSignature(before)).toBe(true);
    expect(sign()).toEqual(signedThere);
  });

  test.each([
    ["base64", (letter: string) => readSigningKey(seed(letter)).raw.toString("base64")],
    ["PEM", (letter: string) => publicKeyPem(readSigningKey(seed(letter)))],
    ["PEM on one line", (letter: string) => publicKeyPem(readSigningKey(seed(letter))).replaceAll("\n", "\\n")],
  ])("in the configuration, old keys are given as %s", (_form, text) => {
    startWith(dataDir, { CHECKPOINT_KEY: seed("a") });
    const first = sign();
    startWith(dataDir, { CHECKPOINT_KEY: seed("b"), CHECKPOINT_PUBLIC_KEYS: text("a") });
    const second = sign();
    startWith(dataDir, { CHECKPOINT_KEY: seed("c"), CHECKPOINT_PUBLIC_KEYS: `${text("a")}, ${text("b")}` });
    expect(published()).toEqual([idOf("c"), idOf("a"), idOf("b")]);
    expect([first, second, sign()].map((one) => verifyCheckpointSignature(one))).toEqual([true, true, true]);
  });

  test("without the old public key, its signatures are not valid", () => {
    startWith(dataDir, { CHECKPOINT_KEY: seed("a") });
    const first = sign();
    startWith(dataDir, { CHECKPOINT_KEY: seed("b") });
    expect(verifyCheckpointSignature(first)).toBe(false);
    expect(findCheckpointKey(first.keyId)).toBeUndefined();
  });
});

describe("the published keys", () => {
  test("are importable JSON Web Keys", () => {
    startWith(dataDir, { CHECKPOINT_KEY: seed("a") });
    const [jwk] = listPublicKeys().keys;
    expect(jwk).toMatchObject({ kty: "OKP", crv: "Ed25519", use: "sig", alg: "EdDSA", kid: idOf("a") });
    const imported = createPublicKey({ key: { ...jwk }, format: "jwk" });
    expect(imported.equals(createPublicKey(createPrivateKey(readSigningKeyPem("a"))))).toBe(true);
    expect(JSON.stringify(listPublicKeys())).not.toMatch(/"d":/);
  });

  test("are PEM files by id", () => {
    startWith(dataDir, {
      CHECKPOINT_KEY: seed("a"),
      CHECKPOINT_PUBLIC_KEYS: readSigningKey(seed("b")).raw.toString("base64"),
    });
    for (const letter of ["a", "b"]) {
      const pem = readPublicKeyFile(`${idOf(letter)}.pem`);
      expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n.+\n-----END PUBLIC KEY-----\n$/);
      expect(createPublicKey(pem).equals(readSigningKey(seed(letter)).key)).toBe(true);
    }
  });

  test.each([
    idOf("b"),
    `${idOf("b")}.pem`,
    idOf("a"),
    `${idOf("a")}.pem.pem`,
    `${idOf("a")}.PEM`,
    "../server-secret",
    ".pem",
    "",
  ])("do not include the file %j", (file) => {
    startWith(dataDir, { CHECKPOINT_KEY: seed("a") });
    expect(() => readPublicKeyFile(file)).toThrow(expect.objectContaining({ code: "not_found" }));
  });
});

function readSigningKeyPem(letter: string): string {
  return readSigningKey(seed(letter)).privateKey.export({ format: "pem", type: "pkcs8" }).toString();
}
