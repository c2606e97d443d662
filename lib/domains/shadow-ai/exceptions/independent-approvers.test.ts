import { beforeEach, describe, expect, test } from "vitest";
import { createApiKey } from "@/lib/domains/api-keys";
import type { TestClock } from "@/lib/domains/api-keys/testing";
import { listEvents } from "@/lib/domains/audit-chain";
import { resetSecondFactor, updateMember } from "@/lib/domains/members";
import { sendPasswordReset } from "@/lib/domains/members/password-resets";
import type { Member } from "@/lib/domains/members/schemas";
import { createTenant, join } from "@/lib/domains/members/testing";
import {
  approveException,
  listExceptions,
  rejectException,
  requestException,
} from "@/lib/domains/shadow-ai/exceptions/exceptions";
import { openDetection } from "@/lib/domains/shadow-ai/testing/detections";
import { updateDetection } from "@/lib/domains/shadow-ai/triage/update-detections";
import type { Context } from "@/lib/platform/core/context";
import type { Role, Scope } from "@/lib/platform/core/roles";
import { everyNth, isFullRun } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
ownTestDatabase();

const justification = "A trial until the contract is signed.";
const approved = { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: justification } as const;
const dayMs = 24 * 60 * 60_000;

interface Cast {
  ctx: Context;
  clock: TestClock;
  /** Two administrators, an analyst who requests, and an approver who decides. None was changed by another. */
  admin: Member;
  otherAdmin: Member;
  analyst: Member;
  approver: Member;
}

let cast: Cast;

beforeEach(async () => {
  const { ctx, clock } = await createTenant();
  const [admin, otherAdmin, analyst, approver] = [
    await join(ctx, { role: "ADMIN" }),
    await join(ctx, { role: "ADMIN" }),
    await join(ctx, { role: "ANALYST" }),
    await join(ctx, { role: "APPROVER" }),
  ];
  cast = { ctx, clock, admin, otherAdmin, analyst, approver };
});

function as({ id, email, name }: Member, role: Role): Context {
  return { ...cast.ctx, actor: { kind: "user", id, email, name, role, sessionId: "ses_1" }, scopes: new Set() };
}

const admin = () => as(cast.admin, "ADMIN");
const otherAdmin = () => as(cast.otherAdmin, "ADMIN");

/** An administrator's API key as a caller. */
async function keyOf(creator: Context, scopes: Scope[]): Promise<Context> {
  const { id, name } = await createApiKey(creator, { name: "Automation", scopes });
  return { ...cast.ctx, actor: { kind: "api-key", id, name }, scopes: new Set(scopes) };
}

/** Changes a member's role and changes it back: an administrator's change that keeps the role. */
async function changeRole(by: Context, { id, role }: Member): Promise<void> {
  cast.clock.nowMs += 1;
  await updateMember(by, id, { role: "VIEWER" });
  cast.clock.nowMs += 1;
  await updateMember(by, id, { role });
}

async function removeSecondFactor(by: Context, { id }: Member): Promise<void> {
  await pool().query("UPDATE members SET totp_secret = 'x', totp_enabled_at = now() WHERE id = $1", [id]);
  await resetSecondFactor(by, id);
}

function requestReset({ actor }: Context, member: Member): Promise<boolean> {
  return sendPasswordReset({ ...member, organisationId: cast.ctx.organisation.id }, cast.clock, actor);
}

async function restoreAccess(by: Context, { id }: Member): Promise<void> {
  await updateMember(by, id, { disabled: true });
  await updateMember(by, id, { disabled: false });
}

type Step = () => Promise<unknown> | number;
type Scenario = [what: string, steps: Step[], outcome: "is accepted" | "is rejected", reason?: RegExp];

const changed = (by: () => Context, who: "analyst" | "approver" | "otherAdmin") => () => changeRole(by(), cast[who]);
/** Changes by the analyst or the approver, as an administrator at that time. */
const whileAdmin = (who: "analyst" | "approver", step: (by: Context) => Promise<unknown>, role: Role) => async () => {
  await updateMember(cast.ctx, cast[who].id, { role: "ADMIN" });
  await step(as(cast[who], "ADMIN"));
  await updateMember(otherAdmin(), cast[who].id, { role });
};
const changedByKey = async () => {
  const key = await keyOf(admin(), ["admin"]);
  cast.clock.nowMs += 60 * dayMs;
  await changeRole(key, cast.approver);
};
const months = () => (cast.clock.nowMs += 30 * dayMs + 1);

