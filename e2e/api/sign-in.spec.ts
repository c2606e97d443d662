import { TOTP } from "otpauth";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/domains/members";
import { createTestMember, openTestSession } from "@/lib/platform/auth/testing";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import type { Role } from "@/lib/platform/core/roles";
import { startApplication } from "../support/application";
import { type CookieClient, cookieClient, type Visited } from "../support/cookie-client";
import { startOpenIdServer } from "../support/openid-server";
import type { TestOrganisation } from "../support/organisation";
import { onlyInFullRun } from "../support/scope";
import { until } from "../support/until";
import { expect, newAddress, test } from "./fixtures";

const password = "a long password that is unique";
const sessionCookie = "next-auth.session-token";

function person(organisation: TestOrganisation, role: Role = "ANALYST") {
  return createTestMember(organisation.id, { role, password });
}

/** A browser with its own address, connected to the process that trusts the proxy. */
function browserAt({ url }: { url: string }): CookieClient {
  return cookieClient(url, { "X-Forwarded-For": newAddress() });
}

function errorOf({ location }: Visited): string | null | undefined {
  return location?.pathname === "/sign-in" ? location.searchParams.get("error") : undefined;
}

async function sessionOf(browser: CookieClient) {
  const { status, text } = await browser.visit("/v1/session");
  return { status, body: JSON.parse(text) as Record<string, Record<string, unknown>> };
}

test("a password starts a session, and signing out ends it, also for a saved cookie", async ({
  organisation,
  proxied,
}) => {
  const member = await person(organisation);
  const browser = browserAt(proxied);
  expect((await sessionOf(browser)).status).toBe(401);

  const signedIn = await browser.signIn({ email: member.email, password, callbackUrl: "/shadow-ai?status=OPEN" });
  expect(signedIn.status).toBe(302);
  expect(signedIn.headers.get("location")).toBe("/shadow-ai?status=OPEN");
  const lines = signedIn.headers.getSetCookie();
  expect(lines.find((line) => line.startsWith(`${sessionCookie}=`))).toMatch(/; HttpOnly; SameSite=Lax$/i);
  expect(lines.find((line) => line.startsWith("next-auth.device="))).toMatch(
    /Path=\/api\/auth; .*HttpOnly; SameSite=Lax/,
  );

  const { status, body } = await sessionOf(browser);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    member: { id: member.id, email: member.email, role: "ANALYST" },
    organisation: { id: organisation.id, name: organisation.name, tier: "ENTERPRISE", livemode: true },
    session: { method: "PASSWORD", secondFactor: false },
  });
  expect(body["permissions"]).toContain("shadow_ai:triage");

  const kept = browser.cookies.get(sessionCookie) ?? "";
  const csrfToken = (JSON.parse((await browser.visit("/api/auth/csrf")).text) as { csrfToken: string }).csrfToken;
  await browser.visit("/api/auth/signout", { form: { csrfToken }, headers: { Origin: proxied.url } });
  expect(browser.cookies.has(sessionCookie)).toBe(false);
  browser.cookies.set(sessionCookie, kept);
  expect((await sessionOf(browser)).status).toBe(401);

  const { body: events } = await organisation.api.get<{ data: { payload: { kind?: string } }[] }>(
    "/v1/audit?eventType=CONFIG_CHANGE&limit=10",
  );
  const kinds = events.data.map(({ payload }) => payload.kind);
  expect(kinds).toEqual(expect.arrayContaining(["MEMBER_SIGNED_IN", "MEMBER_SIGNED_OUT"]));
  expect(JSON.stringify(events)).not.toContain(password);
});

test("a wrong password and an unknown address return the same error, and start no session", async ({
  organisation,
  proxied,
}) => {
  const member = await person(organisation);
  const browser = browserAt(proxied);
  const wrong = await browser.signIn({ email: member.email, password: "wrong" });
  const unknown = await browser.signIn({ email: `${newId("member")}@example.com`, password });
  expect([errorOf(wrong), errorOf(unknown)]).toEqual(["CredentialsSignin", "CredentialsSignin"]);
  expect(wrong.location?.search).toBe(unknown.location?.search);
  expect(browser.cookies.has(sessionCookie)).toBe(false);
  const json = await browser.signIn({ email: member.email, password: "wrong", json: "true" });
  expect(json.status).toBe(401);
  expect(new URL((JSON.parse(json.text) as { url: string }).url).searchParams.get("error")).toBe("CredentialsSignin");
});

