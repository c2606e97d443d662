import { InviteMember } from "@/lib/domains/members/schemas";
import { roles } from "@/lib/platform/core/roles";
import { parseFlags } from "./support/flags";

export const usage = `Usage: npm run members:create -- --organisation <id> --email <address> --name <name> --role <role>
           [--access-expires <time>] [--password-stdin]

Makes somebody a member of an organisation, for the dashboard: the first administrator, for instance. Without
--password-stdin it prints the link of an invitation, which is also mailed: it works once, for seven days.
Without --organisation: lists the organisations.

  --organisation <id>      The organisation that they belong to.
  --email <address>        What they sign in with. An address belongs to one member in one organisation.
  --name <name>            What they are called.
  --role <role>            ${roles.join(", ")}.
  --access-expires <time>  When their access ends, for example 2027-01-31T00:00:00Z. Default: never.
  --password-stdin         Takes their password from standard input and lets them in at once.
  --help                   This text.

The link goes to standard output and everything else to standard error.
The database is the one of DATABASE_URL, or the embedded one of DATA_DIR (default .data), also while it is in use.`;

export type CreateMemberArguments =
  | { task: "help" }
  | { task: "list organisations" }
  | { task: "create"; organisationId: string; input: InviteMember; hasPassword: boolean };

const flagOfField: Record<string, string> = {
  email: "--email",
  name: "--name",
  role: "--role",
  accessExpiresAt: "--access-expires",
};

/** What the command line asks for. Throws an Error with a sentence that names the flag that is wrong. */
export function parseArguments(argv: string[], nowMs: number): CreateMemberArguments {
  const flags = parseFlags(argv, {
    organisation: "string",
    email: "string",
    name: "string",
    role: "string",
    "access-expires": "string",
    "password-stdin": "boolean",
    help: "boolean",
  });
  if (flags.help) return { task: "help" };
  if (flags.organisation === undefined) return { task: "list organisations" };
  const parsed = InviteMember.safeParse({
    email: required("--email", flags.email),
    name: required("--name", flags.name),
    role: required("--role", flags.role),
    accessExpiresAt: flags["access-expires"],
  });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${flagOfField[String(path[0])]}: ${message}`);
    throw new Error(problems.join("\n"));
  }
  const end = parsed.data.accessExpiresAt;
  if (typeof end === "string" && Date.parse(end) <= nowMs) throw new Error("--access-expires: must be in the future");
  return {
    task: "create",
    organisationId: flags.organisation,
    input: parsed.data,
    hasPassword: flags["password-stdin"] ?? false,
  };
}

function required(flag: string, value: string | undefined): string {
  if (value === undefined) throw new Error(`${flag} is missing. See --help.`);
  return value;
}
