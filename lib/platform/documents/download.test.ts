import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { provideSingleton } from "@/lib/platform/core/testing";
import { downloadUrl, readToken } from "@/lib/platform/documents/download";

const environment = { SERVER_SECRET: "a secret that only these tests know", PUBLIC_URL: "https://audit.example.com/" };
provideSingleton("env", environment);

const id = "epkg_01kahbc2g8m9n4q6r1s7t3v5wx";
const expiresAtMs = Date.parse("2026-11-21T10:00:00.123Z");
let token: string;

beforeAll(() => {
  token = tokenOf(id, expiresAtMs);
});

function tokenOf(packageId: string, expiry: number): string {
  return new URL(downloadUrl("evidence", packageId, expiry)).searchParams.get("token") ?? "";
}

test("a download URL is absolute and deterministic", () => {
  expect(downloadUrl("evidence", id, expiresAtMs)).toBe(
    `https://audit.example.com/v1/evidence/${id}/download?token=${token}`,
  );
  expect(downloadUrl("evidence", id, expiresAtMs)).toBe(downloadUrl("evidence", id, expiresAtMs));
  expect(decodeURIComponent(token)).toBe(token);
});

test("a token contains the expiry of its package to the millisecond", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (expiry) => {
      expect(readToken(id, tokenOf(id, expiry))).toBe(expiry);
    }),
  );
});

describe("invalid tokens", () => {
  test("are rejected if any character is changed, removed or repeated", () => {
    const characters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.=+/ é\u0000";
    for (let at = 0; at < token.length; at++) {
      const [before, after] = [token.slice(0, at), token.slice(at + 1)];
      for (const character of characters) {
        if (character !== token[at]) expect(readToken(id, before + character + after)).toBeUndefined();
      }
      expect(readToken(id, before + after)).toBeUndefined();
      expect(readToken(id, `${before}${token[at]}${token[at]}${after}`)).toBeUndefined();
    }
  });

  test("are rejected for another package, another expiry or arbitrary text", () => {
    expect(readToken("epkg_01kahbc2g8m9n4q6r1s7t3v5wy", token)).toBeUndefined();
    const [, mac = ""] = token.split(".");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (expiry) => {
        fc.pre(expiry !== expiresAtMs);
        expect(readToken(id, `${expiry.toString(36)}.${mac}`)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "grapheme" })), (text) => {
        expect(readToken(id, text)).toBeUndefined();
        expect(readToken(id, text + token)).toBe(text === "" ? expiresAtMs : undefined);
        expect(readToken(id, token + text)).toBe(text === "" ? expiresAtMs : undefined);
      }),
    );
  });

  test.each(["0", "00", " ", "+", "-"])("are rejected if the expiry starts with %j", (prefix) => {
    expect(readToken(id, prefix + token)).toBeUndefined();
  });
});
