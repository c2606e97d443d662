import { describe, expect, test } from "vitest";
import {
  approveException,
  listExceptions,
  rejectException,
  requestException,
  withdrawException,
} from "@/lib/domains/shadow-ai/exceptions/exceptions";
import { detectionIn, openDetection, outcomeOf, personIn } from "@/lib/domains/shadow-ai/testing/detections";
import { ownAnalyst } from "@/lib/domains/shadow-ai/testing/own-analyst";
import { updateDetection } from "@/lib/domains/shadow-ai/triage/update-detections";
import { type Role, roles } from "@/lib/platform/core/roles";
import { pool } from "@/lib/platform/database/db";

const justification = "A trial until the contract is signed.";
const analyst = ownAnalyst();

/** Roles that may perform each action on exceptions. */
const allowed: Record<"request" | "decide" | "resolve", readonly Role[]> = {
  request: ["ANALYST", "MODEL_OWNER", "APPROVER"],
  decide: ["APPROVER"],
  resolve: ["ANALYST", "APPROVER"],
};

describe.each(roles)("role %s", (role) => {
  const outcome = (may: readonly Role[]) => (may.includes(role) ? "allowed" : "insufficient_scope");

  test("requests and decides exceptions and resolves detections as the role allows", async () => {
    const person = personIn(analyst.ctx, role);
    const requester = personIn(analyst.ctx, "ANALYST");
    const made = await Promise.all(Array.from({ length: 4 }, () => detectionIn(analyst, "INVESTIGATING")));
    const [asked, first, second, resolved] = made.map(({ id }) => id) as [string, string, string, string];
    const requests = [first, second].map((id) => requestException(requester, id, { justification }));
    const [one, other] = await Promise.all(requests);
    expect(await outcomeOf(requestException(person, asked, { justification }))).toBe(outcome(allowed.request));
    expect(await outcomeOf(approveException(person, one?.id ?? "", {}))).toBe(outcome(allowed.decide));
    expect(await outcomeOf(rejectException(person, other?.id ?? "", {}))).toBe(outcome(allowed.decide));
    const exception = { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: justification } as const;
    expect(await outcomeOf(updateDetection(person, resolved, exception))).toBe(outcome(allowed.decide));
    const stopped = { status: "RESOLVED", resolution: "STOPPED" } as const;
    expect(await outcomeOf(updateDetection(person, asked, stopped))).toBe(outcome(allowed.resolve));
  });
});

test("explains how to request an exception to members who may triage but not approve", async () => {
  const { id } = await detectionIn(analyst, "INVESTIGATING");
  const change = { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: justification } as const;
  const refused = updateDetection(personIn(analyst.ctx, "ANALYST"), id, change).catch((error: unknown) => error);
  expect(await refused).toMatchObject({
    code: "insufficient_scope",
    members: { requiredPermission: "exceptions:approve" },
  });
  expect(String(await refused)).toContain("POST /v1/shadow-ai/{id}/exception-request");
});

test.each([
  ["approve", approveException],
  ["reject", rejectException],
])("a requester cannot %s their own request, regardless of their role", async (_, decide) => {
  const approver = personIn(analyst.ctx, "APPROVER");
  const { id } = await openDetection(analyst);
  const request = await requestException(approver, id, { justification });
  await expect(decide(approver, request.id, {})).rejects.toMatchObject({ code: "insufficient_scope" });
  expect((await listExceptions(analyst.ctx, { limit: 1 })).data[0]?.status).toBe("PENDING");
});

test("a requester cannot bypass approval by resolving the detection", async () => {
  const approver = personIn(analyst.ctx, "APPROVER");
  const { id } = await detectionIn(analyst, "INVESTIGATING");
  await requestException(approver, id, { justification });
  const change = { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: justification } as const;
  await expect(updateDetection(approver, id, change)).rejects.toMatchObject({ code: "insufficient_scope" });
  expect(await outcomeOf(updateDetection(approver, id, { status: "RESOLVED", resolution: "STOPPED" }))).toBe("allowed");
});

test("rejects the requester's own decision and a second pending request in the database", async () => {
  const ada = personIn(analyst.ctx, "ANALYST");
  const { id } = await openDetection(analyst);
  const request = await requestException(ada, id, { justification });
  const decide = (decidedById: string) =>
    pool().query(
      "UPDATE shadow_ai_exception_requests SET status = 'APPROVED', decided_by_id = $2, decided_by = 'x', decided_at = now() WHERE id = $1",
      [request.id, decidedById],
    );
  await expect(decide(ada.actor.id)).rejects.toThrow(/four_eyes/);
  const again = pool().query(
    `INSERT INTO shadow_ai_exception_requests SELECT 'exr_2', organisation_id, detection_id, status, justification,
      expires_at, requested_by_id, requested_by, created_at FROM shadow_ai_exception_requests`,
  );
  await expect(again).rejects.toThrow(/one_pending/);
  await expect(decide("usr_other")).resolves.toMatchObject({ rowCount: 1 });
});

test("allows API keys to decide, but not to request or withdraw", async () => {
  const key = {
    ...analyst.ctx,
    actor: { kind: "api-key" as const, id: "key_1", name: "Triage" },
    scopes: new Set(["shadow_ai:write" as const]),
  };
  const { id } = await openDetection(analyst);
  expect(await outcomeOf(requestException(key, id, { justification }))).toBe("insufficient_scope");
  const request = await requestException(personIn(analyst.ctx, "ANALYST"), id, { justification });
  expect(await outcomeOf(withdrawException(key, request.id))).toBe("insufficient_scope");
  expect((await approveException(key, request.id, {})).decidedBy).toBe("Triage");
});
