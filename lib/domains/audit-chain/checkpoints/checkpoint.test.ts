import { createHash, generateKeyPairSync } from "node:crypto";
import canonicalize from "canonicalize";
import { describe, expect, test } from "vitest";
import {
  type Checkpoint,
  checkpointHash,
  signCheckpoint,
  verifyCheckpointSignature,
} from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { Checkpoint as CheckpointSchema, exampleNote } from "@/lib/domains/audit-chain/schemas-proofs";
import { openNote } from "@/lib/domains/audit-chain/testing/independent-merkle";
import { readPublicKey, readSigningKey, signText } from "@/lib/platform/signing/ed25519";
import { noteTypes, signatureLine, verifierKey } from "@/lib/platform/signing/signed-note";

/** The first test key of RFC 8032, 7.1. */
const key = readSigningKey(
  Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex").toString("base64"),
);
const other = readSigningKey(Buffer.alloc(32, 7).toString("base64"));
const findKey = (keyId: string) => (keyId === key.id ? key : undefined);

const statement = {
  organisationId: "org_1",
  size: 3,
  headHash: `sha256:${"a".repeat(64)}`,
  rootHash: `sha256:${"b".repeat(64)}`,
  issuedAt: "2026-11-20T10:00:00.000Z",
  previousCheckpointHash: `sha256:${"0".repeat(64)}`,
};
const checkpoint = signCheckpoint(statement, key);

test("the signed text is the canonical JSON of the fields and the schema", async () => {
  const { signature, ...members } = checkpoint;
  const text = Buffer.from(String(canonicalize({ schema: "checkpoint/1", ...members })));
  const { subtle } = globalThis.crypto;
  const publicKey = await subtle.importKey("raw", new Uint8Array(key.raw), "Ed25519", true, ["verify"]);
  expect(await subtle.verify("Ed25519", publicKey, Buffer.from(signature, "base64"), text)).toBe(true);
  expect(members.keyId).toBe(createHash("sha256").update(key.raw).digest("hex").slice(0, 16));
  expect(Object.keys(checkpoint).sort()).toEqual(Object.keys(CheckpointSchema.shape).sort());
});

test("the checkpoint hash covers all fields including the signature", () => {
  const text = String(canonicalize({ schema: "checkpoint/1", ...checkpoint }));
  expect(checkpointHash(checkpoint)).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
  expect(checkpointHash({ ...checkpoint, signature: "" })).not.toBe(checkpointHash(checkpoint));
});

describe("a checkpoint signature", () => {
  test("is valid under its key and deterministic", () => {
    expect(verifyCheckpointSignature(checkpoint, findKey)).toBe(true);
    expect(signCheckpoint(statement, key)).toEqual(checkpoint);
  });

  const changes: [string, Partial<Checkpoint>][] = [
    ["another organisation", { organisationId: "org_2" }],
    ["another size", { size: 4 }],
    ["an invalid size", { size: Number.NaN }],
    ["another head", { headHash: statement.rootHash }],
    ["another root", { rootHash: statement.headHash }],
    ["an uppercase root", { rootHash: statement.rootHash.toUpperCase() }],
    ["another time", { issuedAt: "2026-11-20T10:00:00.001Z" }],
    ["another predecessor", { previousCheckpointHash: statement.headHash }],
    ["an unknown key", { keyId: other.id }],
    ["a missing key", { keyId: "" }],
    ["a signature of another key", { signature: signCheckpoint(statement, other).signature }],
    ["a missing signature", { signature: "" }],
    ["a signature with an extra character", { signature: `${checkpoint.signature}A` }],
    ["a signature in another encoding", { signature: checkpoint.signature.replace("==", "") }],
    ["a signature that is not base64", { signature: "%" }],
    ["a lone surrogate", { headHash: "\ud800" }],
  ];
  test.each(changes)("is invalid with %s", (_what, change) => {
    expect(verifyCheckpointSignature({ ...checkpoint, ...change }, findKey)).toBe(false);
  });

  test("by an unknown key is never valid", () => {
    const forged = signCheckpoint(statement, other);
    expect(verifyCheckpointSignature(forged, findKey)).toBe(false);
    expect(verifyCheckpointSignature({ ...forged, keyId: key.id }, findKey)).toBe(false);
  });
});

describe("the documentation's example", () => {
  const [example] = (CheckpointSchema.meta()?.examples ?? []) as Checkpoint[];

  test("is valid under the key of RFC 8037", () => {
    expect(example && verifyCheckpointSignature(example, findKey)).toBe(true);
  });

  test("matches the example note", () => {
    const x = key.raw.toString("base64url");
    const root = Buffer.from(String(example?.rootHash.slice(7)), "hex").toString("base64");
    const origin = `governance-audit-service/${example?.organisationId}`;
    expect(openNote(exampleNote, origin, { x })).toEqual([origin, String(example?.size), root]);
  });
});

test("the note matches the specification's example", () => {
  const text = "example.com/foo\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
  const line = signatureLine(verifierKey("example.com/foo", noteTypes.ed25519, key.raw), signText(key, text));
  const note = `${text}\n${line}`;
  expect(note).toMatch(/^example\.com\/foo\n1\nCsUYap.+=\n\n\u2014 example\.com\/foo [A-Za-z0-9+/]{91}=\n$/);
  expect(() =>
    openNote(note.replace("\n1\n", "\n2\n"), "example.com/foo", { x: key.raw.toString("base64url") }),
  ).toThrow();
  expect(() => openNote(note, "example.com/foo", { x: other.raw.toString("base64url") })).toThrow();
});

describe("key parsing", () => {
  const pem = key.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const publicPem = key.key.export({ format: "pem", type: "spki" }).toString();

  test.each([
    ["PEM", pem],
    ["PEM on one line", pem.replaceAll("\n", "\\n")],
    ["a base64 seed", Buffer.from(key.privateKey.export({ format: "jwk" }).d ?? "", "base64url").toString("base64")],
  ])("reads a signing key from %s", (_form, text) => {
    expect(readSigningKey(text).id).toBe(key.id);
  });

  test.each([
    ["PEM", publicPem],
    ["32 bytes in base64", key.raw.toString("base64")],
  ])("reads a verification key from %s", (_form, text) => {
    expect(readPublicKey(text).id).toBe(key.id);
  });

  const noKeys: [string, string][] = [
    ["nothing", ""],
    ["words", "nonsense"],
    ["33 bytes", Buffer.alloc(33, 1).toString("base64")],
    ["a public key", publicPem],
    ["a damaged key", pem.replace("MC4C", "MC5C")],
    [
      "a key of another type",
      generateKeyPairSync("x25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    ],
  ];
  test.each(noKeys)("rejects %s without quoting it", (_what, text) => {
    const message = "Not a valid Ed25519 private key. It must be PKCS#8 in PEM format, or 32 bytes in base64.";
    expect(() => readSigningKey(text)).toThrow(new Error(message));
    if (text !== publicPem) expect(() => readPublicKey(text)).toThrow(/^Not a valid Ed25519 public key/);
  });
});
