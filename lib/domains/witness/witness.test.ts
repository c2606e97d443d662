import { readFileSync, statSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IndependentTree } from "@/lib/domains/audit-chain/testing/independent-merkle";
import { isConsistent } from "@/lib/domains/witness/add-checkpoint";
import { cosignedAt, type TestLog, testLog } from "@/lib/domains/witness/testing/independent-note";
import {
  endWitnesses,
  startWitness,
  statePath,
  type WitnessProcess,
} from "@/lib/domains/witness/testing/witness-process";
import { everyNth } from "@/lib/platform/core/testing";

/** Two histories with the same first 6 leaves. */
const leaf = (n: number, variant = "") => Buffer.from(`${variant}${n}`.padStart(32));
const honest = new IndependentTree(Array.from({ length: 40 }, (_, i) => leaf(i)));
const forked = new IndependentTree(Array.from({ length: 40 }, (_, i) => leaf(i, i < 6 ? "" : "fork")));
const rootOf = (tree: IndependentTree, size: number) => tree.hash(0, size);

let log: TestLog;
let witness: WitnessProcess;
const path = statePath();
const name = "auditor.example/witness";

/** A request body in the format of the specification. */
function body(old: number, size: number, tree = honest, by = log): string {
  const proof = old > 0 && old < size ? tree.consistency(old, size) : [];
  return `old ${old}\n${proof.map((hash) => `${hash.toString("base64")}\n`).join("")}\n${by.note(size, rootOf(tree, size))}`;
}

const textOf = (size: number, tree = honest) => `${log.origin}\n${size}\n${rootOf(tree, size).toString("base64")}\n`;
const state = () => JSON.parse(readFileSync(path, "utf8"));

beforeAll(async () => {
  log = testLog("governance-audit-service/org_01kawitness0000000000000");
  witness = await startWitness("--state", path, "--name", name, "--log", log.vkey);
});

afterAll(endWitnesses);

