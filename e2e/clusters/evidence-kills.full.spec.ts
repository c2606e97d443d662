import { readdir } from "node:fs/promises";
import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import type { TestDatabase } from "../fixtures";
import { dataDirectory } from "../support/application";
import { download, finished, history, request, sha256 } from "../support/evidence";
import { until } from "../support/until";
import { expect, test } from "./webhook-fixtures";

// One process at a time: the next one must find the work of the previous one.
test.use({ isStarted: false });

/** The steps as recorded in the row. The last one is READY. */
const moments = ["collect", "verify", "render", "sign", "store", "publish", "READY"] as const;

type Moment = (typeof moments)[number];

/** Documents differ from bundles in two steps only, and take longer to generate. */
const formatAt = (moment: Moment) => (moment === "render" || moment === "sign" ? "PDF" : "JSON");

test("killed in each step of a generation, the service still completes the package, with one file and one notification", async ({
  organisation,
  database,
  receiver,
  listen,
  launch,
}) => {
  test.setTimeout(480_000);
  let serving = await launch();
  const { path } = await listen(organisation, ["evidence.ready"], {}, serving.url);
  const { id: modelId } = await organisation.model();
  await organisation.at(serving.url).post("/v1/audit/batch", { events: history(modelId) });

  const packages: string[] = [];
  const names: string[] = [];
  for (const moment of moments) {
    const hold = await holdAt(database, moment);
    const format = formatAt(moment);
    const id = await request(organisation.at(serving.url), { modelId, format });
    packages.push(id);
    names.push(`${id}.${format.toLowerCase()}`);
    await until(`${moment} begins`, hold.isReached, { timeoutMs: 60_000 });
    await serving.kill();
    await hold.release();
    serving = await launch();
    const made = await finished(organisation.at(serving.url), id);
    expect([moment, made.status, made.failureReason]).toEqual([moment, "READY", null]);
    expect(sha256(await download(made.downloadUrl))).toBe(made.packageHash);
  }

  const notifications = () =>
    receiver
      .at(path)
      .map(({ body }) => JSON.parse(body) as { id: string; data: { id: string } })
      .map(({ id, data }) => `${data.id} ${id}`);
  await until(
    "all are notified",
    async () => new Set(notifications().map((one) => one.split(" ")[0])).size === packages.length,
  );
  expect(new Set(notifications()).size).toBe(packages.length);

  const directory = `${dataDirectory}/files/evidence/${organisation.id}`;
  const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  expect(files.map(({ name }) => name).sort()).toEqual(names.sort());
  const { body } = await organisation.at(serving.url).get<{ data: EvidencePackage[] }>("/v1/evidence");
  expect(body.data.map(({ status }) => status)).toEqual(packages.map(() => "READY"));
});

/**
 * Makes the database sleep when the generation of a package reaches a given step, so that the process can be killed in
 * the middle of the transaction that records the step.
 */
async function holdAt({ owner, superuser }: TestDatabase, moment: Moment) {
  const column = moment === "READY" ? "status" : "progress_step";
  const asleep = "FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";
  await owner.query(`
    CREATE OR REPLACE FUNCTION hold_generation() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$;
    CREATE TRIGGER hold_generation AFTER UPDATE ON evidence_packages FOR EACH ROW
      WHEN (NEW.${column} = '${moment}' AND NEW.${column} IS DISTINCT FROM OLD.${column})
      EXECUTE FUNCTION hold_generation()`);
  return {
    isReached: async () => ((await superuser.query(`SELECT ${asleep}`)).rowCount ?? 0) > 0,
    release: async () => {
      await superuser.query(`SELECT pg_terminate_backend(pid) ${asleep}`);
      await owner.query("DROP TRIGGER hold_generation ON evidence_packages");
    },
  };
}
