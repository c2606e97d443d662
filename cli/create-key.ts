import { createApiKey } from "@/lib/domains/api-keys";
import type { CreateApiKey } from "@/lib/domains/api-keys/schemas";
import { findOrganisation, listOrganisations } from "@/lib/domains/organisations";
import { systemClock } from "@/lib/platform/core/clock";
import { newId } from "@/lib/platform/core/ids";
import { explainMissingTables, openServiceDatabase } from "@/server/database/service-database";
import { parseArguments, usage } from "./create-key-arguments";
import { runProgram } from "./support/program";

const organisationsShown = 50;

runProgram(async (program) => {
  const given = parseArguments(process.argv.slice(2), systemClock.now());
  if (given.task === "help") {
    console.log(usage);
    return;
  }
  const close = await openServiceDatabase(program);
  try {
    if (given.task === "list organisations") throw new Error(await chooseOrganisation("--org is missing."));
    await createKey(given.organisationId, given.input);
  } catch (error) {
    throw explainMissingTables(error);
  } finally {
    await close();
  }
});

async function createKey(organisationId: string, input: CreateApiKey): Promise<void> {
  const organisation = await findOrganisation(organisationId);
  if (!organisation) throw new Error(await chooseOrganisation(`--org: there is no organisation ${organisationId}.`));
  const created = await createApiKey(
    {
      organisation,
      actor: { kind: "system", id: "keys:create" },
      scopes: new Set(),
      clock: systemClock,
      requestId: newId("request"),
    },
    input,
  );
  const expiry = created.expiresAt === null ? "It does not expire." : `It expires at ${created.expiresAt}.`;
  console.error(`API key ${created.id}, "${created.name}", of ${organisation.name} (${organisation.id}). ${expiry}`);
  console.error("Store it now: it is not shown again. Send it as Authorization: Bearer <key>.");
  console.log(created.key);
}

/** A problem with --org and what it may be. */
async function chooseOrganisation(problem: string): Promise<string> {
  const known = await listOrganisations(organisationsShown);
  if (known.length === 0) return `${problem} There is no organisation in this database yet.`;
  const lines = known.map((one) => `  ${one.id}  ${one.name} (${one.tier}, ${one.livemode ? "live" : "sandbox"})`);
  return `${problem} Choose one of:\n${lines.join("\n")}`;
}
