import { changeLimits, toLimits } from "@/lib/domains/organisations";
import { ChangeLimits } from "@/lib/domains/organisations/schemas";
import { tiers } from "@/lib/platform/core/tiers";
import { type RateClass, rateClasses } from "@/lib/platform/rate-limits";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand } from "./support/command";
import { UsageError } from "./support/errors";
import { commandContext, parseInput, requireOrganisation } from "./support/input";

const classes = Object.keys(rateClasses) as RateClass[];

const usage = `Usage: npm run organisations:limits -- --organisation <id> [--tier <tier>] [--limit <class>=<number> …]

Changes the tier and the rate limits of an organisation, records the change on its audit chain, and prints the limits.
Without --tier and --limit, prints the current limits. Without --organisation, lists the organisations.

  --organisation <id>        The organisation.
  --tier <tier>              Tier: ${tiers.join(", ")}.
  --limit <class>=<number>   Requests per minute of an endpoint class, 1 to 1000000000, or "tier" for the limit of the
                             tier. Can be given more than once. Events of a batch count individually.
  --help                     Show this help.

Processes apply the new limits within five seconds.`;

export const command = defineCommand({
  usage,
  flags: { organisation: "string", tier: "string", limit: "strings" },
  async run({ organisation: id, tier, limit = [] }, { out, program }) {
    const input = parseInput(ChangeLimits, { tier, limits: Object.fromEntries(limit.map(readLimit)) });
    await withServiceDatabase(program, async () => {
      const organisation = await requireOrganisation(id);
      const isChange = tier !== undefined || limit.length > 0;
      const after = isChange
        ? await changeLimits(commandContext(organisation, "organisations:limits"), input)
        : organisation;
      out.write(`${after.id}  ${after.name}, ${after.tier}\n`);
      for (const { endpointClass: name, limit: current, tierLimit } of toLimits(after).limits) {
        const note = after.rateLimitOverrides[name] === undefined ? "" : `  (tier: ${tierLimit})`;
        out.write(`${name.padEnd(24)}${current}${note}\n`);
      }
    });
  },
});

function readLimit(text: string): [RateClass, number | null] {
  const [, name = "", value = ""] = /^(.+?)=(tier|[1-9]\d{0,9})$/.exec(text) ?? [];
  const known = classes.find((one) => one === name);
  if (value === "") throw new UsageError(`--limit must look like audit.write=50000 or audit.write=tier, not ${text}.`);
  if (!known) throw new UsageError(`--limit: unknown endpoint class "${name}". Use ${classes.join(", ")}.`);
  return [known, value === "tier" ? null : Number(value)];
}
