import { addMember, findMemberForSignIn, startSession } from "@/lib/domains/members";
import type { Member } from "@/lib/domains/members/schemas";
import type { Overview } from "@/lib/domains/overview/schemas";
import type { ExceptionRequest, ExceptionRequestList } from "@/lib/domains/shadow-ai/schemas-triage";
import { writeSessionToken } from "@/lib/platform/auth/session-token";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { getMail, listMails } from "@/lib/platform/mail";
import { apiClient } from "../support/api";
import { cookieClient } from "../support/cookie-client";
import { makeDetection } from "../support/detections";
import { makeMember } from "../support/members";
import type { TestOrganisation } from "../support/organisation";
import { until } from "../support/until";
import { expect, test } from "./fixtures";
import { newAddress } from "./support/people";

const password = "a heron fishes in the shallows";
const justification = "A trial until the contract is signed.";
const approved = { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: justification };

/** A response of the API. `text` is the whole response, with its headers. */
interface Seen<T> {
  status: number;
  body: T;
  text: string;
}

type Caller = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => Promise<Seen<T>>;

function sessionOf(url: string, cookie: { name: string; value: string }): Caller {
  const browser = cookieClient(url, { Origin: new URL(url).origin });
  browser.cookies.set(cookie.name, cookie.value);
  return async <T>(method: string, path: string, json?: unknown) => {
    const { status, headers, text } = await browser.visit(path, { method, ...(json !== undefined && { json }) });
    const isJson = headers.get("content-type")?.startsWith("application/json") === true;
    const body = (isJson ? JSON.parse(text) : undefined) as T;
    return { status, body, text: `${JSON.stringify([...headers])}${text}` };
  };
}

/** Signs in a member who has just accepted an invitation. */
async function signedIn(url: string, email: string): Promise<Caller> {
  const member = await findMemberForSignIn(email);
  if (!member) throw new Error(`${email} is not a member`);
  const seen = { method: "PASSWORD", secondFactor: false, userAgent: "Test", network: "127.0.0.x" } as const;
  const { sessionId } = await startSession(member, seen, systemClock);
  const value = await writeSessionToken({ sessionId, memberId: member.id });
  return sessionOf(url, { name: "next-auth.session-token", value });
}

function operatorOf(organisation: TestOrganisation): Context {
  const actor = { kind: "system", id: "e2e" } as const;
  return { organisation, actor, scopes: new Set(), clock: systemClock, requestId: newId("request") };
}

/** The token in the newest e-mail of a kind, as an operator reads it with the command on the server. */
async function operatorToken({ id: organisationId }: TestOrganisation, to: string, template: string): Promise<string> {
  return until(`a ${template} mail is stored for ${to}`, async () => {
    const mails = await listMails({ organisationId, limit: 100 });
    const found = mails.find((mail) => mail.recipient === to && mail.template === template);
    const mail = found && (await getMail(found.id));
    return mail ? /#token=([\w-]{43})/.exec(mail.text)?.[1] : undefined;
  });
}

/** Everything that an administrator can read about e-mails, members and events. */
async function readEverything(call: Caller): Promise<string> {
  const list = await call<{ data: { id: string }[] }>("GET", "/v1/mails?limit=100");
  const paths = [
    ...list.body.data.map(({ id }) => `/v1/mails/${id}`),
    ...["/v1/members?limit=100", "/v1/audit?limit=100", "/v1/audit/export", "/v1/overview", "/v1/api-keys"],
    ...["/v1/webhooks", "/v1/activity", "/v1/organisation"],
  ];
  const answers = [list.text];
  for (const path of paths) answers.push((await call("GET", path)).text);
  return answers.join("\n");
}

const callers = {
  "an admin key": async (organisation: TestOrganisation, url: string) => {
    const { key } = await organisation.key(["admin"]);
    const api = apiClient(url, key);
    const call: Caller = async <T>(method: string, path: string, body?: unknown) => {
      const { status, headers, body: answer } = await api.send<T>(method, path, body);
      return { status, body: answer, text: `${JSON.stringify([...headers])}${JSON.stringify(answer)}` };
    };
    return { call, ownId: undefined };
  },
  "an ADMIN session": async (organisation: TestOrganisation, url: string) => {
    const { id, cookie } = await makeMember(organisation.id, "ADMIN");
    return { call: sessionOf(url, cookie), ownId: id };
  },
};

