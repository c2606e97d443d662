import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { type RecordStore, recordName, recordStore, sequenceOf } from "@/lib/platform/storage/record-store";
import { startS3Server } from "@/lib/platform/storage/testing/s3-server";

let directory: string;
let bucket: Awaited<ReturnType<typeof startS3Server>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "records-"));
  bucket = await startS3Server();
  Object.assign(process.env, bucket.env);
  forgetSingletons();
});

afterAll(async () => {
  await bucket.close();
  await rm(directory, { recursive: true, force: true });
});

const places: [string, (name: string) => RecordStore][] = [
  ["a directory", (name) => recordStore(join(directory, name))],
  ["an object store", (name) => recordStore(`s3://governance-evidence/${name}`)],
];

describe.each(places)("records in %s", (_where, open) => {
  test("are listed with the latest first, read as written, and deleted", async () => {
    const records = open("order");
    expect(await records.first("org_1")).toBeUndefined();
    expect(await records.read("org_1", recordName(1))).toBeUndefined();
    for (const sequence of [1, 2, 10, 9, Date.now()]) {
      expect(await records.create("org_1", recordName(sequence), `text ${sequence} é`)).toBe(true);
    }
    expect(await records.create("org_2", recordName(3), "other")).toBe(true);
    const latest = (await records.first("org_1")) ?? "";
    expect(await records.read("org_1", latest)).toMatch(/^text \d{13} é$/);
    await records.remove("org_1", latest);
    await records.remove("org_1", latest);
    expect(sequenceOf((await records.first("org_1")) ?? "")).toBe(10);
    expect(await records.read("org_1", recordName(9))).toBe("text 9 é");
  });

  test.each(["", "..", "a/b", "a.b", "../x"])("cannot have the name %j", async (name) => {
    const records = open("names");
    await expect(records.create("org_1", name, "text")).rejects.toThrow("is not a valid record name");
    await expect(records.read(name, "name")).rejects.toThrow("is not a valid record name");
  });
});

test("one of many concurrent writers of a record in a directory succeeds", async () => {
  const path = join(directory, "race");
  const stores = Array.from({ length: 20 }, () => recordStore(path));
  const created = await Promise.all(stores.map((records, i) => records.create("org_1", "name", `text ${i}`)));
  expect(created.filter(Boolean)).toHaveLength(1);
  expect(await stores[0]?.read("org_1", "name")).toBe(`text ${created.indexOf(true)}`);
  expect(await readdir(join(path, "org_1"))).toEqual(["name"]);
  expect((await stat(join(path, "org_1", "name"))).mode & 0o777).toBe(0o600);
});

test("a draft of a killed process in a directory is not a record", async () => {
  const records = recordStore(join(directory, "drafts"));
  await records.create("org_1", recordName(1), "text");
  await writeFile(join(directory, "drafts", "org_1", ".0-draft"), "half a te");
  expect(await records.first("org_1")).toBe(recordName(1));
});

test.each([
  [412, "PreconditionFailed"],
  [409, "ConditionalRequestConflict"],
])("an object store that returns %i rejects the second record of a name", async (status, code) => {
  const conditions: unknown[] = [];
  const server = createServer((request, response) => {
    conditions.push(request.headers["if-none-match"]);
    request.resume().on("end", () => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const given = process.env.S3_ENDPOINT;
  try {
    process.env.S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    forgetSingletons();
    expect(await recordStore("s3://governance-evidence/x").create("org_1", "name", "text")).toBe(false);
    expect(conditions).toEqual(["*"]);
  } finally {
    process.env.S3_ENDPOINT = given;
    forgetSingletons();
    server.close();
    server.closeAllConnections();
  }
});
