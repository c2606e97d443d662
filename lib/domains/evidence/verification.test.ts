import { createPublicKey, verify } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { failureStatuses, lookAtFile } from "@/lib/domains/evidence/check-package";
import { ask, step, steps } from "@/lib/domains/evidence/generation/testing/pipeline";
import { failPackage } from "@/lib/domains/evidence/package-changes";
import { getPackage } from "@/lib/domains/evidence/packages";
import {
  createRequester,
  dayMs,
  issuePackage,
  january,
  putFile,
  type Requester,
  requestPackage,
  sha256,
  signatureOf,
  temporaryDirectory,
} from "@/lib/domains/evidence/testing/packages";
import { verifyPackage, verifyPublished } from "@/lib/domains/evidence/verify-package";
import { pool } from "@/lib/platform/database/db";
import { findEvidenceKey, replaceEvidenceKey } from "@/lib/platform/signing/evidence-keys";
import { storage } from "@/lib/platform/storage";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.DATA_DIR = temporaryDirectory();
process.env.LOG_LEVEL = "silent";
ownTestDatabase();

type Issued = Awaited<ReturnType<typeof issuePackage>>;
let requester: Requester;
let issued: Issued;

// Generating a 4096-bit key takes seconds.
beforeAll(async () => {
  requester = await createRequester();
  await signatureOf(Buffer.from("a first signature"));
}, 120_000);

beforeEach(async () => {
  issued = await issuePackage(requester, { isSigned: true });
});

function check(packageHash = issued.result.packageHash) {
  return verifyPackage(requester.ctx, issued.id, { packageHash });
}

function lookUp(hash = issued.result.packageHash, aheadMs = 0) {
  return verifyPublished({ clock: { now: () => requester.clock.nowMs + aheadMs } }, hash);
}

async function setColumn(column: string, value: unknown): Promise<void> {
  await pool().query(`UPDATE evidence_packages SET ${column} = $1 WHERE id = $2`, [value, issued.id]);
}

test("an issued package is authentic and signed with a published key", async () => {
  const { result, bytes, id } = issued;
  const { signedBy, keyId } = result;
  const generatedAt = "2026-11-20T10:00:00.000Z";
  expect(await check()).toEqual({
    packageId: id,
    authentic: true,
    status: "intact",
    contentIntact: true,
    message: "The package is authentic: hash, stored file and signature match.",
    failedCheck: null,
    fileChecked: true,
    framework: "EU_AI_ACT_ANNEX_IV",
    modelId: requester.modelId,
    dateRange: january,
    generatedAt,
    signedBy,
    keyId,
    verifiedAt: "2026-11-20T10:00:00.000Z",
  });
  expect(await lookUp()).toEqual({
    packageId: id,
    reportId: null,
    authentic: true,
    status: "intact",
    framework: "EU_AI_ACT_ANNEX_IV",
    format: "PDF",
    generatedAt,
    signedBy,
    keyId,
    verifiedAt: "2026-11-20T10:00:00.000Z",
    packageSignature: result.packageSignature,
    fileChecked: true,
    message: "The package is authentic: hash, stored file and signature match.",
  });
  const key = createPublicKey(findEvidenceKey(keyId)?.pem ?? "");
  expect(verify("sha256", bytes, key, Buffer.from(result.packageSignature, "base64"))).toBe(true);
});

test("the generation time is the time of the READY event, not of the signature", async () => {
  const key = await ask(requester);
  await steps(requester, key, "store");
  requester.clock.nowMs += 60_000;
  const readyAt = new Date(requester.clock.nowMs).toISOString();
  await step(requester, key, "publish");
  const { packageHash, generatedAt } = await getPackage(requester.ctx, key.packageId);
  expect(generatedAt).toBe(readyAt);
  expect(await verifyPackage(requester.ctx, key.packageId, { packageHash: packageHash ?? "" })).toMatchObject({
    authentic: true,
    generatedAt: readyAt,
  });
  expect(await lookUp(packageHash ?? "")).toMatchObject({ authentic: true, generatedAt: readyAt });
  // A different time in the row has no effect.
  await pool().query("UPDATE evidence_packages SET generated_at = now() + interval '1 day' WHERE id = $1", [
    key.packageId,
  ]);
  expect(await lookUp(packageHash ?? "")).toMatchObject({ generatedAt: readyAt });
});

