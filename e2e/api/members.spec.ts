import { type CookieClient, cookieClient } from "../support/cookie-client";
import type { MailServer } from "../support/mail-server";
import { type MailingFixtures, mailedLink, mailing } from "../support/mailing";
import { until } from "../support/until";
import { test as base, expect } from "./fixtures";
import { newAddress } from "./support/people";

const test = base.extend<object, MailingFixtures>(mailing);

const [password, another] = ["a heron fishes in the shallows", "two herons fish in the shallows"];

/** Waits for an e-mail to an address with a link to this page, and returns the token in the newest one. */
async function mailedToken(mails: MailServer, to: string, path: string): Promise<string> {
  return new URL(await mailedLink(mails, to, path)).hash.slice("#token=".length);
}

function post(url: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${url}/v1${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function sessionStatus(browser: CookieClient): Promise<number> {
  return (await browser.visit("/v1/session")).status;
}

test("an invited member gets an e-mail, chooses a password, signs in, and resets the password by e-mail", async ({
  application,
  mails,
  organisation,
}) => {
  const { url } = application;
  const api = organisation.at(url);
  const email = newAddress();
  const invited = await api.post<{ id: string }>("/v1/members", { email, name: "Ada", role: "ANALYST" });
  expect(invited.status).toBe(201);
  const invitation = await mailedToken(mails, email, "/invitation");
  const inspected = await post(url, "/invitations/inspect", { token: invitation });
  expect(await inspected.json()).toMatchObject({ email, role: "ANALYST", organisationName: organisation.name });

  const before = cookieClient(url);
  await before.signIn({ email, password });
  expect(await sessionStatus(before)).toBe(401);
  expect((await post(url, "/invitations/accept", { token: invitation, name: "Ada", password })).status).toBe(204);
  expect((await post(url, "/invitations/accept", { token: invitation, name: "Eve", password })).status).toBe(404);
  const browser = cookieClient(url);
  await browser.signIn({ email, password });
  expect(await sessionStatus(browser)).toBe(200);

  const reset = await post(url, "/password-resets", { email });
  expect([reset.status, await reset.json()]).toEqual([202, {}]);
  const token = await mailedToken(mails, email, "/reset-password");
  expect((await post(url, "/password-resets/complete", { token, password: another })).status).toBe(204);
  expect((await post(url, "/password-resets/complete", { token, password })).status).toBe(404);
  expect(await sessionStatus(browser), "every session ends with the old password").toBe(401);
  const old = cookieClient(url);
  await old.signIn({ email, password });
  expect(await sessionStatus(old)).toBe(401);
  await browser.signIn({ email, password: another });
  expect(await sessionStatus(browser)).toBe(200);
  await until("the member is notified", async () =>
    mails.received.some(({ to, subject }) => to.includes(email) && subject === "Your password was changed"),
  );

  const mail = await api.get<{ data: { id: string; template: string }[] }>("/v1/mails?limit=100");
  expect(mail.body.data.map(({ template }) => template).sort()).toEqual([
    "member-invited",
    "password-changed",
    "password-reset",
  ]);
  for (const { id } of mail.body.data) {
    const shown = JSON.stringify((await api.get(`/v1/mails/${id}`)).body);
    for (const secret of [invitation, token]) expect(shown, "only the recipient gets the link").not.toContain(secret);
  }
});

test("an unknown address gets the same response as a known one, and no e-mail", async ({
  application,
  mails,
  organisation,
}) => {
  const [nobody, email] = [newAddress(), newAddress()];
  await organisation.at(application.url).post("/v1/members", { email, name: "Ada", role: "VIEWER" });
  const token = await mailedToken(mails, email, "/invitation");
  await post(application.url, "/invitations/accept", { token, name: "Ada", password });
  const answers = [];
  for (const address of [nobody, email]) {
    const { status, headers } = await post(application.url, "/password-resets", { email: address });
    const names = [...headers.keys()].sort().join();
    answers.push({ status, names });
  }
  expect(answers[0]).toEqual(answers[1]);
  await mailedToken(mails, email, "/reset-password");
  expect(mails.received.some(({ to }) => to.includes(nobody))).toBe(false);
});

test("neither the database nor the log contains an e-mailed token", async ({
  application,
  mails,
  organisation,
  database,
}) => {
  const email = newAddress();
  await organisation.at(application.url).post("/v1/members", { email, name: "Ada", role: "VIEWER" });
  const token = await mailedToken(mails, email, "/invitation");
  const { rows } = await database.superuser.query<{ found: string }>(
    `SELECT 'mail' AS found FROM mail_messages m WHERE strpos(m::text, $1) > 0
     UNION ALL SELECT 'token' FROM member_tokens t WHERE strpos(t::text, $1) > 0
     UNION ALL SELECT 'event' FROM audit_events e WHERE organisation_id = $2 AND strpos(e::text, $1) > 0
     UNION ALL SELECT 'job' FROM graphile_worker._private_jobs j WHERE strpos(j::text, $1) > 0`,
    [token, organisation.id],
  );
  expect(rows).toEqual([]);
});
