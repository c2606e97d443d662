import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTickingClock } from "@/lib/domains/models/testing";
import { createOrganisation } from "@/lib/domains/organisations";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction, pool } from "@/lib/platform/database/db";
import {
  failQueuedMail,
  findMail,
  findMails,
  getMail,
  listMails,
  queueMail,
  sendQueuedMail,
} from "@/lib/platform/mail";
import { openMail, type StoredBody } from "@/lib/platform/mail/seal-body";
import { startSmtpServer, type TestSmtpServer } from "@/lib/platform/mail/testing/smtp-server";
import { createSmtpTransport, type MailTransport } from "@/lib/platform/mail/transport";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
const clock = createTickingClock();
let organisationId: string;
let server: TestSmtpServer;
let transport: MailTransport;

beforeAll(async () => {
  server = await startSmtpServer();
  transport = createSmtpTransport({ url: `smtp://127.0.0.1:${server.port}`, from: "Audit <audit@example.com>" });
});

afterAll(async () => {
  transport.close();
  await server.close();
});

beforeEach(async () => {
  ({ id: organisationId } = await createOrganisation({ name: "Test", tier: "STARTER", livemode: true }, clock));
  server.received.length = 0;
  server.answers.length = 0;
});

function written(over: Partial<Parameters<typeof queueMail>[1]> = {}) {
  const said = { template: "test", subject: "Subject", text: "Text", html: "<p>HTML</p>" };
  return { organisationId, to: "owner@example.com", ...said, ...over };
}

function queue(over: Parameters<typeof written>[0] = {}): Promise<string> {
  return inTransaction(undefined, (tx) => queueMail(tx, written(over), clock));
}

async function jobsOf(mailId: string): Promise<number> {
  const query = "SELECT payload FROM graphile_worker._private_jobs WHERE payload::text LIKE '%' || $1 || '%'";
  const { rowCount } = await pool().query(query, [mailId]);
  return rowCount ?? 0;
}

describe("queueing e-mails", () => {
  test("stores an e-mail with one job that sends it", async () => {
    const id = await queue();
    const { to: recipient, ...said } = written();
    expect(await getMail(id)).toMatchObject({ ...said, recipient, status: "QUEUED", attempts: 0 });
    expect(await jobsOf(id)).toBe(1);
  });

  test("stores nothing if the transaction is rolled back", async () => {
    let id = "";
    const work = inTransaction(undefined, async (tx) => {
      id = await queueMail(tx, written(), clock);
      throw new Error("undone");
    });
    await expect(work).rejects.toThrow("undone");
    expect(await getMail(id)).toBeNull();
    expect(await jobsOf(id)).toBe(0);
  });

  test.each([
    "nobody",
    "a@b",
    "a b@example.com",
    "owner@example.com\r\nBcc: spy@example.com",
    "owner@example.com,spy@example.com",
    "Owner <owner@example.com>",
    "a@example.com\0",
    `${"a".repeat(250)}@example.com`,
    "",
  ])("an invalid address %j fails the e-mail, but not its transaction", async (to) => {
    const id = await queue({ to });
    expect(await getMail(id)).toMatchObject({ status: "FAILED", error: "The recipient's address is invalid." });
    expect(await jobsOf(id)).toBe(0);
  });

  test("subjects have one line, and texts contain no characters that cannot be stored", async () => {
    const id = await queue({ subject: "A\r\nBcc: spy@example.com", text: "a\0b\ud800", html: "\0<p>" });
    expect(await getMail(id)).toMatchObject({ subject: "A Bcc: spy@example.com", text: "ab\ufffd", html: "<p>" });
  });
});

