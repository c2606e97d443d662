import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { generate } from "selfsigned";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** The server's response: acceptance, or an error code for the sender, the recipient or the message. */
type Answer = "yes" | { at: "MAIL" | "RCPT" | "DATA"; code: number; message?: string };

interface ReceivedMail {
  from: string;
  to: string[];
  source: string;
  encrypted: boolean;
  user: string | undefined;
}

export interface TestSmtpServer {
  port: number;
  received: ReceivedMail[];
  /** Number of login attempts. */
  logins: () => number;
  /** Responses for the next messages, one each. Later messages are accepted. */
  answers: Answer[];
  close(): Promise<void>;
}

interface Login {
  user: string;
  pass: string;
}

/** A real SMTP server on a free port that stores the messages it receives. */
export async function startSmtpServer(
  options: { login?: Login; certificate?: { key: string; cert: string }; secure?: boolean } = {},
): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const answers: Answer[] = [];
  let logins = 0;
  let answer: Answer = "yes";
  const refusal = (at: string) => (answer !== "yes" && answer.at === at ? smtpError(answer) : null);
  const server = new SMTPServer({
    ...authentication(options.login, () => logins++),
    ...encryption(options),
    onMailFrom(_address, _session, done) {
      answer = answers.shift() ?? "yes";
      done(refusal("MAIL"));
    },
    onRcptTo: (_address, _session, done) => done(refusal("RCPT")),
    async onData(stream, session, done) {
      const source = await text(stream);
      const { mailFrom, rcptTo } = session.envelope;
      const refused = refusal("DATA");
      if (refused === null) {
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source,
          encrypted: session.secure,
          user: typeof session.user === "string" ? session.user : undefined,
        });
      }
      done(refused);
    },
  });
  // A client that does not trust the certificate ends the handshake, which is an error here.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    logins: () => logins,
    answers,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A server that accepts connections but never responds. */
export async function startSilentServer(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((socket) => socket.on("error", () => {}));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, close: async () => void server.close() };
}

/** A self-signed certificate for localhost. */
export async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    keySize: 2048,
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
    ],
  });
  return { key, cert };
}

function authentication(login: Login | undefined, onLogin: () => void): SMTPServerOptions {
  if (login === undefined) return { authOptional: true };
  return {
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      onLogin();
      if (username === login.user && password === login.pass) done(null, { user: username });
      else done(smtpError({ code: 535, message: `no entry for ${username}` }));
    },
  };
}

function encryption(options: { certificate?: { key: string; cert: string }; secure?: boolean }): SMTPServerOptions {
  const { certificate, secure = false } = options;
  return certificate === undefined ? { disabledCommands: ["STARTTLS"] } : { ...certificate, secure };
}

function smtpError({ code, message = "not now" }: { code: number; message?: string }): Error {
  return Object.assign(new Error(message), { responseCode: code });
}
