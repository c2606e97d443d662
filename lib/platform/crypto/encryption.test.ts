import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { decryptSecret, encryptSecret, isUnderCurrentKey, replaceKeyFile } from "@/lib/platform/crypto/encryption";

const context = "webhook-endpoint/org_1/wh_1";
const key = (letter: string) => Buffer.from(letter.repeat(32)).toString("base64");

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "encryption-"));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The state of a process that starts with these variables. */
function startWith(variables: { ENCRYPTION_KEY?: string; ENCRYPTION_KEYS_RETIRED?: string }): void {
  forgetSingletons();
  process.env.DATABASE_URL = "postgresql://unused/unused";
  process.env.DATA_DIR = dataDir;
  process.env.ENCRYPTION_KEY = variables.ENCRYPTION_KEY ?? "";
  process.env.ENCRYPTION_KEYS_RETIRED = variables.ENCRYPTION_KEYS_RETIRED ?? "";
}

describe("encrypted text", () => {
  beforeEach(() => startWith({ ENCRYPTION_KEY: key("a") }));

  test("decrypts to the original text in its context", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (text, place) => {
        expect(decryptSecret(encryptSecret(text, place), place)).toBe(text);
      }),
    );
  });

  test("consists of v1, key ID, 96-bit IV, ciphertext and 128-bit tag, with a new IV each time", () => {
    const encrypted = Array.from({ length: 100 }, () => encryptSecret("whsec_x", context));
    for (const one of encrypted) expect(one).toMatch(/^v1\.[0-9a-f]{8}\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{31}$/);
    expect(new Set(encrypted.map((one) => one.split(".")[2])).size).toBe(100);
    expect(encrypted[0]).not.toContain("whsec");
  });

  test.each(["", "w", "wh", "whs"])(
    "of %j with any altered character does not decrypt, and the error reveals nothing",
    (secret) => {
      const encrypted = encryptSecret(secret, context);
      const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=";
      const accepted: string[] = [];
      for (let i = 0; i < encrypted.length; i++) {
        for (const other of characters.replace(encrypted[i] ?? "", "")) {
          const altered = encrypted.slice(0, i) + other + encrypted.slice(i + 1);
          try {
            decryptSecret(altered, context);
            accepted.push(altered);
          } catch (error) {
            if (!/^The (?!.*v1\.)/.test((error as Error).message)) throw error;
          }
        }
      }
      expect(accepted).toEqual([]);
    },
  );

  test("does not decrypt in another context", () => {
    const encrypted = encryptSecret("secret", context);
    for (const other of ["", "webhook-endpoint/org_1/wh_2", "webhook-endpoint/org_2/wh_1", `${context} `]) {
      expect(() => decryptSecret(encrypted, other)).toThrow("was altered or belongs to another record");
    }
  });

  test.each(["", "v1", "secret", "v2.00000000.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA", "v1.00000000.AAAA.AAAA"])(
    "cannot be %j",
    (text) => {
      expect(() => decryptSecret(text, context)).toThrow("is not in the format of encrypted data");
      expect(() => isUnderCurrentKey(text)).toThrow("is not in the format of encrypted data");
    },
  );
});

describe("a key in the environment", () => {
  test("can only decrypt after it is retired", () => {
    startWith({ ENCRYPTION_KEY: key("a") });
    const old = encryptSecret("secret", context);
    startWith({ ENCRYPTION_KEY: key("b"), ENCRYPTION_KEYS_RETIRED: `${key("c")},${key("a")}` });
    expect(decryptSecret(old, context)).toBe("secret");
    expect(isUnderCurrentKey(old)).toBe(false);
    const fresh = encryptSecret("secret", context);
    expect(isUnderCurrentKey(fresh)).toBe(true);

    startWith({ ENCRYPTION_KEY: key("b") });
    expect(decryptSecret(fresh, context)).toBe("secret");
    const keyId = old.split(".")[1];
    expect(() => decryptSecret(old, context)).toThrow(`with the unknown key ${keyId}`);
    expect(() => decryptSecret(old, context)).not.toThrow(key("a"));
  });

  test("creates no file", () => {
    startWith({ ENCRYPTION_KEY: key("a") });
    encryptSecret("secret", context);
    expect(readdirSync(dataDir)).toEqual([]);
    expect(() => replaceKeyFile()).toThrow("ENCRYPTION_KEY");
  });
});

