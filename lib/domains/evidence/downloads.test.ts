import { beforeAll, describe, expect, test, vi } from "vitest";
import { openDownload, renewDownloadUrl } from "@/lib/domains/evidence/download";
import { failPackage } from "@/lib/domains/evidence/package-changes";
import { getPackage } from "@/lib/domains/evidence/packages";
import {
  createRequester,
  dayMs,
  hourMs,
  issuePackage,
  packageEvents,
  putFile,
  type Requester,
  requestPackage,
  sha256,
  temporaryDirectory,
  withoutChain,
} from "@/lib/domains/evidence/testing/packages";
import { pool } from "@/lib/platform/database/db";
import { storage } from "@/lib/platform/storage";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.DATA_DIR = temporaryDirectory();
process.env.LOG_LEVEL = "silent";
const database = ownTestDatabase();
let requester: Requester;

beforeAll(async () => {
  requester = await createRequester();
});

type Issued = Awaited<ReturnType<typeof issuePackage>>;

async function tokenOf({ id }: { id: string }): Promise<string> {
  return tokenIn((await getPackage(requester.ctx, id)).downloadUrl);
}

function tokenIn(url: string | null): string {
  return new URL(url ?? "").searchParams.get("token") ?? "";
}

function open(packageId: string, token: string, aheadMs = 0) {
  return openDownload({ clock: { now: () => requester.clock.nowMs + aheadMs } }, { packageId, token });
}

async function refusal(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => "was not refused",
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await new Response(stream).arrayBuffer());
}

async function downloadsOf({ id }: Issued): Promise<Record<string, unknown>[]> {
  const events = await packageEvents(requester.organisationId);
  return events.filter(({ kind, packageId }) => kind === "EVIDENCE_DOWNLOADED" && packageId === id);
}

const unknown = "not_found: This is not a valid download URL.";

describe("a download URL", () => {
  test("returns the file with its name and hash", async () => {
    const pdf = await issuePackage(requester, { isSigned: true });
    const file = await open(pdf.id, await tokenOf(pdf));
    expect(file).toMatchObject({
      size: pdf.bytes.length,
      type: "application/pdf",
      name: `evidence-${pdf.id}.pdf`,
      sha256: Buffer.from(pdf.result.packageHash.slice(7), "hex"),
    });
    expect((await bytesOf(await file.open(undefined))).equals(pdf.bytes)).toBe(true);
    const json = await issuePackage(requester, { format: "JSON", isSigned: true });
    const name = `evidence-${json.id}.json`;
    expect(await open(json.id, await tokenOf(json))).toMatchObject({ type: "application/json", name });
  });

  test("returns the same error for other packages and invalid tokens, without a database query", async () => {
    const [issued, other] = [
      await issuePackage(requester, { isSigned: true }),
      await issuePackage(requester, { isSigned: true }),
    ];
    const [token, otherToken] = [await tokenOf(issued), await tokenOf(other)];
    const query = vi.spyOn(pool(), "query");
    const connect = vi.spyOn(pool(), "connect");
    const attempts = [
      [issued.id, ""],
      [issued.id, otherToken],
      [other.id, token],
      ["epkg_01kahbc2g8m9n4q6r1s7t3v5wx", token],
      ["", token],
      ["epkg_\u0000", token],
      [issued.id.toUpperCase(), token],
      [issued.id, token.slice(0, -1)],
      [issued.id, `${token}A`],
      [issued.id, token.toUpperCase()],
    ] as const;
    for (const [id, given] of attempts) expect(await refusal(open(id, given))).toBe(unknown);
    expect(query).not.toHaveBeenCalled();
    expect(connect).not.toHaveBeenCalled();
  });

  test("stops working when the file is deleted or the package expires", async () => {
    const issued = await issuePackage(requester, { isSigned: true });
    const token = await tokenOf(issued);
    await storage().remove(issued.result.storageKey);
    expect(await refusal(open(issued.id, token))).toContain("not_found: The package file is missing.");
    await pool().query("UPDATE evidence_packages SET expires_at = $1 WHERE id = $2", [
      new Date(requester.clock.nowMs),
      issued.id,
    ]);
    expect(await refusal(open(issued.id, token))).toContain("not_found: The package has expired");
  });
});