describe("verification reports the failed check for", () => {
  const attacks: [string, () => Promise<unknown>, keyof typeof failureStatuses, string][] = [
    ["another hash", async () => undefined, "hash_mismatch", "The hash does not match"],
    [
      "a changed file",
      () => putFile(issued.result.storageKey, flipped(issued.bytes)),
      "file_changed",
      "file was changed",
    ],
    [
      "a longer file",
      () => putFile(issued.result.storageKey, Buffer.concat([issued.bytes, issued.bytes])),
      "file_changed",
      "file",
    ],
    ["an empty file", () => putFile(issued.result.storageKey, Buffer.alloc(0)), "file_changed", "file"],
    ["a missing file", () => storage().remove(issued.result.storageKey), "file_missing", "file is missing"],
    ["another key id", () => setColumn("key_id", "0000000000000000"), "key_unknown", "key"],
    [
      "another signature",
      async () => setColumn("package_signature", (await signatureOf(Buffer.from("x"))).packageSignature),
      "signature_invalid",
      "signature",
    ],
    ["an invalid signature", () => setColumn("package_signature", "???"), "signature_invalid", "signature"],
    ["no signature", () => setColumn("package_signature", ""), "signature_invalid", "signature"],
  ];
  test.each(attacks)("%s", async (_, attack, failedCheck, words) => {
    await attack();
    const given = failedCheck === "hash_mismatch" ? sha256(Buffer.from("another file")) : undefined;
    const found = await check(given);
    const status = failureStatuses[failedCheck];
    expect(found).toMatchObject({ authentic: false, failedCheck, status });
    expect(found.message).toContain(words);
    if (failedCheck === "hash_mismatch") return;
    const published = await lookUp();
    expect(published).toMatchObject({ authentic: false, status, message: found.message });
  });

  test("a changed file and a matching hash in the database: the signature", async () => {
    const forged = flipped(issued.bytes);
    await putFile(issued.result.storageKey, forged);
    await setColumn("package_hash", sha256(forged));
    expect(await check(sha256(forged))).toMatchObject({ authentic: false, failedCheck: "signature_invalid" });
    expect(await lookUp(sha256(forged))).toMatchObject({ authentic: false });
  });

  test("several problems: the hash first, then the file, then the signature", async () => {
    await setColumn("package_signature", "???");
    await putFile(issued.result.storageKey, flipped(issued.bytes));
    expect(await check(sha256(Buffer.from("x")))).toMatchObject({ failedCheck: "hash_mismatch" });
    expect(await check()).toMatchObject({ failedCheck: "file_changed" });
    await putFile(issued.result.storageKey, issued.bytes);
    expect(await check()).toMatchObject({ failedCheck: "signature_invalid" });
  });
});

test("a JSON package rewritten by another program has intact content but different bytes", async () => {
  const { packageHash } = issued.result;
  const verify = (canonicalHash: string) =>
    verifyPackage(requester.ctx, issued.id, { packageHash: sha256(Buffer.from("indented")), canonicalHash });
  expect(await verify(packageHash)).toMatchObject({
    authentic: false,
    contentIntact: true,
    status: "content_intact",
    failedCheck: "hash_mismatch",
    message: expect.stringContaining("bytes differ"),
  });
  expect(await verify(sha256(Buffer.from("x")))).toMatchObject({ authentic: false, contentIntact: false });
  await putFile(issued.result.storageKey, flipped(issued.bytes));
  expect(await verify(packageHash)).toMatchObject({ contentIntact: false });
});

describe("an expired package", () => {
  test("is authentic by hash and signature in the private and public verification, without a file check", async () => {
    requester.clock.nowMs += 365 * dayMs;
    await storage().remove(issued.result.storageKey);
    expect(await getPackage(requester.ctx, issued.id)).toMatchObject({ status: "EXPIRED" });
    const verdict = { authentic: true, fileChecked: false, message: expect.stringContaining("was not checked") };
    expect(await check()).toMatchObject({ ...verdict, failedCheck: null });
    expect(await lookUp()).toMatchObject(verdict);
    expect(await check(sha256(Buffer.from("x")))).toMatchObject({ authentic: false, failedCheck: "hash_mismatch" });
    await setColumn("package_signature", "???");
    expect(await check()).toMatchObject({ authentic: false, failedCheck: "signature_invalid", fileChecked: false });
    expect(await lookUp()).toMatchObject({ authentic: false, fileChecked: false });
    requester.clock.nowMs -= 365 * dayMs;
  });
});

test.each(["GENERATING", "FAILED"])("a package that is %s cannot be verified", async (status) => {
  const packageId = await requestPackage(requester);
  const { organisationId, ctx, clock } = requester;
  if (status === "FAILED") await failPackage({ organisationId, packageId }, "No.", clock);
  const attempt = verifyPackage(ctx, packageId, { packageHash: issued.result.packageHash });
  await expect(attempt).rejects.toMatchObject({ code: "conflict" });
});