const scenarios: Scenario[] = [
  ["no account was changed", [], "is accepted"],
  ["an administrator changed only the approver's role", [changed(admin, "approver")], "is accepted"],
  ["an administrator changed only the requester's role", [changed(admin, "analyst")], "is accepted"],
  [
    "two administrators changed one account each",
    [changed(admin, "approver"), changed(otherAdmin, "analyst")],
    "is accepted",
  ],
  [
    "one administrator changed both roles",
    [changed(admin, "approver"), changed(admin, "analyst")],
    "is rejected",
    /role changed from viewer to approver by .*role changed from viewer to analyst by /,
  ],
  [
    "one administrator changed both roles more than 30 days ago",
    [changed(admin, "approver"), changed(admin, "analyst"), months],
    "is accepted",
  ],
  [
    "the requester promoted the approver, as an administrator at that time",
    [whileAdmin("analyst", (by) => changeRole(by, cast.approver), "ANALYST")],
    "is rejected",
    /role changed from viewer to approver/,
  ],
  [
    "the approver reset the requester's password, as an administrator at that time",
    [whileAdmin("approver", (by) => requestReset(by, cast.analyst), "APPROVER")],
    "is rejected",
    /password reset requested/,
  ],
  [
    "one administrator requested password resets of both",
    [() => requestReset(admin(), cast.approver), () => requestReset(admin(), cast.analyst)],
    "is rejected",
    /password reset requested/,
  ],
  [
    "one administrator removed the approver's two-factor authentication and restored the requester's access",
    [() => removeSecondFactor(admin(), cast.approver), () => restoreAccess(admin(), cast.analyst)],
    "is rejected",
    /two-factor authentication reset by .*access restored as analyst by /,
  ],
  [
    "an administrator changed one account directly and the other with their API key",
    [changedByKey, changed(admin, "analyst")],
    "is rejected",
    /by API key Automation on .*API key Automation: API key created by /,
  ],
  [
    "an administrator changed one account, and another whom they promoted changed the other",
    [changed(admin, "otherAdmin"), changed(admin, "approver"), changed(otherAdmin, "analyst")],
    "is rejected",
    /role changed from viewer to administrator/,
  ],
];

type Decide = (decider: Context, request: { id: string; detectionId: string }) => Promise<unknown>;
const approves: Decide = (decider, { id }) => approveException(decider, id, {});
const otherWays: Record<string, Decide> = {
  rejects: (decider, { id }) => rejectException(decider, id, { note: "No." }),
  resolves: async (decider, { detectionId }) => {
    await updateDetection(cast.ctx, detectionId, { status: "INVESTIGATING" });
    return updateDetection(decider, detectionId, approved);
  },
};
/** All ways to decide use the same check, so the others are tested only with role changes. */
const testedInEveryWay = isFullRun
  ? /^no account was changed$|^one administrator changed both roles$/
  : /^one administrator changed both roles$/;

describe.each(everyNth(scenarios, 2))("if %s", (what, steps, outcome, reason = /./) => {
  const ways = { approves, ...(testedInEveryWay.test(what) && otherWays) };

  test.each(Object.entries(ways))(`an approver who %s ${outcome}`, async (__, decide) => {
    for (const step of steps) await step();
    const { id } = await openDetection({ ...cast, organisationId: cast.ctx.organisation.id, modelId: "" });
    const request = await requestException(as(cast.analyst, "ANALYST"), id, { justification });
    const work = decide(as(cast.approver, "APPROVER"), request);
    if (outcome === "is accepted") {
      await work;
      return;
    }
    await expect(work).rejects.toMatchObject({ code: "insufficient_scope", message: expect.stringMatching(reason) });
    expect((await listExceptions(cast.ctx, { limit: 1 })).data[0]?.status).toBe("PENDING");
    const independent = await join(cast.ctx, { role: "APPROVER" });
    const decided = await approveException(as(independent, "APPROVER"), request.id, {});
    expect(decided).toMatchObject({ status: "APPROVED", decidedBy: independent.email });
  });
});

