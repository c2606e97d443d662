import { text } from "node:stream/consumers";
import { addMember, inviteWithLink } from "@/lib/domains/members";
import { type InviteMember, type Member, NewPassword } from "@/lib/domains/members/schemas";
import { findOrganisation, listOrganisations } from "@/lib/domains/organisations";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { explainMissingTables, openServiceDatabase } from "@/server/database/service-database";
import { parseArguments, usage } from "./create-member-arguments";
import { runProgram } from "./support/program";

const organisationsShown = 50;

runProgram(async (program) => {
  const given = parseArguments(process.argv.slice(2), systemClock.now());
  if (given.task === "help") {
    console.log(usage);
    return;
  }
  const password = given.task === "create" && given.hasPassword ? await readPassword() : undefined;
  const close = await openServiceDatabase(program);
  try {
    if (given.task === "list organisations") throw new Error(await chooseOrganisation("--organisation is missing."));
    await createMember(given.organisationId, given.input, password);
  } catch (error) {
    throw explainMissingTables(inWords(error));
  } finally {
    await close();
  }
});

async function createMember(organisationId: string, input: InviteMember, password: string | undefined): Promise<void> {
  const organisation = await findOrganisation(organisationId);
  if (!organisation) {
    throw new Error(await chooseOrganisation(`--organisation: there is no organisation ${organisationId}.`));
  }
  const ctx: Context = {
    organisation,
    actor: { kind: "system", id: "members:create" },
    scopes: new Set(),
    clock: systemClock,
    requestId: newId("request"),
  };
  const into = `${organisation.name} (${organisation.id})`;
  if (password !== undefined) {
    const member = await addMember(ctx, input, password);
    console.error(`${shown(member)} is a member of ${into} and can sign in.`);
    return;
  }
  const { member, invitationUrl } = await inviteWithLink(ctx, input);
  console.error(`${shown(member)} is invited to ${into}. The link works once, for seven days:`);
  console.log(invitationUrl);
}

function shown({ id, email, role }: Member): string {
  return `${email} (${id}, ${role})`;
}

/** The first line of standard input. */
async function readPassword(): Promise<string> {
  const [line = ""] = (await text(process.stdin)).split(/\r?\n/);
  const parsed = NewPassword.safeParse(line);
  if (!parsed.success) throw new Error(`--password-stdin: the password ${parsed.error.issues[0]?.message}`);
  return parsed.data;
}

/** What the service refuses, in the words of the command line. */
function inWords(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.code === "conflict") return new Error("--email: this address belongs to a member already.");
  return new Error((error.details ?? []).map(({ path, message }) => `The ${path} ${message}.`).join("\n"));
}

/** A problem with --organisation and what it may be. */
async function chooseOrganisation(problem: string): Promise<string> {
  const known = await listOrganisations(organisationsShown);
  if (known.length === 0) return `${problem} There is no organisation in this database yet.`;
  const lines = known.map((one) => `  ${one.id}  ${one.name} (${one.tier}, ${one.livemode ? "live" : "sandbox"})`);
  return `${problem} Choose one of:\n${lines.join("\n")}`;
}