describe("a download", () => {
  test("is recorded on the chain before its first byte, once for each read from the start of the file", async () => {
    const issued = await issuePackage(requester, { isSigned: true });
    const file = await open(issued.id, await tokenOf(issued));
    expect(await downloadsOf(issued)).toEqual([]);
    for (const range of [
      { start: 1, end: 9 },
      { start: 5_000, end: 6_000 },
    ]) {
      await (await file.open(range)).cancel();
    }
    expect(await downloadsOf(issued)).toEqual([]);
    for (const range of [undefined, { start: 0, end: 0 }]) {
      const stream = await file.open(range);
      expect(await downloadsOf(issued)).toHaveLength(range ? 2 : 1);
      await stream.cancel();
    }
    expect((await downloadsOf(issued))[0]).toMatchObject({
      eventType: "DATA_ACCESS",
      actor: { type: "SYSTEM", id: "download-url" },
      packageId: issued.id,
      modelId: requester.modelId,
      packageHash: issued.result.packageHash,
    });
  });

  test("returns no file if it cannot be recorded", async () => {
    const issued = await issuePackage(requester, { isSigned: true });
    const file = await open(issued.id, await tokenOf(issued));
    const cancel = vi.fn();
    vi.spyOn(storage(), "read").mockResolvedValueOnce(new ReadableStream({ cancel }));
    const restore = await withoutChain(database.ownerUrl);
    await expect(file.open(undefined)).rejects.toThrow("permission denied");
    await restore();
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(await downloadsOf(issued)).toEqual([]);
    await (await file.open(undefined)).cancel();
    expect(await downloadsOf(issued)).toHaveLength(1);
  });
});

describe("a new download URL", () => {
  test("is valid for a day alongside the previous URL and is recorded on the chain without its token", async () => {
    const issued = await issuePackage(requester, { isSigned: true });
    const first = await tokenOf(issued);
    requester.clock.nowMs += 20 * hourMs;
    const renewed = await renewDownloadUrl(requester.ctx, issued.id);
    expect(renewed.packageId).toBe(issued.id);
    expect(Date.parse(renewed.downloadUrlExpiresAt)).toBe(requester.clock.nowMs + dayMs);
    expect(await getPackage(requester.ctx, issued.id)).toMatchObject({
      downloadUrl: renewed.downloadUrl,
      downloadUrlExpiresAt: renewed.downloadUrlExpiresAt,
    });
    const token = tokenIn(renewed.downloadUrl);
    expect(await refusal(open(issued.id, first, 3 * hourMs))).toBe("was not refused");
    expect(await refusal(open(issued.id, first, 4 * hourMs))).toContain("expired");
    expect(await refusal(open(issued.id, token, dayMs - 1))).toBe("was not refused");
    const event = (await packageEvents(requester.organisationId)).at(-1);
    expect(event).toMatchObject({
      kind: "EVIDENCE_URL_ISSUED",
      packageId: issued.id,
      actor: { type: "SYSTEM", id: "test" },
      downloadUrlExpiresAt: renewed.downloadUrlExpiresAt,
    });
    expect(JSON.stringify(event)).not.toContain(token);
  });

  test("can be issued after the first URL has expired and expires no later than the package", async () => {
    const issued = await issuePackage(requester, { isSigned: true });
    const ctxAt = (aheadMs: number) => ({ ...requester.ctx, clock: { now: () => requester.clock.nowMs + aheadMs } });
    expect(await getPackage(ctxAt(30 * dayMs), issued.id)).toMatchObject({ status: "READY", downloadUrl: null });
    const renewed = await renewDownloadUrl(ctxAt(365 * dayMs - 1), issued.id);
    expect(renewed.downloadUrlExpiresAt).toBe(issued.result.expiresAt);
  });

  const states: [string, (id: string) => Promise<Requester["ctx"]>, string][] = [
    ["GENERATING", async () => requester.ctx, "still being generated"],
    [
      "FAILED",
      async (packageId) => {
        await failPackage({ organisationId: requester.organisationId, packageId }, "No.", requester.clock);
        return requester.ctx;
      },
      "could not be generated",
    ],
  ];
  test.each(states)("is rejected for a package with status %s", async (_, become, words) => {
    const id = await requestPackage(requester);
    const refused = await refusal(renewDownloadUrl(await become(id), id));
    expect(refused).toMatch(/^conflict: /);
    expect(refused).toContain(words);
  });
});

describe("a stored file that differs from the signed file", () => {
  const attacks: [string, (issued: Issued) => Promise<unknown>, string][] = [
    [
      "changed bytes",
      ({ result }) => putFile(result.storageKey, Buffer.from("another file")),
      "stored file was changed",
    ],
    [
      "changed bytes and a matching hash in the database",
      async ({ id, result }) => {
        const forged = Buffer.from(`another file of ${id}`);
        await putFile(result.storageKey, forged);
        await pool().query("UPDATE evidence_packages SET package_hash = $1 WHERE id = $2", [sha256(forged), id]);
      },
      "signature is not valid",
    ],
  ];
  test.each(attacks)("is refused: %s", async (_, attack, words) => {
    const issued = await issuePackage(requester, { isSigned: true });
    const token = await tokenOf(issued);
    await attack(issued);
    expect(await refusal(open(issued.id, token))).toMatch(
      new RegExp(`^conflict: The download was refused. .*${words}`),
    );
    expect(await downloadsOf(issued)).toEqual([]);
  });
});