test("rejects an API key for a request by an account that the key's creator changed", async () => {
  const first = await keyOf(cast.ctx, ["admin", "shadow_ai:write"]);
  const second = await keyOf(first, ["shadow_ai:write"]);
  await changeRole(first, cast.analyst);
  const { id } = await openDetection({ ...cast, organisationId: cast.ctx.organisation.id, modelId: "" });
  const request = await requestException(as(cast.analyst, "ANALYST"), id, { justification });
  for (const key of [first, second]) {
    await expect(approveException(key, request.id, {})).rejects.toMatchObject({ code: "insufficient_scope" });
  }
  // The key holder may have changed the requester's account.
  const other = await keyOf(cast.ctx, ["shadow_ai:write"]);
  await expect(approveException(other, request.id, {})).rejects.toThrow(
    /role changed .* No member created the API key, so its holder is unknown/,
  );
  cast.clock.nowMs += 30 * dayMs + 1;
  expect((await approveException(other, request.id, {})).status).toBe("APPROVED");
});

describe("an exception without a request", () => {
  async function resolve(): Promise<unknown> {
    const { id } = await openDetection({ ...cast, organisationId: cast.ctx.organisation.id, modelId: "" });
    await updateDetection(cast.ctx, id, { status: "INVESTIGATING" });
    return updateDetection(as(cast.approver, "APPROVER"), id, approved);
  }

  test("is approved by an approver whose account is unchanged", async () => {
    await expect(resolve()).resolves.toMatchObject({ updated: { status: "RESOLVED" } });
  });

  test("is not approved by an approver whom an administrator promoted in the last 30 days", async () => {
    await changeRole(admin(), cast.approver);
    await expect(resolve()).rejects.toMatchObject({
      code: "insufficient_scope",
      message: expect.stringMatching(
        /exceptions that another member requested.*role changed from viewer to approver by/,
      ),
    });
    cast.clock.nowMs += 30 * dayMs + 1;
    await expect(resolve()).resolves.toMatchObject({ updated: { status: "RESOLVED" } });
  });
});

describe("recent changes of an approver", () => {
  async function decided(decide: typeof approveException) {
    await changeRole(admin(), cast.approver);
    const { id } = await openDetection({ ...cast, organisationId: cast.ctx.organisation.id, modelId: "" });
    const pending = await requestException(as(cast.analyst, "ANALYST"), id, { justification });
    const after = await decide(as(cast.approver, "APPROVER"), pending.id, { note: "Seen." });
    const [event] = (await listEvents(cast.ctx, { limit: 1 })).data;
    return { pending, after, payload: event?.payload ?? {} };
  }

  test.each([
    ["approval", approveException],
    ["rejection", rejectException],
  ])("are returned with the request and recorded with its %s", async (_, decide) => {
    const { pending, after, payload } = await decided(decide);
    const change = {
      kind: "ROLE_CHANGED",
      account: cast.approver.email,
      role: "APPROVER",
      previousRole: "VIEWER",
      changedBy: cast.admin.email,
      changedById: cast.admin.id,
    };
    expect(pending.approverChanges).toContainEqual(expect.objectContaining(change));
    expect(after.approverChanges).toContainEqual(expect.objectContaining(change));
    const { account: _account, changedBy: _changedBy, ...onChain } = change;
    expect(payload.deciderCredentialChanges).toContainEqual(
      expect.objectContaining({ ...onChain, accountId: cast.approver.id }),
    );
    expect(JSON.stringify(payload)).not.toContain("@example.com");
  });

  test("are those at the time of the decision, even if listed later", async () => {
    const { after } = await decided(approveException);
    await changeRole(otherAdmin(), cast.approver);
    cast.clock.nowMs += 40 * dayMs;
    const [listed] = (await listExceptions(cast.ctx, { limit: 1 })).data;
    expect(listed?.approverChanges).toEqual(after.approverChanges);
  });
});
