import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { servedRoutes } from "@/app/v1/served-routes";
import { callRoute, type Sent } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import type { EvidencePackage, EvidencePackageList } from "@/lib/domains/evidence/schemas";
import {
  createRequester,
  issuePackage,
  january,
  type Requester,
  signatureOf,
  temporaryDirectory,
} from "@/lib/domains/evidence/testing/packages";
import { systemClock } from "@/lib/platform/core/clock";
import type { Scope } from "@/lib/platform/core/roles";
import { createPathRouter } from "@/lib/platform/http/router";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.DATA_DIR = temporaryDirectory();
process.env.LOG_LEVEL = "silent";
ownTestDatabase();

let requester: Requester;
let key: string;

// Making a key of 4096 bits takes seconds.
beforeAll(() => signatureOf(Buffer.from("a first signature")), 120_000);

beforeEach(async () => {
  requester = await createRequester();
  // Routes go by the machine's clock.
  requester.clock.nowMs = systemClock.now();
  key = await keyWith(["evidence:read", "evidence:write"]);
});

async function keyWith(scopes: Scope[]): Promise<string> {
  return (await createApiKey(requester.ctx, { name: "Governance pipeline", scopes })).key;
}

/** The members of all responses. Each test reads the members that it needs. */
interface Body extends EvidencePackage, EvidencePackageList {
  error: string;
  requiredScope: string;
}

const find = createPathRouter(servedRoutes);

async function send(method: string, url: string, sent: Sent = {}) {
  const found = find(new URL(url, "http://localhost").pathname);
  const handler = found?.data[method];
  if (!handler) throw new Error(`no handler for ${method} ${url}`);
  const response = await callRoute(handler, method, url, { key, params: found.params, ...sent });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    get body() {
      return JSON.parse(bytes.toString("utf8")) as Body;
    },
  };
}

function generate(given: Record<string, unknown> = {}, sent: Sent = {}) {
  const body = { modelId: requester.modelId, framework: "PRA_SS1_23", dateRange: january, ...given };
  return send("POST", "/v1/evidence/generate", { body, ...sent });
}

const read = (id: string, sent: Sent = {}) => send("GET", `/v1/evidence/${id}`, sent);

function follow(url: string, sent: Sent & { method?: "GET" | "HEAD" } = {}) {
  const { method = "GET", ...rest } = sent;
  return send(method, url, { key: null, ...rest });
}

test("returns 202 with the location of the package, and creates nothing for a repeat with the same key", async () => {
  const headers = { "idempotency-key": "ide_1" };
  const first = await generate({ notes: "n" }, { headers });
  expect(first.status).toBe(202);
  expect(first.headers.get("location")).toBe(`/v1/evidence/${first.body.id}`);
  expect(first.headers.get("x-ratelimit-limit")).toBe("2000");
  expect(Object.keys(first.body)).toEqual([
    "id",
    "status",
    "modelId",
    "framework",
    "dateRange",
    "estimatedCompletionSeconds",
    "packagesAhead",
    "createdAt",
  ]);
  expect(first.body).toMatchObject({ status: "GENERATING", framework: "FCA_SS1_23", dateRange: january });
  const again = await generate({ notes: "n" }, { headers });
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([202, "true"]);
  expect(again.body).toEqual(first.body);
  expect((await generate({ notes: "other" }, { headers })).status).toBe(422);
  const listed = await send("GET", "/v1/evidence");
  expect(listed.body.data.map(({ id }) => id)).toEqual([first.body.id]);
  const package_ = (await read(first.body.id)).body;
  expect(package_).toMatchObject({
    status: "GENERATING",
    notes: "n",
    requestedBy: { type: "SERVICE", id: expect.stringMatching(/^key_/), displayName: "Governance pipeline" },
  });
});

function hash(digit: string): string {
  return `sha256:${digit.repeat(64)}`;
}

describe("the file", () => {
  test("is served completely and in ranges by its URL, without a key or a rate limit", async () => {
    const { id, bytes, result } = await issuePackage(requester, { format: "JSON", isSigned: true });
    const { downloadUrl: url } = (await read(id)).body;
    const whole = await follow(url ?? "");
    expect([whole.status, whole.bytes.equals(bytes)]).toEqual([200, true]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "content-disposition": `attachment; filename="evidence-${id}.json"`,
      "content-length": String(bytes.length),
      "content-type": "application/json",
      etag: `"${result.packageHash}"`,
    });
    expect(whole.headers.get("x-ratelimit-limit")).toBeNull();
    const part = await follow(url ?? "", { headers: { range: "bytes=-10", "if-range": `"${result.packageHash}"` } });
    expect([part.status, part.bytes.equals(bytes.subarray(-10))]).toEqual([206, true]);
    const other = await follow(url ?? "", { headers: { range: "bytes=-10", "if-range": `"${hash("0")}"` } });
    expect([other.status, other.bytes.length]).toEqual([200, bytes.length]);
    const beyond = await follow(url ?? "", { headers: { range: `bytes=${bytes.length}-` } });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
  });

  test.each([
    ["another token", (url: string) => url.replace(/.$/, (last) => (last === "A" ? "B" : "A")), 404],
    ["no token", (url: string) => url.replace(/\?.*/, ""), 404],
    ["an empty token", (url: string) => url.replace(/token=.*/, "token="), 404],
    ["two tokens", (url: string) => `${url}&token=1`, 400],
    ["a further parameter", (url: string) => `${url}&inline=1`, 400],
    ["another package", (url: string) => url.replace(/epkg_\w+/, "epkg_01kahbc2g8m9n4q6r1s7t3v5wx"), 404],
  ])("is rejected with %s", async (_, alter, status) => {
    const { id } = await issuePackage(requester);
    const answer = await follow(alter((await read(id)).body.downloadUrl ?? ""));
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toContain("application/json");
  });

  test("can be downloaded from a new URL", async () => {
    const { id, bytes } = await issuePackage(requester, { isSigned: true });
    const renewed = await send("POST", `/v1/evidence/${id}/download-url`);
    expect((await follow(renewed.body.downloadUrl ?? "")).bytes.equals(bytes)).toBe(true);
  });
});

test("verifying a package requires read access, and looking it up requires only its hash", async () => {
  const { id, result } = await issuePackage(requester, { isSigned: true });
  const verify = (packageHash: string, of = id) => send("POST", `/v1/evidence/${of}/verify`, { body: { packageHash } });
  expect((await verify(result.packageHash.toUpperCase().replace("SHA256", "sha256"))).body).toMatchObject({
    packageId: id,
    authentic: true,
    signedBy: result.signedBy,
  });
  expect((await verify(hash("0"))).body).toMatchObject({ authentic: false, failedCheck: "hash_mismatch" });
  expect((await verify("sha256:00")).status).toBe(400);
  const waiting = (await generate()).body.id;
  expect((await verify(hash("0"), waiting)).status).toBe(409);

  const lookUp = (packageHash: string) => send("GET", `/v1/verify/${packageHash}`, { key: null });
  const known = await lookUp(result.packageHash);
  expect([known.status, known.headers.get("x-ratelimit-limit")]).toEqual([200, null]);
  expect(known.body).toMatchObject({ packageId: id, authentic: true, keyId: result.keyId });
  const text = known.bytes.toString("utf8");
  for (const secret of [requester.organisationId, requester.modelId, "Credit scoring", "Test"]) {
    expect(text).not.toContain(secret);
  }
  expect((await lookUp(hash("0"))).status).toBe(404);
});