test("two-factor authentication is required, and a code is valid once", async ({ organisation, proxied }) => {
  const member = await person(organisation);
  const { id, email, name, role } = member;
  const ctx: Context = {
    organisation,
    actor: { kind: "user", id, email, name, role, sessionId: "" },
    scopes: new Set(),
    clock: systemClock,
    requestId: newId("request"),
  };
  const { secret } = await beginSecondFactor(ctx);
  const totp = new TOTP({ secret });
  // Confirmed with the previous code, so that the current one can still be used.
  await confirmSecondFactor(ctx, { code: totp.generate({ timestamp: Date.now() - 30_000 }) });
  const browser = browserAt(proxied);

  expect(errorOf(await browser.signIn({ email, password }))).toBe("SecondFactorRequired");
  expect(errorOf(await browser.signIn({ email, password, code: "12" }))).toBe("SecondFactorInvalid");
  expect(browser.cookies.has(sessionCookie)).toBe(false);
  const code = totp.generate();
  expect((await browser.signIn({ email, password, code })).headers.get("location")).toBe("/");
  expect((await sessionOf(browser)).body["session"]).toMatchObject({ secondFactor: true });
  expect(errorOf(await browserAt(proxied).signIn({ email, password, code }))).toBe("SecondFactorInvalid");
});

test("password guessing is blocked, and a known device can still sign in", async ({ organisation, proxied }) => {
  const { email } = await person(organisation);
  const victim = browserAt(proxied);
  await victim.signIn({ email, password });
  victim.cookies.delete(sessionCookie);

  const attacker = browserAt(proxied);
  const answers: (string | null | undefined)[] = [];
  for (let i = 0; i < 12; i++) answers.push(errorOf(await attacker.signIn({ email, password: `guess ${i}` })));
  expect(answers.slice(0, 10)).toEqual(Array(10).fill("CredentialsSignin"));
  expect(answers.slice(10)).toEqual(["TooManyAttempts", "TooManyAttempts"]);
  // Also from another address and with the correct password.
  expect(errorOf(await browserAt(proxied).signIn({ email, password }))).toBe("TooManyAttempts");

  expect((await victim.signIn({ email, password })).headers.get("location")).toBe("/");
  expect((await sessionOf(victim)).status).toBe(200);
});

test("a form without its token or from another site starts no session", async ({ organisation, proxied }) => {
  const { email } = await person(organisation);
  const send = (browser: CookieClient, form: Record<string, string>, headers: Record<string, string>) =>
    browser.visit("/api/auth/callback/credentials", { form, headers });
  const without = browserAt(proxied);
  expect(errorOf(await send(without, { email, password }, {}))).toBe("FormExpired");
  const invented = browserAt(proxied);
  await invented.visit("/api/auth/csrf");
  expect(errorOf(await send(invented, { email, password, csrfToken: "0".repeat(64) }, {}))).toBe("FormExpired");
  const foreign = browserAt(proxied);
  expect(errorOf(await foreign.signIn({ email, password }, { Origin: "https://evil.example" }))).toBe("FormExpired");
  for (const browser of [without, invented, foreign]) expect(browser.cookies.has(sessionCookie)).toBe(false);

  const signedIn = browserAt(proxied);
  await signedIn.signIn({ email, password });
  expect((await signedIn.visit("/api/auth/signout", { form: { callbackUrl: "/" } })).status).toBe(302);
  expect((await sessionOf(signedIn)).status).toBe(200);
});

test("a request from another site cannot change anything with a session", async ({ organisation, proxied }) => {
  const { email } = await person(organisation);
  const browser = browserAt(proxied);
  await browser.signIn({ email, password });
  const rename = (headers: Record<string, string>) =>
    browser.visit("/v1/account", { method: "PATCH", json: { name: "Changed" }, headers });
  for (const headers of [{}, { Origin: "https://evil.example" }, { Origin: "null" }]) {
    const { status, text } = await rename(headers as Record<string, string>);
    expect([status, (JSON.parse(text) as { error: string }).error]).toEqual([403, "origin_mismatch"]);
  }
  expect((await sessionOf(browser)).body["member"]).toMatchObject({ name: "Test" });
  expect((await rename({ Origin: proxied.url })).status).toBe(200);
  expect((await sessionOf(browser)).body["member"]).toMatchObject({ name: "Changed" });
});

