import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import type { ImportReport, LogImport } from "@/lib/domains/shadow-ai/schemas-sources";
import { dataDirectory } from "../support/application";
import type { TestOrganisation } from "../support/organisation";
import { squidLog } from "../support/shadow-ai";
import { until } from "../support/until";
import { expect, test } from "./webhook-fixtures";

// One process at a time: the next one must find the work of the previous one.
test.use({ isStarted: false });

type Api = ReturnType<TestOrganisation["at"]>;

const plain = { "Content-Type": "text/plain" };
const path = "/v1/sensors/observations";

/** A gzip log of a million lines with 300,000 calls to AI services. */
function millionLines(): Uint8Array<ArrayBuffer> {
  const hosts = ["api.openai.com", "claude.ai", "api.mistral.ai"].map((host) => ({ host, calls: 100_000 }));
  const others = Array.from({ length: 70 }, (_, n) => ({ host: `telemetry${n}.example.org`, calls: 10_000 }));
  const seen = [...hosts, ...others].map((one, n) => ({ ...one, client: `10.20.${n}.7`, minutesAgo: 48 * 60 + n }));
  return new Uint8Array(gzipSync(seen.map((one) => squidLog([one])).join("")));
}

async function sendLarge(api: Api, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const sent = await api.post<ImportReport>(path, body, plain);
  expect(sent).toMatchObject({ status: 202, body: { status: "QUEUED" } });
  return sent.body.importId;
}

/** Undefined if the busy machine does not answer in time. */
const read = (api: Api, id: string) =>
  api.get<LogImport>(`/v1/sensors/imports/${id}`).then(
    ({ body }) => body,
    () => undefined,
  );

const storedLogs = () => readdir(`${dataDirectory}/files/log-imports`).catch((): string[] => []);

test("a million lines are imported exactly once, even if the process is killed, while small logs are still accepted", async ({
  organisation,
  launch,
}) => {
  test.setTimeout(900_000);
  let serving = await launch();
  let api = organisation.at(serving.url);
  const body = millionLines();
  const id = await sendLarge(api, body);
  const progress = async () => (await read(api, id))?.progressPercent ?? 0;

  await until("a fifth is read", async () => (await progress()) >= 20, { timeoutMs: 300_000 });
  const log = squidLog([{ host: "api.cohere.com", calls: 50 }]);
  const small = await until("a small log passes", () => api.post<ImportReport>(path, log, plain).catch(() => false));
  expect(small).toMatchObject({ status: 202, body: { status: "DONE", lines: 50, rejected: 0 } });
  const before = await until("the large log is read", () => read(api, id));
  expect(before).toMatchObject({ status: "RUNNING", finishedAt: null });
  await serving.kill();
  serving = await launch();
  api = organisation.at(serving.url);
  const done = await until(
    "the import is complete",
    async () => {
      const found = await read(api, id);
      return found !== undefined && found.finishedAt !== null && found;
    },
    { timeoutMs: 600_000 },
  );
  const figures = { lines: 1_000_000, accepted: 1_000_000, counted: 300_000, duplicates: 0, rejected: 0 };
  expect(done).toMatchObject({ status: "DONE", progressPercent: 100, ...figures });
  expect(before.counted).toBeGreaterThan(0);
  await until("the file is removed", async () => !(await storedLogs()).includes(id));
});

test("slow or interrupted uploads leave no connection, import or file, and an accepted log is complete", async ({
  organisation,
  launch,
}) => {
  test.setTimeout(300_000);
  const serving = await launch();
  const api = organisation.at(serving.url);
  const body = Buffer.from(millionLines());
  const { port } = new URL(serving.url);
  const files = async () => (await readdir(`/proc/${serving.pid}/fd`)).length;
  const before = await files();

  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Authorization: Bearer ${organisation.apiKey.key}`,
    "Content-Type: text/plain",
    `Content-Length: ${body.length}`,
    "",
    "",
  ].join("\r\n");
  const open = async (bytes: number) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined).resume();
    await once(socket, "connect");
    socket.write(head);
    socket.write(body.subarray(0, bytes));
    return socket;
  };
  const temporary = async () =>
    (await readdir("/tmp")).filter((name) => name.startsWith(`governance-evidence-${serving.pid}-`)).length;
  const broken = await Promise.all(Array.from({ length: 4 }, () => open(6 * 1024 * 1024)));
  await until("the logs are being stored", async () => (await temporary()) === broken.length);
  expect(await api.post(path, body, plain)).toMatchObject({ status: 503, body: { error: "unavailable" } });
  for (const socket of broken) socket.destroy();
  await until("the parts are removed", async () => (await temporary()) === 0);

  // Ten bytes per second, until the service closes the connections.
  const slow = await Promise.all([open(0), open(6 * 1024 * 1024)]);
  const drip = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write("0123456789");
  }, 1_000);
  const small = await api.post<ImportReport>(path, squidLog([{ host: "api.cohere.com", calls: 50 }]), plain);
  expect(small).toMatchObject({ status: 202, body: { status: "DONE", accepted: 50 } });
  await Promise.all(slow.map((socket) => once(socket, "close")));
  clearInterval(drip);
  await until("nothing is left", async () => (await temporary()) === 0 && (await files()) <= before + 10);

  const { body: imports } = await api.get<{ data: LogImport[] }>("/v1/sensors/imports");
  expect(imports.data.map(({ id }) => id)).toEqual([small.body.importId]);
  expect(await storedLogs()).toEqual([]);
});
