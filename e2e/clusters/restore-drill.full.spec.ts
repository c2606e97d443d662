import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { AppendedEvent } from "@/lib/domains/audit-chain/schemas";
import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import {
  type Credentials,
  connectionUrl,
  createRolesAndDatabase,
  databaseName,
  withDatabase,
} from "@/server/database/embedded/databases";
import { prepareDatabase } from "@/server/database/prepare";
import { test as base, expect } from "../processes/fixtures";
import type { Api } from "../support/api";
import { startApplication } from "../support/application";
import { pointAtDatabase } from "../support/environment";
import { command } from "../support/evidence";
import { runScript } from "../support/script";
import { type SystemPostgres, startSystemPostgres } from "../support/system-postgres";
import { verifyChain } from "../support/verification";

const credentials: Credentials = { superuser: "", owner: "owner", application: "application" };

interface WorkerFixtures {
  postgres: SystemPostgres;
}

const test = base.extend<object, WorkerFixtures>({
  postgres: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const server = await startSystemPostgres();
      await use(server);
      await server.destroy();
    },
    { scope: "worker" },
  ],

  environment: [
    async ({ postgres: { superuserUrl } }, use) => {
      const urls = await makeDatabase(superuserUrl);
      await prepareDatabase(urls.ownerUrl);
      const serverSecret = randomBytes(32).toString("base64");
      pointAtDatabase(urls.applicationUrl, serverSecret);
      await use({ url: "", ...urls, superuserUrl, serverSecret });
    },
    { scope: "worker" },
  ],
});

async function makeDatabase(superuserUrl: string): Promise<{ ownerUrl: string; applicationUrl: string }> {
  await createRolesAndDatabase(superuserUrl, credentials);
  const port = Number(new URL(superuserUrl).port);
  const urlOf = (role: "owner" | "application") => connectionUrl(role, credentials, port, databaseName);
  return { ownerUrl: urlOf("owner"), applicationUrl: urlOf("application") };
}

async function append(api: Api, modelId: string, count: number): Promise<AppendedEvent[]> {
  const events = Array.from({ length: count }, (_, n) => ({ modelId, eventType: "INFERENCE", payload: { n } }));
  return (await api.post<{ results: AppendedEvent[] }>("/v1/audit/batch", { events })).body.results;
}

test("a dumped, destroyed and restored chain verifies against saved checkpoints and accepts new events", async ({
  environment,
  launch,
  organisation,
  postgres,
}, info) => {
  const before = await launch();
  const api = organisation.at(before.url);
  const { id: modelId } = await organisation.model();
  const written = await append(api, modelId, 200);
  const kept = [written.at(-1)?.receipt, (await api.get<Checkpoint>("/v1/audit/checkpoint")).body];
  const programs = { PATH: `${postgres.programs}:${process.env.PATH}` };
  const dump = info.outputPath("backup.dump");
  const dumped = await command("pg_dump", ["--format=custom", `--file=${dump}`, environment.ownerUrl], programs);
  expect(dumped).toMatchObject({ status: 0 });
  const [lost] = await append(api, modelId, 1);
  await before.stop();
  await postgres.destroy();

  const keptFile = info.outputPath("kept.json");
  await writeFile(keptFile, JSON.stringify(kept));
  const lostFile = info.outputPath("lost.json");
  await writeFile(lostFile, JSON.stringify(lost?.receipt));
  const after = await startSystemPostgres();
  try {
    const urls = await makeDatabase(after.superuserUrl);
    const drill = (...flags: string[]) =>
      runScript("restore:drill", ["--into", after.superuserUrl, "--dump", dump, ...flags], {
        environment,
        directory: info.outputDir,
        env: programs,
      });
    const whole = await drill("--expect-head", keptFile);
    expect(whole).toMatchObject({ status: 0, out: expect.stringContaining("The backup is intact") });
    const older = await drill("--expect-head", lostFile);
    expect(older).toMatchObject({ status: 1, out: expect.stringContaining("its verification has findings") });

    const into = withDatabase(after.superuserUrl, databaseName);
    expect(await command("pg_restore", ["--exit-on-error", `--dbname=${into}`, dump], programs)).toMatchObject({
      status: 0,
    });
    const { serverSecret } = environment;
    const restored = await startApplication({ databaseUrl: urls.applicationUrl, serverSecret });
    try {
      const again = organisation.at(restored.url);
      const [next] = await append(again, modelId, 1);
      expect(next?.chainPosition).toBe(lost?.chainPosition);
      expect(next?.receipt.blockHash).not.toBe(lost?.receipt.blockHash);
      expect(await verifyChain(again, { expectedHead: kept[0] })).toMatchObject({
        status: "ok",
        verdicts: { content: "ok", linkage: "ok", completeness: "ok", checkpoints: "ok", anchor: "ok" },
      });
      expect(await verifyChain(again, { expectedHead: lost?.receipt })).toMatchObject({ status: "failed" });
    } finally {
      await restored.kill();
    }
  } finally {
    await after.destroy();
  }
});

test("a drill that cannot run explains why", async ({ environment }, info) => {
  const run = (argv: string[]) => runScript("restore:drill", argv, { environment, directory: info.outputDir });
  const into = "postgresql://postgres@127.0.0.1:1/postgres";
  for (const [argv, words] of [
    [[], "--into is required"],
    [["--into", "nowhere"], "--into must look like"],
    [["--into", into, "--dump", "no-such.dump"], "no-such.dump does not exist"],
    [["--into", into, "--dump", "package.json"], "ECONNREFUSED"],
  ] as const) {
    expect(await run([...argv])).toMatchObject({ status: 2, err: expect.stringContaining(words) });
  }
});
