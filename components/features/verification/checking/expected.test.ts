import { describe, expect, test } from "vitest";
import { readExpected } from "./protocol";

const digits = "26d3e8be2e6b1adcbbc39af6c19d6b2177de0e8bba66c82ec4ae828bc9c2c71a";
const hash = { kind: "hash", sha256: digits };
const receipt = JSON.stringify({ organisationId: "org_1", chainPosition: 4217, blockHash: `sha256:${digits}` });
const checkpoint = JSON.stringify({ size: 4217, headHash: `sha256:${digits}`, rootHash: `sha256:${digits}` });
const head = { kind: "head", head: `4217:sha256:${digits}` };

describe("the expected value is parsed as", () => {
  test.each([
    ["nothing", "  \n", null],
    ["a hash", `sha256:${digits}`, hash],
    ["a hash in upper case", `SHA256:${digits.toUpperCase()}`, hash],
    ["a hash in sha256sum format", `${digits}  package.pdf`, hash],
    ["a hash without prefix", ` ${digits} `, hash],
    ["a hash after a label", `SHA-256: ${digits}`, hash],
    ["a receipt", `4217:sha256:${digits}`, head],
    ["a receipt without prefix", `4217 : ${digits.toUpperCase()}`, head],
    ["a receipt in JSON", receipt, head],
    ["a checkpoint in JSON, with its root", checkpoint, { kind: "head", head: checkpoint }],
    ["invalid: too short", `sha256:${digits.slice(1)}`, undefined],
    ["invalid: position 0", `0:sha256:${digits}`, undefined],
    ["invalid: other JSON", '{"chainPosition":1}', undefined],
    ["invalid: null", "null", undefined],
    ["invalid: text", "the hash", undefined],
  ])("%s", (_what, text, expected) => {
    expect(readExpected(text)).toEqual(expected);
  });
});
