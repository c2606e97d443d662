import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pythonWith, pythonWithCryptography } from "@/tools/testing/python";
import { command } from "../support/evidence";
import { onlyInFullRun } from "../support/scope";
import { expect, test } from "./fixtures";

const folder = join(import.meta.dirname, "../../clients/python");

test(
  "the examples of the Python client's README work with the built package",
  onlyInFullRun,
  async ({ organisation, application }) => {
    const readme = await readFile(join(folder, "README.md"), "utf8");
    const program = [...readme.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code = ""]) => code).join("\n");
    // Building writes into the folder.
    const copy = test.info().outputPath("python");
    await cp(folder, copy, { recursive: true });
    const built = join(copy, "built");
    const build = `import os; os.chdir(${JSON.stringify(copy)}); from setuptools import setup; setup()`;
    const building = await command(pythonWith("setuptools") ?? "", ["-c", build, "build", "--build-lib", built]);
    expect(building.status, building.out).toBe(0);
    expect(await readFile(join(built, "governance_audit/py.typed"), "utf8")).toBe("");

    const python = pythonWithCryptography();
    const { status, out } = await command(python ?? "python3", ["-W", "error", "-c", program], {
      GOVERNANCE_URL: application.url,
      GOVERNANCE_API_KEY: organisation.apiKey.key,
      PYTHONPATH: built,
    });
    expect(status, out).toBe(0);
    const lines = out.split("\n");
    // The event, and the proof that the signed state of the chain contains it.
    expect(lines).toEqual(expect.arrayContaining(["True []", python ? "[] ok" : "[] not_verified"]));
    expect(out).toMatch(/^422 model_not_registered /m);
    // Signatures require the Python package cryptography.
    expect(out).toMatch(python ? /^intact $/m : /^unusable /m);

    const { body } = await organisation.api.get<{ data: { eventType: string; payload: { logger?: string } }[] }>(
      "/v1/audit?limit=100",
    );
    const types = body.data.filter(({ payload }) => payload.logger === "scoring").map(({ eventType }) => eventType);
    expect(types).toEqual(["DEPLOYMENT", "ALERT"]);
    // One appended first, three by asyncio, and one for each decorated call.
    expect(body.data.filter(({ eventType }) => eventType === "INFERENCE")).toHaveLength(6);
  },
);

test("the program of the migration guide copies each record once", async ({ organisation, application }) => {
  const guide = await readFile(join(folder, "../../docs/migration.md"), "utf8");
  const program = guide.match(/^ {3}```python\n(.*?)^ {3}```$/ms)?.[1]?.replaceAll(/^ {3}/gm, "") ?? "";
  const { name } = await organisation.model();
  const records = Array.from({ length: 250 }, (_, id) => ({
    ...{ id, model: name, type: "INFERENCE", time: "2025-03-01T10:00:00+01:00", user: "user-7" },
    details: { confidence: 0.9, earlierId: "overwritten" },
  }));
  const log = test.info().outputPath("earlier-log.jsonl");
  const migrate = async () => {
    await writeFile(log, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    return command("python3", ["-W", "error", "-c", program, log], {
      GOVERNANCE_URL: application.url,
      GOVERNANCE_API_KEY: organisation.apiKey.key,
      PYTHONPATH: folder,
    });
  };
  // An invalid record stops the program. After its correction, the earlier batch is not appended again.
  const [invalid] = records.slice(150);
  if (invalid) invalid.time = "2025-03-01";
  const failed = await migrate();
  expect(failed.status).toBe(1);
  expect(failed.out).toMatch(/^100 of 250 events\n.*events\[50\]\.timestamp/s);
  if (invalid) invalid.time = "2025-03-01T10:00:00Z";
  for (const _run of [1, 2]) {
    const { status, out } = await migrate();
    expect(status, out).toBe(0);
    expect(out).toMatch(/^100 of 250 events\n200 of 250 events\n250 of 250 events\n\{'organisationId': /);
  }
  const { body } = await organisation.api.get<{
    data: { actor: unknown; payload: unknown }[];
    pagination: { total: number };
  }>("/v1/audit?tags=migrated&limit=1");
  expect(body.pagination.total).toBe(250);
  expect(body.data).toMatchObject([
    { actor: { type: "USER", id: "user-7" }, payload: { confidence: 0.9, earlierId: 249 } },
  ]);
});