describe("a key in the data directory", () => {
  const file = (name: string) => join(dataDir, name);

  beforeEach(() => startWith({}));

  test("is created once and readable only by its owner", () => {
    const encrypted = encryptSecret("secret", context);
    startWith({});
    expect(decryptSecret(encrypted, context)).toBe("secret");
    expect(isUnderCurrentKey(encryptSecret("other", context))).toBe(true);
    expect(Buffer.from(readFileSync(file("encryption-key"), "utf8"), "base64")).toHaveLength(32);
    expect(statSync(file("encryption-key")).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(["encryption-key"]);
  });

  test("can still decrypt after several replacements", () => {
    const encrypted = [encryptSecret("0", context)];
    for (const text of ["1", "2"]) {
      const { retiredId, currentId } = replaceKeyFile();
      expect(encrypted.at(-1)).toContain(`v1.${retiredId}.`);
      encrypted.push(encryptSecret(text, context));
      expect(encrypted.at(-1)).toContain(`v1.${currentId}.`);
    }
    expect(encrypted.map(isUnderCurrentKey)).toEqual([false, false, true]);
    startWith({});
    expect(encrypted.map((one) => decryptSecret(one, context))).toEqual(["0", "1", "2"]);
    expect(readdirSync(dataDir)).toEqual(["encryption-key", "encryption-key.retired"]);
    expect(statSync(file("encryption-key.retired")).mode & 0o777).toBe(0o600);
    expect(statSync(file("encryption-key")).mode & 0o777).toBe(0o600);
  });

  test("is found by a process that started before the key was created", { tags: "full" }, async () => {
    encryptSecret("this process knows the first key", context);
    const elsewhere = await inAnotherProcess(
      `replaceKeyFile(); console.log(encryptSecret("secret", ${JSON.stringify(context)}))`,
    );
    expect(decryptSecret(elsewhere, context)).toBe("secret");
    expect(encryptSecret("secret", context).slice(0, 12)).toBe(elsewhere.slice(0, 12));
  });

  test("is the same for processes that start at the same time", { tags: "full", timeout: 60_000 }, async () => {
    const encrypted = await Promise.all(
      Array.from({ length: 4 }, () =>
        inAnotherProcess(`console.log(encryptSecret("secret", ${JSON.stringify(context)}))`),
      ),
    );
    expect(encrypted.map((one) => decryptSecret(one, context))).toEqual(Array.from(encrypted, () => "secret"));
    expect(new Set(encrypted.map((one) => one.split(".")[1])).size).toBe(1);
    expect(readdirSync(dataDir)).toEqual(["encryption-key"]);
  });

  test("keeps data readable after concurrent replacements", {
    tags: "full",
    timeout: 60_000,
  }, async () => {
    const encrypted = await Promise.all(
      Array.from({ length: 3 }, () =>
        inAnotherProcess(`replaceKeyFile(); console.log(encryptSecret("secret", ${JSON.stringify(context)}))`),
      ),
    );
    expect(encrypted.map((one) => decryptSecret(one, context))).toEqual(Array.from(encrypted, () => "secret"));
  });

  test("rejects a file with any other content, without revealing it", () => {
    writeFileSync(file("encryption-key"), "hunter2");
    expect(() => encryptSecret("secret", context)).toThrow("encryption-key does not contain a key");
    expect(() => encryptSecret("secret", context)).not.toThrow("hunter2");
  });

  test("ignores an unterminated line of retired keys and rejects any other invalid line", () => {
    replaceKeyFile();
    appendFileSync(file("encryption-key.retired"), key("x").slice(0, 20));
    expect(() => encryptSecret("secret", context)).not.toThrow();
    appendFileSync(file("encryption-key.retired"), "\n");
    expect(() => encryptSecret("secret", context)).toThrow("contains a line that is not a key");
  });

  async function inAnotherProcess(code: string): Promise<string> {
    const module = `import { encryptSecret, replaceKeyFile } from "@/lib/platform/crypto/encryption"; ${code}`;
    const options = ["--import", "tsx", "--input-type=module", "-e", module];
    return (await promisify(execFile)(process.execPath, options)).stdout.trim();
  }
});
