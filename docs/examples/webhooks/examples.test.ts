import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { writeEnvelope } from "@/lib/domains/webhooks/publish";
import { webhookEventTypes } from "@/lib/domains/webhooks/schemas";
import { exampleData } from "@/lib/domains/webhooks/schemas-events";
import { attemptErrors } from "@/lib/platform/outgoing/outcome";
import { signatureHeaders } from "@/lib/platform/outgoing/signature";
import { pythonPath } from "@/tools/testing/python";

const here = import.meta.dirname;
const document = readFileSync(join(here, "../../webhooks.md"), "utf8");
const scratch = mkdtempSync(join(tmpdir(), "webhook-examples-"));
const goProgram = join(scratch, "verify");

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A receiver's check: a command that reads `{ secret, headers, body }` and exits with 0 if the request is genuine. */
interface Receiver {
  name: string;
  folder: string;
  command: [string, ...string[]];
  /** A command that succeeds if the machine has the language. */
  prepare: [string, ...string[]];
}

const receivers: Receiver[] = [
  ...["by-hand", "stripe", "standardwebhooks"].map(
    (name): Receiver => ({
      name: `node/${name}.mjs`,
      folder: "node",
      command: [process.execPath, "check.mjs", `./${name}.mjs`],
      prepare: [process.execPath, "--version"],
    }),
  ),
  {
    name: "python/by_hand.py",
    folder: "python",
    command: [pythonPath(), "check.py", "by_hand"],
    prepare: [pythonPath(), "--version"],
  },
  {
    name: "python/with_standardwebhooks.py",
    folder: "python",
    command: [pythonPath(), "check.py", "with_standardwebhooks"],
    prepare: [pythonPath(), "-c", "import standardwebhooks"],
  },
  { name: "go/verify.go", folder: "go", command: [goProgram], prepare: ["go", "build", "-o", goProgram, "."] },
];

const isThere = ({ folder, prepare: [command, ...rest] }: Receiver) =>
  spawnSync(command, rest, { cwd: join(here, folder), stdio: "ignore" }).status === 0;

const present = receivers.filter(isThere);
for (const { name } of receivers.filter((receiver) => !present.includes(receiver))) {
  process.stderr.write(`docs/examples/webhooks/${name} was not run: its language or package is not installed\n`);
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

const secret = newSecret();
const oldSecret = newSecret();
const id = "we_01kahbc2g8m9n4q6r1s7t3v5wx";
const organisation = { id: "org_01kahbc2g8m9n4q6r1s7t3v5wx", livemode: true };
const body = writeEnvelope(id, organisation, {
  type: "model.registered",
  data: { ...exampleData("model.registered"), name: "Bonität – 信用" },
  occurredAtMs: Date.now(),
});

/** A delivery as the service sends it, with header names in lower case, as receivers get them. */
function delivery(given: { secrets?: string[]; ageSeconds?: number; body?: string } = {}) {
  const { secrets = [secret], ageSeconds = 0 } = given;
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  const headers = signatureHeaders(secrets, { id, timestamp, body });
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { secret, headers: Object.fromEntries(lower) as Record<string, string>, body: given.body ?? body };
}

function check({ folder, command: [command, ...rest] }: Receiver, request: object) {
  const input = JSON.stringify(request);
  return spawnSync(command, rest, { cwd: join(here, folder), input, encoding: "utf8" });
}

const changed = body.replace('"2026.1"', '"2026.2"');

const accepted: [string, () => object][] = [
  ["a good signature", () => delivery()],
  ["a signature made 290 seconds ago", () => delivery({ ageSeconds: 290 })],
  ["two signatures during a rotation, with the new secret", () => delivery({ secrets: [secret, oldSecret] })],
  [
    "two signatures during a rotation, with the old secret",
    () => ({ ...delivery({ secrets: [secret, oldSecret] }), secret: oldSecret }),
  ],
];

const refused: [string, () => object][] = [
  ["one byte of the body changed", () => delivery({ body: changed })],
  ["a byte added to the body", () => delivery({ body: `${body} ` })],
  ["a signature with another secret", () => ({ ...delivery(), secret: newSecret() })],
  ["two signatures with other secrets", () => ({ ...delivery({ secrets: [newSecret(), oldSecret] }), secret })],
  ["a signature made 310 seconds ago", () => delivery({ ageSeconds: 310 })],
  ["a signature made in the future", () => delivery({ ageSeconds: -310 })],
  ["a new timestamp with an old signature", () => withTime(delivery({ ageSeconds: 3600 }))],
  ["no signature", () => ({ ...delivery(), headers: {} })],
  ["empty signatures", () => ({ ...delivery(), headers: emptied(delivery().headers) })],
];

function withTime(request: ReturnType<typeof delivery>) {
  const now = String(Math.floor(Date.now() / 1000));
  const headers = {
    ...request.headers,
    "x-service-signature": (request.headers["x-service-signature"] ?? "").replace(/t=\d+/, `t=${now}`),
    "webhook-timestamp": now,
  };
  return { ...request, headers };
}

function emptied(headers: Record<string, string>) {
  const timestamp = headers["webhook-timestamp"];
  return { ...headers, "x-service-signature": `t=${timestamp},v1=`, "webhook-signature": "v1," };
}

test.each(present)("$name accepts a genuine request and rejects an unsigned one", (receiver) => {
  expect(check(receiver, delivery()).status).toBe(0);
  const { headers, ...unsigned } = delivery();
  expect(check(receiver, { ...unsigned, headers: {} }).status).toBe(1);
});

describe.each(present)("$name", { tags: "full" }, (receiver) => {
  test.each(accepted)("accepts %s", (_, request) => {
    const { stdout, stderr, status } = check(receiver, request());
    expect({ status, stderr, stdout: stdout.trim() }).toEqual({ status: 0, stderr: "", stdout: id });
  });

  test.each(refused)("rejects %s", (_, request) => {
    const { stdout, stderr, status } = check(receiver, request());
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).not.toMatch(/SyntaxError|Traceback|Cannot find/);
  });
});

