import { systemClock } from "@/lib/clock";
import { createOrganisation } from "@/lib/organisations";
import { CreateOrganisation } from "@/lib/organisations/schemas";
import { tiers } from "@/lib/tiers";
import { parseFlags } from "./cli/flags";
import { runProgram } from "./cli/program";
import { explainMissingTables, openServiceDatabase } from "./database/service-database";

const usage = `Usage: npm run organisations:create -- --name <name> --tier <tier> [--owner-email <address>] [--sandbox]

Creates an organisation with its chain and its system model, and prints its id.

  --name <name>            What it is called.
  --tier <tier>            ${tiers.join(", ")}.
  --owner-email <address>  Who is told when something needs the account's owner: a webhook endpoint that fails, for
                           instance. Without it nobody is told.
  --sandbox                A sandbox: its keys say test, its webhooks livemode false.
  --help                   This text.

npm run keys:create -- --org <id> then makes its first API key.`;

runProgram(async (program) => {
  const flags = parseFlags(process.argv.slice(2), {
    name: "string",
    tier: "string",
    "owner-email": "string",
    sandbox: "boolean",
    help: "boolean",
  });
  if (flags.help) {
    console.log(usage);
    return;
  }
  const parsed = CreateOrganisation.safeParse({
    name: flags.name,
    tier: flags.tier,
    livemode: flags.sandbox !== true,
    ownerEmail: flags["owner-email"],
  });
  if (!parsed.success) {
    const flagOf = (member: unknown) => (member === "ownerEmail" ? "owner-email" : String(member));
    throw new Error(parsed.error.issues.map(({ path, message }) => `--${flagOf(path[0])}: ${message}`).join("\n"));
  }
  const close = await openServiceDatabase(program);
  try {
    const { id } = await createOrganisation(parsed.data, systemClock);
    console.log(id);
  } catch (error) {
    throw explainMissingTables(error);
  } finally {
    await close();
  }
});