test("a session planted in the browser by an attacker is not adopted", async ({ organisation, proxied }) => {
  const [attacker, victim] = [await person(organisation), await person(organisation)];
  const planted = await openTestSession(attacker);
  const browser = browserAt(proxied);
  const plantedCookie = planted.headers.cookie.split("=")[1] ?? "";
  browser.cookies.set(sessionCookie, plantedCookie);
  await browser.signIn({ email: victim.email, password });
  expect(browser.cookies.get(sessionCookie)).not.toBe(plantedCookie);
  expect((await sessionOf(browser)).body["member"]).toMatchObject({ id: victim.id });

  const { body: first } = await sessionOf(browser);
  await browser.signIn({ email: victim.email, password });
  const { body: second } = await sessionOf(browser);
  expect(second["session"]?.["id"]).not.toBe(first["session"]?.["id"]);

  // The previous session of the browser has ended.
  const left = browserAt(proxied);
  left.cookies.set(sessionCookie, plantedCookie);
  expect((await sessionOf(left)).status).toBe(401);
});

const away = [
  "https://evil.example/",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/%2Fevil.example",
  "/%5Cevil.example",
  "%2F%2Fevil.example",
  "/\t/evil.example",
  "/%09/evil.example",
  "javascript:alert(1)",
  "http://127.0.0.1@evil.example/",
];

test("sign-in redirects only to this service", async ({ organisation, proxied }) => {
  const { email } = await person(organisation);
  const browser = browserAt(proxied);
  for (const callbackUrl of away) {
    const { headers } = await browser.signIn({ email, password, callbackUrl });
    expect([callbackUrl, headers.get("location")]).toEqual([callbackUrl, "/"]);
  }
  for (const callbackUrl of away) {
    const { location } = await browser.visit(`/api/auth/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`);
    expect([callbackUrl, location?.origin, location?.search]).toEqual([callbackUrl, proxied.url, ""]);
  }
});

test("a revoked session ends in all processes within five seconds", async ({ organisation, application, proxied }) => {
  const member = await person(organisation);
  const here = browserAt(proxied);
  await here.signIn({ email: member.email, password });
  const there = cookieClient(application.url);
  there.cookies.set(sessionCookie, here.cookies.get(sessionCookie) ?? "");
  const { body } = await sessionOf(there);
  const id = String(body["session"]?.["id"]);

  const { status } = await here.visit(`/v1/sessions/${id}`, { method: "DELETE", headers: { Origin: proxied.url } });
  const revokedAt = performance.now();
  expect(status).toBe(204);
  expect((await sessionOf(here)).status).toBe(401);
  await until("the other process rejects the session", async () => (await sessionOf(there)).status === 401);
  expect(performance.now() - revokedAt).toBeLessThan(5_000);
});

test("only the required sign-in endpoints are served", async ({ proxied }) => {
  const browser = browserAt(proxied);
  for (const path of ["session", "_log", "verify-request", "callback/email", "signin/credentials/x", ""]) {
    for (const method of ["GET", "POST"]) {
      const answer = await browser.visit(`/api/auth/${path}`, { method });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
  }
});

test("each page response has its own policy and nonce, and its scripts use that nonce", async ({ application }) => {
  const browser = cookieClient(application.url);
  const pages = [await browser.visit("/verify"), await browser.visit("/verify")];
  const nonces = pages.map(({ headers, text }) => {
    const policy = headers.get("content-security-policy") ?? "";
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    expect(policy).toContain("'strict-dynamic'");
    expect(policy).toContain("frame-ancestors 'none'");
    const scripts = [...text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(0);
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("strict-transport-security")).toBeNull();
    return nonce;
  });
  expect(new Set(nonces).size).toBe(2);
});

test("a visitor is redirected to sign in, and then to the requested page", async ({ application }) => {
  const { location } = await cookieClient(application.url).visit("/?range=7d");
  expect([location?.pathname, location?.searchParams.get("callbackUrl")]).toEqual(["/sign-in", "/?range=7d"]);
});

test("cookies are Secure if the service is reached over TLS", onlyInFullRun, async ({ environment, organisation }) => {
  const { applicationUrl: databaseUrl, serverSecret } = environment;
  test.slow();
  const env = { PUBLIC_URL: "https://audit.example.com" };
  const application = await startApplication({ databaseUrl, serverSecret, env });
  try {
    const { email } = await person(organisation);
    const browser = cookieClient(application.url);
    const signedIn = await browser.signIn({ email, password }, { Origin: "https://audit.example.com" });
    const lines = signedIn.headers.getSetCookie().filter((line) => /session-token|device/.test(line));
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^__Secure-next-auth\..*; Secure/);
    expect([...browser.cookies.keys()]).toContain("__Host-next-auth.csrf-token");
    expect((await sessionOf(browser)).status).toBe(200);
    const { headers } = await browser.visit("/verify");
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d+/);
  } finally {
    await application.stop();
  }
});