test("runs at least the examples for Node", () => {
  expect(present.map(({ folder }) => folder).filter((folder) => folder === "node")).toHaveLength(3);
});

describe("node/receiver.mjs", () => {
  let receiver: ChildProcess;
  let output = "";
  let url = "";

  beforeAll(async () => {
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: "0" };
    receiver = spawn(process.execPath, ["receiver.mjs"], { cwd: join(here, "node"), env, stdio: "pipe" });
    receiver.stdout?.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    const port = await vi.waitUntil(() => /port (\d+)/.exec(output)?.[1], { timeout: 10_000 });
    url = `http://127.0.0.1:${port}/`;
    output = "";
  });

  afterEach(() => {
    output = "";
  });

  afterAll(async () => {
    const ended = receiver.stderr ? text(receiver.stderr) : "";
    receiver.kill();
    expect(await ended).toBe("");
  });

  const send = (request: ReturnType<typeof delivery>) =>
    fetch(url, { method: "POST", headers: request.headers, body: request.body });

  test("processes a repeated request once and returns 200 for both", async () => {
    for (const ageSeconds of [0, 60]) expect((await send(delivery({ ageSeconds }))).status).toBe(200);
    const next = body.replace(id, "we_next");
    const headers = signatureHeaders([secret], { id: "we_next", timestamp: Math.floor(Date.now() / 1000), body: next });
    expect((await fetch(url, { method: "POST", headers, body: next })).status).toBe(200);
    await vi.waitUntil(() => output.includes("we_next"));
    expect(output.match(/^\S+ model\.registered \{"id":"mdl_/gm)?.map((line) => line.split(" ")[0])).toEqual([
      id,
      "we_next",
    ]);
  });

  test.each(refused)("returns 400 for %s and processes nothing", async (_, request) => {
    const { secret: own, ...sent } = request() as ReturnType<typeof delivery>;
    const signed = own === secret ? sent : delivery({ secrets: [newSecret()] });
    expect((await send({ ...signed, secret })).status).toBe(400);
    expect(output).toBe("");
  });
});

describe("docs/webhooks.md", () => {
  const shown = [...document.matchAll(/^<!-- (docs\/examples\/webhooks\/\S+) -->\n```\w+\n(.*?)^```$/gms)];

  test("shows every example", () => {
    const files = readdirSync(here, { recursive: true, encoding: "utf8" })
      .map((file) => `docs/examples/webhooks/${file.replaceAll("\\", "/")}`)
      .filter((file) => /\.(mjs|py|go)$/.test(file) && !/\/(check\.|main\.)/.test(file));
    expect(shown.map(([, file]) => file).sort()).toEqual(files.sort());
  });

  test.each(shown.map(([, file = "", block = ""]) => [file, block]))("shows %s unchanged", (file, block) => {
    expect(block).toBe(readFileSync(join(here, "../../..", file), "utf8"));
  });

  test("lists every event type and every reason for a failed attempt", () => {
    for (const word of [...webhookEventTypes, ...attemptErrors]) expect(document).toContain(`\`${word}\``);
  });
});
