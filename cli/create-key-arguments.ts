import { CreateApiKey } from "@/lib/domains/api-keys/schemas";
import { scopes } from "@/lib/platform/core/roles";
import { parseFlags } from "./support/flags";

export const usage = `Usage: npm run keys:create -- --org <id> (--scopes <a,b> | --all-scopes) [--name <name>] [--expires <time>]

Creates an API key and prints it, once: only a hash of it is stored. Without --org: lists the organisations.

  --org <id>         The organisation that the key is for.
  --scopes <a,b>     What the key may do, of:
                     ${scopes.slice(0, 7).join(", ")},
                     ${scopes.slice(7).join(", ")}.
  --all-scopes       All of these.
  --name <name>      Who or what uses the key. Default: "Command line".
  --expires <time>   When it stops working, for example 2027-01-31T00:00:00Z. Default: never.
  --help             This text.

The key goes to standard output and everything else to standard error: KEY=$(npm run --silent keys:create -- …)
The database is the one of DATABASE_URL, or the embedded one of DATA_DIR (default .data), also while it is in use.`;

export type CreateKeyArguments =
  | { task: "help" }
  | { task: "list organisations" }
  | { task: "create"; organisationId: string; input: CreateApiKey };

const flagOfField: Record<string, string> = { name: "--name", scopes: "--scopes", expiresAt: "--expires" };

/** What the command line asks for. Throws an Error with a sentence that names the flag that is wrong. */
export function parseArguments(argv: string[], nowMs: number): CreateKeyArguments {
  const flags = parseFlags(argv, {
    org: "string",
    scopes: "string",
    "all-scopes": "boolean",
    name: "string",
    expires: "string",
    help: "boolean",
  });
  if (flags.help) return { task: "help" };
  if (flags.org === undefined) return { task: "list organisations" };
  const parsed = CreateApiKey.safeParse({
    name: flags.name ?? "Command line",
    scopes: requestedScopes(flags.scopes, flags["all-scopes"] ?? false),
    expiresAt: flags.expires,
  });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${flagOfField[String(path[0])]}: ${message}`);
    throw new Error(problems.join("\n"));
  }
  const { expiresAt } = parsed.data;
  if (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs) throw new Error("--expires: must be in the future");
  return { task: "create", organisationId: flags.org, input: parsed.data };
}

function requestedScopes(list: string | undefined, all: boolean): readonly string[] {
  if (list !== undefined && all) throw new Error("Give --scopes or --all-scopes, not both.");
  if (all) return scopes;
  if (list === undefined) throw new Error(`Give --scopes, of ${scopes.join(", ")}; or --all-scopes.`);
  const named = list.split(",").map((scope) => scope.trim());
  const unknown = named.find((scope) => !scopes.some((known) => known === scope));
  if (unknown !== undefined) throw new Error(`--scopes: there is no scope "${unknown}". Use ${scopes.join(", ")}.`);
  return named;
}
