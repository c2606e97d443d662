import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction, pool } from "@/lib/db";
import { failQueuedMail, getMail, listMails, queueMail, sendQueuedMail } from "@/lib/mail";
import { startSmtpServer, type TestSmtpServer } from "@/lib/mail/testing/smtp-server";
import { createSmtpTransport, type MailTransport } from "@/lib/mail/transport";
import { createTickingClock } from "@/lib/models/testing";
import { createOrganisation } from "@/lib/organisations";
import { ownTestDatabase } from "@/scripts/database/testing";

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

describe("queueing", () => {
  test("a mail is stored with one job that sends it", async () => {
    const id = await queue();
    const { to: recipient, ...said } = written();
    expect(await getMail(id)).toMatchObject({ ...said, recipient, status: "QUEUED", attempts: 0 });
    expect(await jobsOf(id)).toBe(1);
  });

  test("when its transaction is undone, there was no mail", async () => {
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
  ])("the address %j fails the mail, and not the transaction that it tells of", async (to) => {
    const id = await queue({ to });
    expect(await getMail(id)).toMatchObject({ status: "FAILED", error: "The recipient's address is not valid." });
    expect(await jobsOf(id)).toBe(0);
  });

  test("a subject is one line, and texts hold nothing that cannot be stored", async () => {
    const id = await queue({ subject: "A\r\nBcc: spy@example.com", text: "a\0b\ud800", html: "\0<p>" });
    expect(await getMail(id)).toMatchObject({ subject: "A Bcc: spy@example.com", text: "ab\ufffd", html: "<p>" });
  });
});

describe("sending", () => {
  test("a mail is sent once, also when the step is repeated", async () => {
    const id = await queue();
    expect(await sendQueuedMail(id, clock, transport)).toBe("SENT");
    expect(await sendQueuedMail(id, clock, transport)).toBe("SENT");
    expect(server.received).toHaveLength(1);
    expect(await getMail(id)).toMatchObject({ status: "SENT", attempts: 1, error: null, sentAt: expect.any(Date) });
  });

  test("of several processes at once one sends, and the others try again later", async () => {
    const id = await queue();
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => sendQueuedMail(id, clock, transport)));
    expect(tries.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    expect(server.received).toHaveLength(1);
  });

  test("what a process that was killed had for itself is free again after a while", async () => {
    const id = await queue();
    const nowMs = Date.parse("2026-11-21T10:00:00.000Z");
    const until = new Date(nowMs + 60_000);
    await pool().query("UPDATE mail_messages SET claimed_until = $2 WHERE id = $1", [id, until]);
    await expect(sendQueuedMail(id, { now: () => nowMs }, transport)).rejects.toThrow("Another process is sending");
    expect(await sendQueuedMail(id, { now: () => until.getTime() }, transport)).toBe("SENT");
  });

  test("without a server it is stored, and stays so when there is one", async () => {
    const id = await queue();
    expect(await sendQueuedMail(id, clock, undefined)).toBe("STORED");
    expect(await sendQueuedMail(id, clock, transport)).toBe("STORED");
    expect(server.received).toEqual([]);
  });

  test("an answer of 451 leaves it queued for another try, with the reason", async () => {
    const id = await queue();
    server.answers.push({ at: "DATA", code: 451, message: "come back later" });
    await expect(sendQueuedMail(id, clock, transport)).rejects.toThrow("451 come back later");
    expect(await getMail(id)).toMatchObject({ status: "QUEUED", attempts: 1, error: expect.stringContaining("451") });
    expect(await sendQueuedMail(id, clock, transport)).toBe("SENT");
    expect(await getMail(id)).toMatchObject({ status: "SENT", attempts: 2, error: null });
  });

  test("an answer of 550 fails it at once", async () => {
    const id = await queue();
    server.answers.push({ at: "RCPT", code: 550, message: "nobody here" });
    expect(await sendQueuedMail(id, clock, transport)).toBe("FAILED");
    expect(await sendQueuedMail(id, clock, transport)).toBe("FAILED");
    const error = expect.stringContaining("550 nobody here");
    expect(await getMail(id)).toMatchObject({ status: "FAILED", attempts: 1, error, sentAt: null });
    expect(server.received).toEqual([]);
  });

  test("a run that failed for good fails its mail, but none that was sent", async () => {
    const [queued, sent] = [await queue(), await queue()];
    await sendQueuedMail(sent, clock, transport);
    for (const id of [queued, sent]) await failQueuedMail(id, "451 for days\r\n");
    expect(await getMail(queued)).toMatchObject({ status: "FAILED", error: "451 for days" });
    expect(await getMail(sent)).toMatchObject({ status: "SENT", error: null });
  });

  test("a mail that does not exist is nothing to send", async () => {
    expect(await sendQueuedMail("mail_none", clock, transport)).toBeNull();
  });
});

test("mails are listed newest first, for all or for one organisation, without what they say", async () => {
  const ids = [await queue(), await queue(), await queue()];
  const newest = await listMails({ organisationId, limit: 2 });
  expect(newest.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect(newest[0]).not.toHaveProperty("html");
  expect((await listMails({ limit: 1000 })).length).toBeGreaterThan(3);
});

test("the application cannot change what a mail says, nor delete it", async () => {
  const id = await queue();
  for (const statement of [
    "UPDATE mail_messages SET text = '' WHERE id = $1",
    "DELETE FROM mail_messages WHERE id = $1",
  ]) {
    await expect(pool().query(statement, [id])).rejects.toThrow("permission denied");
  }
});
