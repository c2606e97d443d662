import { randomInt } from "node:crypto";
import {
  addMember,
  findMemberForSignIn,
  inviteMember,
  setMemberPassword,
  updateMember,
  verifyPassword,
} from "@/lib/domains/members";
import type { InviteMember } from "@/lib/domains/members/schemas";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import { type Clock, systemClock } from "@/lib/platform/core/clock";
import type { Actor, Context } from "@/lib/platform/core/context";
import type { Role } from "@/lib/platform/core/roles";
import { contextOf, demoContext, type Step } from "./timeline";

/** The credentials of a demo member. */
export interface DashboardAccess {
  role: Role;
  email: string;
  password: string;
}

interface Person {
  role: Role;
  email: string;
  name: string;
}

/** The members of a profile. */
export interface DemoMembers {
  /** Active members. */
  active: readonly Person[];
  invited: readonly Person[];
  /** Disabled members. */
  disabled: readonly Person[];
}

/** The duration of an auditor's access. */
const auditorAccessMs = 90 * 24 * 60 * 60_000;

/**
 * Creates the missing active members of an organisation and returns the credentials. Idempotent: known passwords that
 * work are kept, other passwords are replaced, and other changes to the members are kept.
 */
export async function ensureMembers(
  organisation: Organisation,
  { active }: DemoMembers,
  known: readonly DashboardAccess[] = [],
  clock: Clock = systemClock,
): Promise<DashboardAccess[]> {
  const ctx = demoContext(organisation, clock);
  const accesses: DashboardAccess[] = [];
  for (const person of active) {
    const access = await ensureAccess(ctx, person, known.find(({ email }) => email === person.email)?.password);
    if (access) accesses.push(access);
  }
  return accesses;
}

/** Invites the people who are missing. */
export async function ensureInvitations(
  organisation: Organisation,
  { invited }: DemoMembers,
  clock: Clock,
): Promise<void> {
  const ctx = demoContext(organisation, clock);
  for (const person of invited) {
    if (!(await findMemberForSignIn(person.email))) await inviteMember(ctx, invitationOf(person));
  }
}

/** Creates the missing members who have left, and disables them. */
export async function ensureFormerMembers(
  organisation: Organisation,
  { disabled }: DemoMembers,
  clock: Clock,
): Promise<void> {
  const ctx = demoContext(organisation, clock);
  for (const person of disabled) {
    if (await findMemberForSignIn(person.email)) continue;
    const { id } = await addMember(ctx, invitationOf(person), generatePassword());
    await updateMember(ctx, id, { disabled: true });
  }
}

/** Undefined if the address belongs to a member of another organisation. */
async function ensureAccess(
  ctx: Context,
  person: Person,
  knownPassword: string | undefined,
): Promise<DashboardAccess | undefined> {
  const { email } = person;
  const member = await findMemberForSignIn(email);
  if (!member) {
    const password = generatePassword();
    const { role } = await addMember(ctx, invitationOf(person), password);
    return { role, email, password };
  }
  if (member.organisationId !== ctx.organisation.id) return undefined;
  const { id, role, passwordHash, state } = member;
  if (state === "EXPIRED") await updateMember(ctx, id, { accessExpiresAt: auditorAccessEnd() });
  if (knownPassword !== undefined && (await verifyPassword(passwordHash, knownPassword))) {
    return { role, email, password: knownPassword };
  }
  const password = generatePassword();
  await setMemberPassword(ctx, id, password);
  return { role, email, password };
}

function invitationOf(person: Person): InviteMember {
  return person.role === "AUDITOR" ? { ...person, accessExpiresAt: auditorAccessEnd() } : person;
}

function auditorAccessEnd(): string {
  return new Date(systemClock.now() + auditorAccessMs).toISOString();
}

const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** Four groups of five characters, 99 bits of entropy. */
function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

const domain = "northwind.example.com";

/** The demo bank: one member of each role, two open invitations and one disabled member. */
export const demoMembers: Record<"live" | "sandbox", DemoMembers> = {
  live: {
    active: [
      { role: "ADMIN", email: `adam.admin@${domain}`, name: "Adam Hughes" },
      { role: "ANALYST", email: `ada.analyst@${domain}`, name: "Ada Lindqvist" },
      { role: "APPROVER", email: `april.approver@${domain}`, name: "April Chen" },
      { role: "MODEL_OWNER", email: `mona.owner@${domain}`, name: "Mona Kessler" },
      { role: "AUDITOR", email: `audrey.auditor@${domain}`, name: "Audrey Blanc" },
      { role: "VIEWER", email: `victor.viewer@${domain}`, name: "Victor Sousa" },
    ],
    invited: [
      { role: "ANALYST", email: `nadia.analyst@${domain}`, name: "Nadia Rahman" },
      { role: "VIEWER", email: `ines.viewer@${domain}`, name: "Ines Ferreira" },
    ],
    disabled: [{ role: "ANALYST", email: `dan.analyst@${domain}`, name: "Dan Whitlock" }],
  },
  sandbox: {
    active: [{ role: "ADMIN", email: `adam.admin@sandbox.${domain}`, name: "Adam Hughes" }],
    invited: [],
    disabled: [],
  },
};

/** The address of the demo bank's member with a role. */
export function addressOf(role: Role): string | null {
  return demoMembers.live.active.find((person) => person.role === role)?.email ?? null;
}

/** The member with a role as an actor; undefined if the organisation has none of the demo bank's members. */
export async function memberWith(organisation: Organisation, role: Role): Promise<Actor | undefined> {
  const email = addressOf(role);
  const member = email === null ? undefined : await findMemberForSignIn(email);
  if (!member || member.organisationId !== organisation.id) return undefined;
  const { id, name } = member;
  return { kind: "user", id, email: member.email, name, role: member.role, sessionId: "" };
}

/** An action of a member with a role. Skipped if the organisation has none of the demo bank's members. */
export function memberStep(
  organisation: Organisation,
  role: Role,
  atMs: number,
  run: (ctx: Context) => Promise<unknown>,
): Step {
  return {
    atMs,
    run: async (clock) => {
      const actor = await memberWith(organisation, role);
      if (actor) await run(contextOf(organisation, actor, clock));
    },
  };
}
