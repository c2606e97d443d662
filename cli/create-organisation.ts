import { initialiseNewSigner, sealBaseline } from "@/lib/domains/audit-chain";
import { createOrganisation } from "@/lib/domains/organisations";
import { CreateOrganisation } from "@/lib/domains/organisations/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import { tiers } from "@/lib/platform/core/tiers";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand } from "./support/command";
import { parseInput, requireFlag } from "./support/input";

const usage = `Usage: npm run organisations:create -- --name <name> --tier <tier> [--owner-email <address>]
           [--evidence-retention-days <days>] [--sandbox]

Creates an organisation with its audit chain and its system model, and prints its ID.

  --name <name>                     Name of the organisation.
  --tier <tier>                     Tier: ${tiers.join(", ")}.
  --owner-email <address>           E-mail address for notifications to the account owner, for example about a
                                    failing webhook endpoint. Without it, no notifications are sent.
  --evidence-retention-days <days>  How long evidence packages are kept after generation, 1 to 36500. Default: 365.
  --sandbox                         Create a sandbox. Its keys contain "test", and its webhook events have livemode false.
  --help                            Show this help.

Next: create an API key with npm run keys:create -- --organisation <id>, or a member with npm run members:create.`;

export const command = defineCommand({
  usage,
  flags: {
    name: "string",
    tier: "string",
    "owner-email": "string",
    "evidence-retention-days": "string",
    sandbox: "boolean",
  },
  async run(flags, { out, program }) {
    const input = parseInput(CreateOrganisation, {
      name: requireFlag("--name", flags.name),
      tier: requireFlag("--tier", flags.tier),
      livemode: flags.sandbox !== true,
      ownerEmail: flags["owner-email"],
      evidenceRetentionDays: wholeNumber(flags["evidence-retention-days"]),
    });
    await withServiceDatabase(program, async () => {
      // The first organisation of an installation may be created before the service has ever run.
      await initialiseNewSigner(systemClock);
      const { id } = await createOrganisation(input, systemClock);
      await sealBaseline(id);
      out.write(`${id}\n`);
    });
  },
});

/** Digits as a number. The schema rejects anything else. */
function wholeNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text;
}