describe("a witness in its own process", () => {
  test("stores its key in a private file and prints its verifier key", async () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(witness.vkey).toMatch(/^auditor\.example\/witness\+[0-9a-f]{8}\+/);
    expect(witness.output()).not.toContain("PRIVATE KEY");
    await expect(startWitness("--state", path)).rejects.toThrow(/holds the lock .*witness\.json\.lock/);
  });

  test("cosigns consistent checkpoints with valid cosignatures", async () => {
    for (const [old, size] of [
      [0, 5],
      [5, 5],
      [5, 8],
      [8, 21],
    ] as const) {
      const { status, body: line } = await witness.add(body(old, size));
      expect([old, size, status]).toEqual([old, size, 200]);
      const time = cosignedAt(textOf(size), line, witness.vkey);
      expect(Math.abs((time ?? 0) - Date.now() / 1000)).toBeLessThan(60);
      expect(cosignedAt(textOf(size + 1), line, witness.vkey)).toBeUndefined();
      expect(state().logs[log.origin]).toMatchObject({ size, root: rootOf(honest, size).toString("base64") });
    }
  });

  test.each<[string, () => string, number, string?]>([
    ["a larger fork", () => body(21, 30, forked), 422],
    ["a fork of the same size", () => body(21, 21, forked), 409, "21\n"],
    ["a smaller tree", () => body(20, 20), 409, "21\n"],
    ["a smaller tree with the previous size", () => body(21, 20), 400],
    ["a fork that starts from the beginning", () => body(0, 30, forked), 409, "21\n"],
    ["a previous size that it never cosigned", () => body(22, 30), 409, "21\n"],
    ["a proof that is too short", () => body(21, 30).replace(/\n[^\n]+\n\n/, "\n\n"), 422],
    [
      "a proof with an extra hash",
      () => body(21, 30).replace("\n\n", `\n${Buffer.alloc(32).toString("base64")}\n\n`),
      422,
    ],
    [
      "a proof between equal sizes",
      () => body(21, 21).replace("\n\n", `\n${Buffer.alloc(32).toString("base64")}\n\n`),
      422,
    ],
    ["an unknown log", () => body(0, 5, honest, testLog("example.com/unknown")), 404],
    ["a known origin with an unknown key", () => body(21, 30, honest, testLog(log.origin)), 403],
    [
      "a changed root",
      () => body(21, 30).replace(rootOf(honest, 30).toString("base64"), Buffer.alloc(32).toString("base64")),
      403,
    ],
    ["a body without a previous size", () => body(21, 30).replace("old 21", "21"), 400],
    ["a previous size with a leading zero", () => body(21, 30).replace("old 21", "old 021"), 400],
    ["a proof line that is not a hash", () => body(21, 30).replace("old 21\n", "old 21\nAAAA\n"), 400],
    [
      "more than 63 proof lines",
      () => body(21, 30).replace("old 21\n", `old 21\n${`${Buffer.alloc(32).toString("base64")}\n`.repeat(64)}`),
      400,
    ],
    ["a note without a signature", () => body(21, 30).replace(/\n\u2014.*\n$/, "\n"), 400],
    ["an empty body", () => "", 400],
    ["a body that is too large", () => `${body(21, 30)}${"\n".repeat(70_000)}`, 413],
  ])("rejects %s without changing its state", async (_what, request, status, answer) => {
    const before = readFileSync(path, "utf8");
    const given = await witness.add(request());
    expect(given).toMatchObject({ status, ...(answer !== undefined && { body: answer, type: "text/x.tlog.size" }) });
    expect(given.body).not.toContain("\u2014");
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  test("reports a contradiction with both signed notes as proof", async () => {
    await witness.add(body(21, 30, forked));
    const records = witness
      .output()
      .split("\n")
      .filter((line) => line.includes('"status":422'));
    const { submitted, cosigned } = JSON.parse(records.at(-1) ?? "{}");
    expect([submitted, cosigned]).toEqual([log.note(30, rootOf(forked, 30)), log.note(21, rootOf(honest, 21))]);
  });

  test("accepts only POST requests to one path", async () => {
    expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${witness.url}/`, { method: "POST" })).status).toBe(404);
  });

  test("cosigns only one of several concurrent continuations", async () => {
    const answers = await Promise.all(
      [honest, forked].flatMap((tree) => [witness.add(body(21, 31, tree)), witness.add(body(21, 31, tree))]),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(state().logs[log.origin].root).toBe(rootOf(honest, 31).toString("base64"));
  });

  test("keeps its state after a kill, and accepts a second key of the same log", async () => {
    await witness.kill();
    const second = testLog(log.origin);
    const again = await startWitness("--state", path, "--log", second.vkey);
    expect(again.vkey).toBe(witness.vkey);
    expect(await again.add(body(0, 33))).toMatchObject({ status: 409, body: "31\n" });
    expect(await again.add(body(31, 33, honest, second))).toMatchObject({ status: 200 });
    expect(await again.add(body(33, 35))).toMatchObject({ status: 200 });
    await again.kill();
  });

  test.each(
    everyNth(
      [
        ["a file that is not a state file", "{}"],
        ["a truncated file", "{"],
      ],
      2,
    ),
  )("does not start from %s", async (_what = "", text = "") => {
    const other = statePath();
    writeFileSync(other, text);
    const started = startWitness("--state", other, "--name", name);
    await expect(started).rejects.toThrow(/is not a valid witness state file/);
    expect(readFileSync(other, "utf8")).toBe(text);
  });

  test.each([
    [["--name", "a b"], /must not contain spaces/],
    [[], /Use --name to create a new witness/],
    [["--name", name, "--log", "nothing"], /verifier key must look like/],
  ])("does not start with %j", async (args, message) => {
    await expect(startWitness("--state", statePath(), ...args)).rejects.toThrow(message);
  });
});

test("accepts exactly the valid consistency proof of every pair of sizes", () => {
  const size = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(size, size, fc.nat(), (one, other, at) => {
      const [older, newer] = [Math.min(one, other), Math.max(one, other)];
      const [from, to] = [older, newer].map((n) => ({ size: n, root: rootOf(honest, n) })) as [never, never];
      const proof = older === newer ? [] : honest.consistency(older, newer);
      const changed = proof.map((hash, i) => (i === at % proof.length ? leaf(at, "x") : hash));
      expect(isConsistent(from, to, proof)).toBe(true);
      if (older > 6) expect(isConsistent(from, { size: newer, root: rootOf(forked, newer) }, proof)).toBe(false);
      if (proof.length > 0) expect(isConsistent(from, to, changed)).toBe(false);
    }),
  );
});
