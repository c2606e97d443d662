import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { parseMail } from "@/lib/platform/mail/testing/parse-mail";
import { makeCertificate, startSilentServer, startSmtpServer } from "@/lib/platform/mail/testing/smtp-server";
import { createSmtpTransport, type MailTransport } from "@/lib/platform/mail/transport";

const from = "Prüf-Dienst <no-reply@audit.example.com>";
const mail = {
  id: "mail_1",
  to: "owner@example.com",
  subject: "37 deliveries failed – grüße, שלום",
  text: "Plain: grüße\n.\nשלום <b>\n",
  html: `<p>HTML: grüße שלום ${"x".repeat(2_000)}</p>\n`,
};
const transports: MailTransport[] = [];

afterEach(() => {
  for (const transport of transports.splice(0)) transport.close();
});

function connect(url: string, settings: Partial<Parameters<typeof createSmtpTransport>[0]> = {}): MailTransport {
  const transport = createSmtpTransport({ url, from, ...settings });
  transports.push(transport);
  return transport;
}

async function start(...options: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...options);
  onTestFinished(server.close);
  return server;
}

test("an e-mail arrives unchanged with both parts at its only recipient", async () => {
  const server = await start();
  await connect(`smtp://127.0.0.1:${server.port}`).send(mail);
  const [arrived] = server.received;
  expect(arrived).toMatchObject({ from: "no-reply@audit.example.com", to: ["owner@example.com"], encrypted: false });
  const { headers, contentTypes, parts } = parseMail(arrived?.source ?? "");
  expect(contentTypes).toEqual(["multipart/alternative", "text/plain; charset=utf-8", "text/html; charset=utf-8"]);
  expect(parts).toEqual([mail.text, mail.html]);
  expect(headers).toMatchObject({
    from,
    to: "owner@example.com",
    subject: mail.subject,
    "message-id": "<mail_1@audit.example.com>",
    "auto-submitted": "auto-generated",
  });
});

test.each([
  ["subject", "Hello\r\nBcc: spy@example.com"],
  ["subject", "Hello\nX-Injected: 1\n\nbody"],
  ["to", "owner@example.com\r\nBcc: spy@example.com"],
  ["to", "owner@example.com, spy@example.com"],
  ["to", "owner@example.com>\r\nRCPT TO:<spy@example.com"],
])("user input cannot add a header or a recipient: %s %j", async (member, hostile) => {
  const server = await start();
  await connect(`smtp://127.0.0.1:${server.port}`)
    .send({ ...mail, [member]: hostile })
    .catch(() => {});
  for (const { to, source } of server.received) {
    expect(to).toHaveLength(1);
    expect(to).not.toContain("spy@example.com");
    const { headers } = parseMail(source);
    expect(headers).not.toHaveProperty("bcc");
    expect(headers).not.toHaveProperty("x-injected");
  }
});

describe("encryption and authentication", () => {
  const login = { user: "mailer@example.com", pass: "p/ss w:rd@" };
  const userInfo = `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}`;

  test("uses STARTTLS if offered, before authentication", async () => {
    const certificate = await makeCertificate();
    const server = await start({ certificate, login });
    await connect(`smtp://${userInfo}@localhost:${server.port}`, { ca: certificate.cert }).send(mail);
    expect(server.received).toMatchObject([{ encrypted: true, user: login.user }]);
  });

  test("smtps encrypts from the first byte", async () => {
    const certificate = await makeCertificate();
    const server = await start({ certificate, secure: true });
    await connect(`smtps://localhost:${server.port}`, { ca: certificate.cert }).send(mail);
    expect(server.received).toMatchObject([{ encrypted: true }]);
  });

  test("rejects an untrusted certificate", async () => {
    const server = await start({ certificate: await makeCertificate(), login });
    const sending = connect(`smtp://${userInfo}@localhost:${server.port}`).send(mail);
    await expect(sending).rejects.toMatchObject({ name: "MailError", isFinal: false });
    expect(server.received).toEqual([]);
  });

  test("sends no password without encryption to another machine", async () => {
    const server = await start({ login });
    // Resolves to this machine, but is not its own name.
    const sending = connect(`smtp://${userInfo}@0.0.0.0:${server.port}`).send(mail);
    await expect(sending).rejects.toMatchObject({ name: "MailError", isFinal: false });
    expect(server.logins()).toBe(0);
    await connect(`smtp://${userInfo}@127.0.0.1:${server.port}`).send(mail);
    expect(server.logins()).toBe(1);
  });

  test("a rejected login can be retried, and its error contains neither name nor password", async () => {
    const server = await start({ login });
    const url = `smtp://${encodeURIComponent(login.user)}:wrong-password@127.0.0.1:${server.port}`;
    const error = await connect(url)
      .send(mail)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "MailError", isFinal: false });
    expect(String(error)).toContain("535");
    expect(String(error)).not.toMatch(/wrong-password|mailer@example/);
  });
});

describe("responses", () => {
  test.each([
    ["MAIL", 451, false],
    ["RCPT", 450, false],
    ["DATA", 452, false],
    ["MAIL", 530, false],
    ["MAIL", 553, true],
    ["RCPT", 550, true],
    ["DATA", 554, true],
  ] as const)("%s rejected with %i is final: %s", async (at, code, isFinal) => {
    const server = await start();
    server.answers.push({ at, code });
    const transport = connect(`smtp://127.0.0.1:${server.port}`);
    await expect(transport.send(mail)).rejects.toMatchObject({ name: "MailError", isFinal });
    await transport.send(mail);
    expect(server.received).toHaveLength(1);
  });

  const timeouts = { connectMs: 300, silenceMs: 300, sendMs: 2_000 };

  test("times out if the server does not respond", async () => {
    const server = await startSilentServer();
    onTestFinished(server.close);
    const sending = connect(`smtp://127.0.0.1:${server.port}`, { timeouts }).send(mail);
    await expect(sending).rejects.toMatchObject({ name: "MailError", isFinal: false });
  });

  test("sending has a total time limit, even if the server keeps responding", async () => {
    const server = await startSilentServer();
    onTestFinished(server.close);
    const patient = { connectMs: 60_000, silenceMs: 60_000, sendMs: 200 };
    const sending = connect(`smtp://127.0.0.1:${server.port}`, { timeouts: patient }).send(mail);
    await expect(sending).rejects.toMatchObject({ name: "MailError", isFinal: false });
  });

  test("an unreachable server can be retried", async () => {
    const server = await startSmtpServer();
    await server.close();
    const sending = connect(`smtp://127.0.0.1:${server.port}`, { timeouts }).send(mail);
    await expect(sending).rejects.toMatchObject({ name: "MailError", isFinal: false });
  });
});
