import { listEvents, sealBaseline } from "@/lib/domains/audit-chain";
import { ListEventsQuery } from "@/lib/domains/audit-chain/schemas";
import { findMemberForSignIn } from "@/lib/domains/members";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import { openSession } from "@/lib/platform/auth/sessions";
import { type Clock, systemClock } from "@/lib/platform/core/clock";
import type { Role } from "@/lib/platform/core/roles";
import { type Account, ensureAccount, ensurePlatformKey, type KnownAccount } from "./accounts";
import { evidenceSteps } from "./evidence";
import { legalHoldSteps } from "./legal-holds";
import {
  type DashboardAccess,
  type DemoMembers,
  ensureFormerMembers,
  ensureInvitations,
  ensureMembers,
} from "./members";
import type { DemoModelKey } from "./models";
import type { PlannedEvent } from "./plan-events";
import type { Profile } from "./profiles";
import { chainSteps, eventSteps, planOf, registerModels } from "./seed-organisation";
import { shadowAiSteps } from "./shadow-ai";
import { dayMs, demoContext, fixedClock, hourMs, runTimeline, type Step, withSimulatedTime } from "./timeline";

/** The days between the creation of a sample organisation and the end of its history. */
export const historyDays = 92;

export interface SeededHistory {
  account: Account;
  members: DashboardAccess[];
  modelIds: ReadonlyMap<DemoModelKey, string>;
  newestEventId: string;
  endMs: number;
  /** The number of events appended by this run; 0 if an earlier run was complete. */
  appended: number;
}

interface HistoryInput {
  profile: Profile;
  people: DemoMembers;
  /**
   * Whether each step is recorded at its own time. Requires a new signer, because a signer does not sign chains that are
   * older than itself. Otherwise, all steps are recorded today.
   */
  isSimulated: boolean;
  known: (KnownAccount & { dashboard?: DashboardAccess[] | undefined }) | undefined;
  /** Called as soon as key and passwords exist, because they are shown only once. */
  keep: (account: Account, members: DashboardAccess[]) => Promise<void>;
}

/**
 * Creates an organisation with ninety days of history: members, models, events, detections, checkpoints and
 * verifications. No server may use the database at the same time, because it would record events of today between
 * them. Idempotent, also after an interruption.
 */
export async function seedHistory(input: HistoryInput): Promise<SeededHistory> {
  return input.isSimulated ? withSimulatedTime(() => seed(input)) : seed(input);
}

async function seed({ profile, people, isSimulated, known, keep }: HistoryInput): Promise<SeededHistory> {
  const pastMs = historyDays * dayMs;
  const startMs = systemClock.now() - (isSimulated ? pastMs : 0);
  const { account, isNew } = await ensureAccount(profile, known, fixedClock(startMs));
  const { organisation } = account;
  const clock = isNew && isSimulated ? fixedClock(startMs + hourMs) : systemClock;
  await sealBaseline(organisation.id, clock);
  const members = await ensureMembers(organisation, people, known?.dashboard, clock);
  await keep(account, members);
  const modelIds = await registerModels(organisation, profile, clock);

  const createdMs = Date.parse(organisation.createdAt);
  for (const endMs of [createdMs, createdMs + pastMs]) {
    const newestEventId = await findNewest(organisation, planOf(profile, endMs));
    if (newestEventId !== undefined) return { account, members, modelIds, newestEventId, endMs, appended: 0 };
  }
  const endMs = systemClock.now() - createdMs < pastMs ? createdMs : createdMs + pastMs;
  const planned = planOf(profile, endMs);
  const platform = await ensurePlatformKey(organisation, clock, fixedClock(endMs));
  await runTimeline([
    ...eventSteps(organisation, platform, { planned, modelIds }),
    ...(isSimulated ? chainSteps(organisation, endMs) : []),
    ...memberSteps(organisation, people, endMs),
    ...legalHoldSteps(organisation, modelIds, endMs),
    ...(people.active.length > 1 ? evidenceSteps(organisation, modelIds.get("creditScoring") ?? "", endMs) : []),
    ...(people.active.length > 1 ? shadowAiSteps(organisation, modelIds.get("customerAssistant") ?? "", endMs) : []),
  ]);
  const newestEventId = await findNewest(organisation, planned);
  if (newestEventId === undefined) throw new Error("The sample events are not on the chain.");
  return { account, members, modelIds, newestEventId, endMs, appended: planned.length };
}

/** The ID of the newest sample event; undefined if the history is not complete. */
async function findNewest(organisation: Organisation, planned: PlannedEvent[]): Promise<string | undefined> {
  const ctx = demoContext(organisation, systemClock);
  const newest = planned.at(-1)?.timestamp;
  const query = ListEventsQuery.parse({ from: newest, to: newest, limit: "1" });
  return (await listEvents(ctx, query)).data[0]?.id;
}

/** The hours since each role's last visit, at the end of the history. */
const visits: Record<Role, number> = {
  ADMIN: 30,
  ANALYST: 26,
  APPROVER: 5,
  MODEL_OWNER: 4,
  AUDITOR: 12 * 24,
  VIEWER: 9 * 24,
};

/** Sign-ins, a member who left, and open invitations. */
function memberSteps(organisation: Organisation, people: DemoMembers, endMs: number): Step[] {
  const visitor = { address: "10.20.4.17", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0" };
  const signIns = people.active.map(({ role, email }) => ({
    atMs: endMs - visits[role] * hourMs,
    run: async (clock: Clock) => {
      const member = await findMemberForSignIn(email);
      if (member) await openSession(member, { method: "PASSWORD", secondFactor: false }, visitor, clock);
    },
  }));
  return [
    ...signIns,
    { atMs: endMs - 20 * dayMs, run: (clock) => ensureFormerMembers(organisation, people, clock) },
    { atMs: endMs - 2 * dayMs, run: (clock) => ensureInvitations(organisation, people, clock) },
  ];
}
