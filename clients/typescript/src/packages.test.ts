import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type Reply, reply, startLocalServer } from "../testing/local-server";
import { GovernanceClient, PackageError } from "./index";

const file = Buffer.alloc(300_000, "evidence ");
const packageHash = `sha256:${createHash("sha256").update(file).digest("hex")}`;
const made = (status: string, more: object = {}): Reply => ({
  body: { id: "pkg_1", status, packageHash: null, failureReason: null, downloadUrl: null, ...more },
});

async function clientAt(...replies: Parameters<typeof startLocalServer>) {
  const { url, arrived } = await startLocalServer(...replies);
  return { client: new GovernanceClient({ baseUrl: url, apiKey: "gas_test_x" }), url, arrived };
}

test("waits until a package is ready, and reports its progress", async () => {
  const half = made("GENERATING", { progress: { step: "render", percent: 50 } });
  const { client } = await clientAt(made("GENERATING"), half, made("READY", { packageHash }));
  const seen: unknown[] = [];
  const ready = await client.evidence.waitFor("pkg_1", { onProgress: ({ progress }) => seen.push(progress?.percent) });
  expect(ready.packageHash).toBe(packageHash);
  expect(seen).toEqual([undefined, 50, undefined]);
});

test("rejects for a failed package and an aborted wait", async () => {
  const { client } = await clientAt(made("FAILED", { failureReason: "The model has no events" }));
  const waiting = client.evidence.waitFor("pkg_1");
  await expect(waiting).rejects.toThrow(new PackageError("The package is FAILED: The model has no events.", "pkg_1"));
  await expect(client.evidence.download("pkg_1")).rejects.toThrow("The package is FAILED");
  const { client: slow } = await clientAt(made("GENERATING"));
  const signal = AbortSignal.timeout(100);
  await expect(slow.evidence.waitFor("pkg_1", { signal })).rejects.toMatchObject({ name: "TimeoutError" });
});

test("downloads the file from a new URL if the old one has expired, without sending the key", async () => {
  const { client, url, arrived } = await clientAt(
    made("READY", { packageHash }),
    (response) => reply(response, { body: { packageId: "pkg_1", downloadUrl: `${url}/file?token=t` } }),
    { headers: { "Content-Type": "application/pdf" }, body: file },
  );
  const response = await client.evidence.download("pkg_1");
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
  expect(arrived.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /v1/evidence/pkg_1",
    "POST /v1/evidence/pkg_1/download-url",
    "GET /file?token=t",
  ]);
  expect(arrived[2]?.headers.authorization).toBeUndefined();
});

test("fails at the end of the stream if the file does not match the package's hash", async () => {
  const { client, url } = await clientAt(
    (response) => reply(response, made("READY", { packageHash, downloadUrl: `${url}/file` })),
    { body: Buffer.alloc(300_000, "Evidence ") },
  );
  const response = await client.evidence.download("pkg_1");
  await expect(response.arrayBuffer()).rejects.toThrow("The file does not match the package: its hash is sha256:");
});