test("people sign in through an OpenID provider, with the role of their groups", async ({
  environment,
  organisation,
  otherOrganisation,
}) => {
  test.slow();
  const openId = await startOpenIdServer();
  const { applicationUrl: databaseUrl, serverSecret } = environment;
  const application = await startApplication({
    databaseUrl,
    serverSecret,
    env: {
      OIDC_ISSUER: openId.issuer,
      OIDC_CLIENT_ID: openId.clientId,
      OIDC_CLIENT_SECRET: openId.clientSecret,
      OIDC_NAME: "Bank login",
      OIDC_ORGANISATION_ID: organisation.id,
      OIDC_ROLE_MAP: "governance=APPROVER,risk=ANALYST",
    },
  });
  try {
    openId.serve(`${application.url}/api/auth/callback/openid`);
    const foreigner = await person(otherOrganisation);
    const email = `${newId("member")}@example.com`;
    openId.people.set("ada", { email, email_verified: true, name: "Ada", groups: ["risk", "all"] });
    openId.people.set("eve", { email: `${newId("member")}@example.com`, email_verified: true, groups: ["all"] });
    openId.people.set("bob", { email: `${newId("member")}@example.com`, email_verified: false, groups: ["risk"] });
    openId.people.set("mal", { email: foreigner.email, email_verified: true, groups: ["risk"] });

    const enter = async (subject: string) => {
      openId.present = subject;
      const browser = cookieClient(application.url);
      const csrfToken = (JSON.parse((await browser.visit("/api/auth/csrf")).text) as { csrfToken: string }).csrfToken;
      const form = { csrfToken, callbackUrl: "/evidence" };
      const begun = await browser.visit("/api/auth/signin/openid", { form, headers: { Origin: application.url } });
      const asked = begun.location;
      const arrived = await browser.follow(begun);
      return { browser, asked, arrived };
    };

    const { browser, asked, arrived } = await enter("ada");
    expect(asked?.origin).toBe(openId.issuer);
    expect([...(asked?.searchParams.keys() ?? [])]).toEqual(
      expect.arrayContaining(["state", "nonce", "code_challenge", "code_challenge_method"]),
    );
    expect(asked?.searchParams.get("code_challenge_method")).toBe("S256");
    expect(arrived.url.pathname).toBe("/evidence");
    const { body } = await sessionOf(browser);
    expect(body).toMatchObject({
      member: { email, name: "Ada", role: "ANALYST" },
      organisation: { id: organisation.id },
      session: { method: "OPENID" },
    });

    openId.people.set("ada", { email, email_verified: true, name: "Ada", groups: ["all", "risk", "governance"] });
    const again = await sessionOf((await enter("ada")).browser);
    expect(again.body["member"]).toMatchObject({ id: body["member"]?.["id"], role: "APPROVER" });

    for (const [subject, code] of [
      ["eve", "OpenIdNoRole"],
      ["bob", "OpenIdEmailNotVerified"],
      ["mal", "OpenIdRefused"],
    ] as const) {
      const refused = await enter(subject);
      expect([subject, refused.arrived.url.searchParams.get("error")]).toEqual([subject, code]);
      expect(refused.browser.cookies.has(sessionCookie)).toBe(false);
    }

    // A response to another browser's request, whose state does not match this browser.
    openId.present = "ada";
    const { asked: theirs } = await enter("ada");
    const stranger = cookieClient(application.url);
    const forged = await stranger.visit(`/api/auth/callback/openid?code=x&state=${theirs?.searchParams.get("state")}`);
    expect(errorOf(forged)).toBe("OpenIdFailed");
    expect(stranger.cookies.has(sessionCookie)).toBe(false);
  } finally {
    await application.stop();
    await openId.close();
  }
});
