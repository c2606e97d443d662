import { createApiKey } from "@/lib/domains/api-keys";
import { CreateApiKey } from "@/lib/domains/api-keys/schemas";
import { type Scope, scopes } from "@/lib/platform/core/roles";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand } from "./support/command";
import { UsageError } from "./support/errors";
import { commandContext, parseInput, requireFlag, requireFuture, requireOrganisation } from "./support/input";

const usage = `Usage: npm run keys:create -- --organisation <id> --scopes <a,b> [--name <name>] [--expires-at <time>]

Creates an API key and prints it. You cannot display it again, because only its hash is stored. Without --organisation,
lists the organisations.

  --organisation <id>    Organisation of the key.
  --scopes <a,b>         Scopes of the key, or "all":
                         ${scopes.slice(0, 7).join(", ")},
                         ${scopes.slice(7).join(", ")}.
  --name <name>          Name of the key, for example the program that uses it. Default: "Command line".
  --expires-at <time>    When the key expires, for example 2027-01-31T00:00:00Z, or "never".
                         Default: after the default lifetime that is set for the organisation.
  --help                 Show this help.

The key is written to standard output, and everything else to standard error: KEY=$(npm run --silent keys:create -- …)
The command uses the database in DATABASE_URL, or the embedded database in DATA_DIR (default .data). You can run it while
the service is running.`;

export const command = defineCommand({
  usage,
  flags: { organisation: "string", scopes: "string", name: "string", "expires-at": "string" },
  async run(flags, { out, err, program }) {
    const input = flags.organisation === undefined ? undefined : readInput(flags);
    await withServiceDatabase(program, async () => {
      const organisation = await requireOrganisation(flags.organisation);
      if (!input) return;
      const created = await createApiKey(commandContext(organisation, "keys:create"), input);
      const expiry = created.expiresAt === null ? "It does not expire." : `It expires at ${created.expiresAt}.`;
      err.write(`Created API key ${created.id}, "${created.name}", for ${organisation.name} (${organisation.id}). ${expiry}
Store it now. It will not be shown again. Send it as Authorization: Bearer <key>.\n`);
      out.write(`${created.key}\n`);
    });
  },
});

function readInput(flags: { name?: string; scopes?: string; "expires-at"?: string }): CreateApiKey {
  const input = parseInput(CreateApiKey, {
    name: flags.name ?? "Command line",
    scopes: readScopes(requireFlag("--scopes", flags.scopes)),
    expiresAt: flags["expires-at"] === "never" ? null : flags["expires-at"],
  });
  requireFuture("--expires-at", input.expiresAt);
  return input;
}

function readScopes(list: string): readonly Scope[] {
  if (list === "all") return scopes;
  return list.split(",").map((text) => {
    const scope = scopes.find((known) => known === text.trim());
    if (!scope) throw new UsageError(`--scopes: unknown scope "${text.trim()}". Use all, or ${scopes.join(", ")}.`);
    return scope;
  });
}