describe("sending e-mails", () => {
  test("sends an e-mail once, even if the step is repeated", async () => {
    const id = await queue();
    expect(await sendQueuedMail(id, clock, transport)).toBe("SENT");
    expect(await sendQueuedMail(id, clock, transport)).toBe("SENT");
    expect(server.received).toHaveLength(1);
    expect(await getMail(id)).toMatchObject({ status: "SENT", attempts: 1, error: null, sentAt: expect.any(Date) });
  });

  test("one of several concurrent processes sends, and the others retry later", async () => {
    const id = await queue();
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => sendQueuedMail(id, clock, transport)));
    expect(tries.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    expect(server.received).toHaveLength(1);
  });

  test("e-mails claimed by a killed process become available again", async () => {
    const id = await queue();
    const nowMs = Date.parse("2026-11-21T10:00:00.000Z");
    const until = new Date(nowMs + 60_000);
    await pool().query("UPDATE mail_messages SET claimed_until = $2 WHERE id = $1", [id, until]);
    await expect(sendQueuedMail(id, { now: () => nowMs }, transport)).rejects.toThrow("Another process is sending");
    expect(await sendQueuedMail(id, { now: () => until.getTime() }, transport)).toBe("SENT");
  });

  test("without a mail server, an e-mail is stored and remains so when a server is configured later", async () => {
    const id = await queue();
    expect(await sendQueuedMail(id, clock, undefined)).toBe("STORED");
    expect(await sendQueuedMail(id, clock, transport)).toBe("STORED");
    expect(server.received).toEqual([]);
  });

  test("a 451 response keeps it queued for a retry, with the reason", async () => {
    const id = await queue();
    server.answers.push({ at: "DATA", code: 451, message: "come back later" });
    await expect(sendQueuedMail(id, clock, transport)).rejects.toThrow("451 come back later");
    expect(await getMail(id)).toMatchObject({ status: "QUEUED", attempts: 1, error: expect.stringContaining("451") });
    expect(await sendQueuedMail(id, clock, transport)).toBe("SENT");
    expect(await getMail(id)).toMatchObject({ status: "SENT", attempts: 2, error: null });
  });

  test("a 550 response fails it immediately", async () => {
    const id = await queue();
    server.answers.push({ at: "RCPT", code: 550, message: "no such mailbox" });
    expect(await sendQueuedMail(id, clock, transport)).toBe("FAILED");
    expect(await sendQueuedMail(id, clock, transport)).toBe("FAILED");
    const error = expect.stringContaining("550 no such mailbox");
    expect(await getMail(id)).toMatchObject({ status: "FAILED", attempts: 1, error, sentAt: null });
    expect(server.received).toEqual([]);
  });

  test("a permanently failed run fails its e-mail, unless it was sent", async () => {
    const [queued, sent] = [await queue(), await queue()];
    await sendQueuedMail(sent, clock, transport);
    for (const id of [queued, sent]) await failQueuedMail(id, "451 for days\r\n");
    expect(await getMail(queued)).toMatchObject({ status: "FAILED", error: "451 for days" });
    expect(await getMail(sent)).toMatchObject({ status: "SENT", error: null });
  });

  test("an unknown e-mail is ignored", async () => {
    expect(await sendQueuedMail("mail_none", clock, transport)).toBeNull();
  });
});