describe("looking up a hash", () => {
  test("accepts upper case and digits without a prefix", async () => {
    const { packageHash } = issued.result;
    const digits = packageHash.slice("sha256:".length);
    for (const hash of [
      packageHash.toUpperCase(),
      encodeURIComponent(packageHash),
      digits,
      digits.toUpperCase(),
      `sha256:${digits.toUpperCase()}`,
    ]) {
      expect(await lookUp(hash)).toMatchObject({ packageId: issued.id, authentic: true });
    }
  });

  test.each([
    `sha256:${"0".repeat(64)}`,
    "",
    "keys",
    `sha256:${"0".repeat(63)}`,
    `sha256:${"g".repeat(64)}`,
    "sha256:\u0000",
    `sha512:${"0".repeat(64)}`,
    "%",
  ])("finds nothing for %j", async (hash) => {
    await expect(lookUp(hash)).rejects.toMatchObject({ code: "not_found" });
  });

  test("verifies packages of a replaced key", { tags: "full", timeout: 120_000 }, async () => {
    await replaceEvidenceKey();
    expect(await lookUp()).toMatchObject({ authentic: true });
    expect(await check()).toMatchObject({ authentic: true });
    const later = await issuePackage(requester, { isSigned: true });
    expect(later.result.keyId).not.toBe(issued.result.keyId);
    expect(await lookUp(later.result.packageHash)).toMatchObject({ authentic: true, keyId: later.result.keyId });
  });

  test("reads a file at most once a minute for any number of requests", async () => {
    const read = vi.spyOn(storage(), "read");
    await Promise.all(Array.from({ length: 50 }, () => lookUp()));
    await lookUp(undefined, 59_999);
    // To compare its hash, and to read what was signed.
    expect(read).toHaveBeenCalledTimes(2);

    await putFile(issued.result.storageKey, flipped(issued.bytes));
    expect(await lookUp(undefined, 59_999)).toMatchObject({ authentic: true });
    expect(await lookUp(undefined, 60_000)).toMatchObject({ authentic: false });
    expect(read).toHaveBeenCalledTimes(3);
    // The authenticated check always reads the current state.
    expect(await check()).toMatchObject({ failedCheck: "file_changed" });
    await putFile(issued.result.storageKey, issued.bytes);
    expect(await check()).toMatchObject({ authentic: true });
    expect(read).toHaveBeenCalledTimes(5);
  });

  test("retries the storage after a failed read", async () => {
    const read = vi.spyOn(storage(), "read").mockRejectedValueOnce(new Error("no answer"));
    await expect(lookUp()).rejects.toThrow("no answer");
    expect(await lookUp()).toMatchObject({ authentic: true });
    expect(read).toHaveBeenCalledTimes(3);
  });
});

test("results of file checks are cached up to a limit", async () => {
  const clock = { now: () => 0 };
  const read = vi.spyOn(storage(), "read");
  const look = (i: number) => lookAtFile({ storageKey: `missing/f${i}`, packageHash: "" }, clock, 60_000);
  for (let i = 0; i <= 1_000; i++) expect(await look(i)).toBe("missing");
  read.mockClear();
  await look(1_000);
  expect(read).toHaveBeenCalledTimes(0);
  await look(0);
  expect(read).toHaveBeenCalledTimes(1);
});

function flipped(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  changed[1_000] = (changed[1_000] ?? 0) ^ 1;
  return changed;
}

describe("a package row in which", () => {
  const edits: [column: string, value: unknown][] = [
    ["framework", "FCA_SS1_23"],
    ["format", "JSON"],
    ["model_id", "mdl_other"],
    ["date_from", "2020-01-01T00:00:00Z"],
    ["date_to", "2026-06-01T00:00:00Z"],
    ["generated_at", "2020-01-01T00:00:00Z"],
  ];
  test.each(edits)("%s was edited does not change the response", async (column, value) => {
    const [before, published] = [await check(), await lookUp()];
    await setColumn(column, value);
    expect(await check()).toEqual(before);
    expect(await lookUp()).toEqual(published);
  });

  test("hash, signature and file belong to another package is reported as not authentic", async () => {
    const other = await issuePackage(requester, { isSigned: true });
    const { packageHash, packageSignature, storageKey } = other.result;
    await pool().query("UPDATE evidence_packages SET package_hash = $2 WHERE id = $1", [
      other.id,
      sha256(Buffer.from(other.id)),
    ]);
    for (const [column, value] of [
      ["package_hash", packageHash],
      ["package_signature", packageSignature],
      ["storage_key", storageKey],
    ] as const) {
      await setColumn(column, value);
    }
    expect(await check(packageHash)).toMatchObject({ authentic: false, failedCheck: "hash_mismatch" });
    expect(await lookUp(packageHash)).toMatchObject({ authentic: false });
    requester.clock.nowMs += 366 * dayMs;
    expect(await lookUp(packageHash)).toMatchObject({ authentic: false });
    requester.clock.nowMs -= 366 * dayMs;
  });
});
