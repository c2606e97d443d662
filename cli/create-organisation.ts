import { initialiseNewSigner, sealBaseline } from "@/lib/domains/audit-chain";
import { createOrganisation } from "@/lib/domains/organisations";
import { CreateOrganisation } from "@/lib/domains/organisations/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import { tiers } from "@/lib/platform/core/tiers";
import { explainMissingTables, openServiceDatabase } from "@/server/database/service-database";
import { parseFlags } from "./support/flags";
import { runProgram } from "./support/program";

const usage = `Usage: npm run organisations:create -- --name <name> --tier <tier> [--owner-email <address>]
           [--evidence-retention-days <days>] [--sandbox]

Creates an organisation with its chain and its system model, and prints its id.

  --name <name>            What it is called.
  --tier <tier>            ${tiers.join(", ")}.
  --owner-email <address>  Who is told when something needs the account's owner: a webhook endpoint that fails, for
                           instance. Without it nobody is told.
  --evidence-retention-days <days>
                           How long evidence packages are kept after their generation, 1 to 36500. Without it 365.
  --sandbox                A sandbox: its keys say test, its webhooks livemode false.
  --help                   This text.

npm run keys:create -- --org <id> then makes its first API key.`;

runProgram(async (program) => {
  const flags = parseFlags(process.argv.slice(2), {
    name: "string",
    tier: "string",
    "owner-email": "string",
    "evidence-retention-days": "string",
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
    evidenceRetentionDays: wholeNumber(flags["evidence-retention-days"]),
  });
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map(({ path, message }) => `--${flagOf(path[0])}: ${message}`).join("\n"));
  }
  const close = await openServiceDatabase(program);
  try {
    // The first organisation of an installation may be created before the service has ever run.
    await initialiseNewSigner(systemClock);
    const { id } = await createOrganisation(parsed.data, systemClock);
    await sealBaseline(id);
    console.log(id);
  } catch (error) {
    throw explainMissingTables(error);
  } finally {
    await close();
  }
});

/** Digits as the number that they are; anything else is for the schema to refuse. */
function wholeNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/** `ownerEmail` as `owner-email`. */
function flagOf(member: unknown): string {
  return String(member).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