test("lists e-mails newest first, for all or for one organisation, without their content", async () => {
  const ids = [await queue(), await queue(), await queue()];
  const newest = await listMails({ organisationId, limit: 2 });
  expect(newest.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect(newest[0]).not.toHaveProperty("html");
  expect((await listMails({ limit: 1000 })).length).toBeGreaterThan(3);
});

describe("the content of an e-mail", () => {
  const token = "4f9QmXs0aLr7Vb2TzYw8Ke1PdNc6Hg0xE9aB-_4f9Qm";
  const link = `https://audit.example.com/invitation#token=${token}`;
  const withLink = { text: `Accept: ${link}\n`, html: `<a href="${link}">Accept</a>` };
  const hidden = {
    text: "Accept: https://audit.example.com/invitation#token=[hidden]\n",
    html: '<a href="https://audit.example.com/invitation#token=[hidden]">Accept</a>',
  };

  async function rowOf(id: string): Promise<StoredBody & { error: string | null }> {
    const { rows } = await pool().query<StoredBody & { error: string | null }>(
      `SELECT text, html, body_key AS "bodyKey", link_token AS "linkToken", error FROM mail_messages WHERE id = $1`,
      [id],
    );
    if (!rows[0]) throw new Error("no such mail");
    return rows[0];
  }

  test("is encrypted in the database", async () => {
    const id = await queue({ ...withLink, linkToken: token });
    expect(JSON.stringify(await rowOf(id))).not.toContain(token);
    expect(await getMail(id)).toMatchObject({ ...withLink, hasLink: true });
  });

  test("is sent with the link, and the token is deleted afterwards", async () => {
    const id = await queue({ ...withLink, linkToken: token });
    expect(await sendQueuedMail(id, clock, transport)).toBe("SENT");
    expect(server.received[0]?.source.replaceAll("=\r\n", "").replaceAll("=3D", "=")).toContain(
      `invitation#token=${token}`,
    );
    expect((await rowOf(id)).linkToken).toBeNull();
    expect(await getMail(id)).toMatchObject({ ...hidden, hasLink: false });
  });

  test("keeps the link for a retry, and hides it if the mail server's response repeats it", async () => {
    const id = await queue({ ...withLink, linkToken: token });
    server.answers.push({ at: "DATA", code: 451, message: `${link} looks like spam` });
    await expect(sendQueuedMail(id, clock, transport)).rejects.toThrow(/451 .*#token=\[hidden\] looks like spam/);
    const { error } = await rowOf(id);
    expect(error).toContain("#token=[hidden] looks like spam");
    expect(await sendQueuedMail(id, clock, transport)).toBe("SENT");
    expect(server.received.at(-1)?.source.replaceAll("=\r\n", "").replaceAll("=3D", "=")).toContain(token);
  });

  test("is readable if it was stored before e-mails were encrypted", async () => {
    const id = newId("mail");
    await pool().query(
      `INSERT INTO mail_messages (id, organisation_id, recipient, template, subject, text, html, status, created_at)
       VALUES ($1, $2, 'owner@example.com', 'test', 'Old', 'v1.old text', '<p>old</p>', 'QUEUED', now())`,
      [id, organisationId],
    );
    expect(await getMail(id)).toMatchObject({ text: "v1.old text", html: "<p>old</p>" });
    expect(await sendQueuedMail(id, clock, transport)).toBe("SENT");
  });

  test("cannot be decrypted as part of another e-mail or as another part", async () => {
    const [one, other] = [await queue({ ...withLink, linkToken: token }), await queue()];
    const { error: _, ...body } = await rowOf(one);
    expect(openMail({ id: one, organisationId, ...body })).toEqual(withLink);
    for (const moved of [
      { id: other, organisationId, ...body },
      { id: one, organisationId: "org_other", ...body },
      { id: one, organisationId, ...body, text: body.html, html: body.text },
      { id: one, organisationId, ...body, linkToken: body.text },
      { id: one, organisationId, ...body, bodyKey: (await rowOf(other)).bodyKey },
    ]) {
      expect(() => openMail(moved)).toThrow();
    }
  });

  describe("shown to administrators", () => {
    test.each([
      ["with a separately stored token", { linkToken: token }],
      ["of an earlier version with the token in its text", {}],
    ])("has no token: an e-mail %s", async (_, over) => {
      const id = await queue({ ...withLink, ...over });
      const ctx = await contextOf(organisationId);
      expect((await findMail(ctx, id)).body).toEqual(hidden);
      expect(JSON.stringify(await findMails(ctx, { limit: 10 }))).not.toContain(token);
    });

    test("has no token in an error stored by an earlier version", async () => {
      const id = await queue();
      await pool().query("UPDATE mail_messages SET error = $2 WHERE id = $1", [id, `550 refused: ${link}`]);
      const { error } = await findMail(await contextOf(organisationId), id);
      expect(error).toBe("550 refused: https://audit.example.com/invitation#token=[hidden]");
    });
  });
});

async function contextOf(id: string): Promise<Context> {
  const organisation = { id, tier: "STARTER", livemode: true, rateLimitOverrides: {} } as const;
  const actor = { kind: "system", id: "test" } as const;
  return { organisation, actor, scopes: new Set(), clock, requestId: "req_1" };
}

test("an organisation's e-mails are listed newest first in pages, without their content", async () => {
  const ctx = await contextOf(organisationId);
  const ids = [await queue(), await queue({ to: "nobody" }), await queue()].reverse();
  const first = await findMails(ctx, { limit: 2 });
  expect(first.pagination).toMatchObject({ total: 3, offset: 0, hasMore: true });
  const second = await findMails(ctx, { limit: 2, cursor: first.pagination.nextCursor });
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
  expect(JSON.stringify(first.data)).not.toMatch(/"(?:text|html|body|bodyKey)"/);
  const failed = await findMails(ctx, { limit: 2, status: "FAILED" });
  expect(failed.data.map(({ id }) => id)).toEqual([ids[1]]);
});

test("the application cannot change the content of an e-mail, or delete it within 30 days", async () => {
  const id = await inTransaction(undefined, (tx) => queueMail(tx, written(), systemClock));
  for (const [statement, refusal] of [
    ["UPDATE mail_messages SET text = '' WHERE id = $1", "permission denied"],
    ["DELETE FROM mail_messages WHERE id = $1", "is kept for 30 days"],
  ] as const) {
    await expect(pool().query(statement, [id])).rejects.toThrow(refusal);
  }
});