for (const [name, sign] of Object.entries(callers)) {
  test(`${name} cannot take over an approver, nor decide through an approver that it created`, async ({
    application,
    organisation,
  }) => {
    const { url } = application;
    const { call, ownId } = await sign(organisation, url);
    const operator = operatorOf(organisation);
    const other = await makeMember(organisation.id, "ADMIN");
    const victim = { email: newAddress(), name: "Ben", role: "APPROVER" } as const;
    const { id: victimId } = await addMember(operator, victim, password);

    await test.step("a password reset of the approver shows no token", async () => {
      expect((await call("POST", "/v1/password-resets", { email: victim.email })).status).toBe(202);
      const token = await operatorToken(organisation, victim.email, "password-reset");
      const seen = await readEverything(call);
      expect(seen).toContain("#token=[hidden]");
      expect(seen).not.toContain(token);
      expect(seen).not.toMatch(/token=[\w-]{20,}/);
      const guess = { token: "[hidden]", password: "another password to sign in" };
      expect((await call("POST", "/v1/password-resets/complete", guess)).status).toBe(404);
    });

    await test.step("an invitation of a new approver shows no token in any response", async () => {
      const invite = { email: newAddress(), name: "Eve", role: "APPROVER" };
      const created = await call<Member>("POST", "/v1/members", invite);
      expect(created.status).toBe(201);
      const renewed = await call("POST", `/v1/members/${created.body.id}/invitation`);
      expect(renewed.status).toBe(200);
      const token = await operatorToken(organisation, invite.email, "member-invited");
      for (const text of [created.text, renewed.text, await readEverything(call)]) {
        expect(text).not.toContain(token);
        expect(text).not.toMatch(/token=[\w-]{20,}/);
      }
      const guess = { token: "[hidden]", name: "Eve", password };
      expect((await call("POST", "/v1/invitations/accept", guess)).status).toBe(404);
    });

    await test.step("an API key with more scopes is neither created nor rotated", async () => {
      for (const scope of ["shadow_ai:write", "audit:write"]) {
        const refused = await call("POST", "/v1/api-keys", { name: "More", scopes: ["admin", scope] });
        expect(refused.status).toBe(403);
        expect(refused.body).toMatchObject({ error: "insufficient_scope", message: expect.stringContaining(scope) });
      }
      const rotated = await call("POST", `/v1/api-keys/${organisation.apiKey.id}/rotate`, { overlapSeconds: 0 });
      expect(rotated.status).toBe(403);
      expect((await call("POST", "/v1/api-keys", { name: "Same", scopes: ["admin"] })).status).toBe(201);
    });

    if (ownId !== undefined) {
      await test.step("an administrator cannot change their own role by session or API key", async () => {
        expect((await call("PATCH", `/v1/members/${ownId}`, { role: "APPROVER" })).status).toBe(409);
        const { body } = await call<{ key: string }>("POST", "/v1/api-keys", { name: "Mine", scopes: ["admin"] });
        const answer = await fetch(`${url}/v1/members/${ownId}`, {
          method: "PATCH",
          headers: { Authorization: `Bearer ${body.key}`, "Content-Type": "application/json" },
          body: JSON.stringify({ role: "APPROVER" }),
        });
        expect(answer.status).toBe(409);
      });
    }

    // The administrator controls the mailboxes of two invited people, so both join.
    const accomplice = async (role: "ANALYST" | "APPROVER"): Promise<{ id: string; email: string; call: Caller }> => {
      const email = newAddress();
      const { body } = await call<Member>("POST", "/v1/members", { email, name: "Eve", role });
      const token = await operatorToken(organisation, email, "member-invited");
      const accepted = await call("POST", "/v1/invitations/accept", { token, name: "Eve", password });
      expect(accepted.status).toBe(204);
      return { id: body.id, email, call: await signedIn(url, email) };
    };
    const analyst = await accomplice("ANALYST");
    const approver = await accomplice("APPROVER");
    const { id } = await makeDetection(organisation);
    const asked = await analyst.call<ExceptionRequest>("POST", `/v1/shadow-ai/${id}/exception-request`, {
      justification,
    });
    const decision = (path: string) => `/v1/shadow-ai/exceptions/${asked.body.id}/${path}`;

    await test.step("an approver created by the same administrator cannot decide, and gets the reason", async () => {
      expect(asked.status).toBe(201);
      expect(asked.body.approverChanges).toContainEqual(
        expect.objectContaining({ kind: "MEMBER_CREATED", account: approver.email, role: "APPROVER" }),
      );
      for (const path of ["approve", "reject"]) {
        const refused = await approver.call("POST", decision(path), { note: "As agreed." });
        expect(refused.status).toBe(403);
        expect(refused.body.message).toContain(`${approver.email}: added as approver by`);
        expect(refused.body.message).toContain(`${analyst.email}: added as analyst by`);
      }
      await organisation.api.patch(`/v1/shadow-ai/${id}`, { status: "INVESTIGATING" });
      expect((await approver.call("PATCH", `/v1/shadow-ai/${id}`, approved)).status).toBe(403);
      const { id: unrequested } = await makeDetection(organisation);
      await organisation.api.patch(`/v1/shadow-ai/${unrequested}`, { status: "INVESTIGATING" });
      const alone = await approver.call("PATCH", `/v1/shadow-ai/${unrequested}`, approved);
      expect(alone.status).toBe(403);
      expect(alone.body.message).toContain("exceptions that another member requested");
    });

    await test.step("the other administrator is notified by e-mail and on the overview", async () => {
      const recipients = (await listMails({ organisationId: organisation.id, limit: 100 }))
        .filter(({ template }) => template === "account-changed")
        .map(({ recipient, subject }) => `${recipient} ${subject}`);
      expect(recipients).toContain(`${other.email} Account change: ${approver.email}`);
      expect(recipients).toContain(`${other.email} Account change: ${victim.email}`);
      const changesOfOverview = async () => {
        const { body } = await sessionOf(url, other.cookie)<Overview>("GET", "/v1/overview");
        return body.accountChanges?.map(({ kind, accountId }) => `${kind} ${accountId}`);
      };
      await expect.poll(changesOfOverview).toContain(`MEMBER_CREATED ${approver.id}`);
      expect(await changesOfOverview()).toContain(`PASSWORD_RESET_REQUESTED ${victimId}`);
    });

    await test.step("an independent approver decides, and the decision shows recent changes", async () => {
      const independent = await makeMember(organisation.id, "APPROVER");
      const decided = await sessionOf(url, independent.cookie)<ExceptionRequest>("POST", decision("reject"), {
        note: "Not this one.",
      });
      expect(decided.status).toBe(200);
      const { body } = await organisation.api.get<ExceptionRequestList>("/v1/shadow-ai/exceptions");
      expect(body.data[0]).toMatchObject({
        status: "REJECTED",
        decidedBy: independent.email,
        approverChanges: [{ kind: "MEMBER_JOINED", account: independent.email, changedBy: independent.email }],
      });
    });
  });
}
