import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { addMember, inviteWithLink } from "@/lib/domains/members";
import { InviteMember, type Member, NewPassword } from "@/lib/domains/members/schemas";
import { ServiceError } from "@/lib/platform/core/errors";
import { roles } from "@/lib/platform/core/roles";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand } from "./support/command";
import { UsageError } from "./support/errors";
import { commandContext, parseInput, requireFlag, requireFuture, requireOrganisation } from "./support/input";

const usage = `Usage: npm run members:create -- --organisation <id> --email <address> --name <name> --role <role>
           [--access-expires-at <time>] [--password-stdin]

Adds a member who can sign in to the dashboard, such as the first administrator. Without --password-stdin, the command
invites the member: it sends an invitation link by e-mail and prints it. The link can be used once, within seven days.
Without --organisation, lists the organisations.

  --organisation <id>         Organisation of the member.
  --email <address>           Address that the member signs in with. It must not belong to another member.
  --name <name>               Name of the member.
  --role <role>               Role of the member: ${roles.join(", ")}.
  --access-expires-at <time>  When access ends, for example 2027-01-31T00:00:00Z. Default: never.
  --password-stdin            Read the password from standard input and add the member without an invitation.
  --help                      Show this help.

The link is written to standard output, and everything else to standard error.
The command uses the database in DATABASE_URL, or the embedded database in DATA_DIR (default .data). You can run it while
the service is running.`;

const flags = {
  organisation: "string",
  email: "string",
  name: "string",
  role: "string",
  "access-expires-at": "string",
  "password-stdin": "boolean",
} as const;

export const command = defineCommand({
  usage,
  flags,
  async run(given, { input, out, err, program }) {
    const member = given.organisation === undefined ? undefined : readInput(given);
    const password = member && given["password-stdin"] ? await readPassword(input) : undefined;
    await withServiceDatabase(program, async () => {
      const organisation = await requireOrganisation(given.organisation);
      if (!member) return;
      const ctx = commandContext(organisation, "members:create");
      const name = `${organisation.name} (${organisation.id})`;
      try {
        if (password !== undefined) {
          err.write(`Added ${describeMember(await addMember(ctx, member, password))} to ${name}.\n`);
          return;
        }
        const { member: invited, invitationUrl } = await inviteWithLink(ctx, member);
        err.write(`Invited ${describeMember(invited)} to ${name}. The link can be used once, within seven days:\n`);
        out.write(`${invitationUrl}\n`);
      } catch (error) {
        throw asUsageError(error);
      }
    });
  },
});

function readInput(given: { [K in "email" | "name" | "role" | "access-expires-at"]?: string }): InviteMember {
  const input = parseInput(InviteMember, {
    email: requireFlag("--email", given.email),
    name: requireFlag("--name", given.name),
    role: requireFlag("--role", given.role),
    accessExpiresAt: given["access-expires-at"],
  });
  requireFuture("--access-expires-at", input.accessExpiresAt);
  return input;
}

function describeMember({ id, email, role }: Member): string {
  return `${email} (${id}, ${role})`;
}

/** The first line of standard input. */
async function readPassword(input: Readable): Promise<string> {
  const [line = ""] = (await text(input)).split(/\r?\n/);
  const parsed = NewPassword.safeParse(line);
  if (!parsed.success) throw new UsageError(`--password-stdin: the password ${parsed.error.issues[0]?.message}`);
  return parsed.data;
}

function asUsageError(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.code === "conflict") return new UsageError("--email: this address already belongs to a member.");
  return new UsageError((error.details ?? []).map(({ path, message }) => `The ${path} ${message}.`).join("\n"));
}
