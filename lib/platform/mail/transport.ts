import { createTransport } from "nodemailer";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";

interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface MailTransport {
  /** Hands a mail over to the server. Throws a `MailError`. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Why a mail was not accepted by the server, without credentials. */
export class MailError extends Error {
  override readonly name = "MailError";

  constructor(
    message: string,
    /** The server will not have this mail, however often it is tried. */
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

interface TransportSettings {
  /** smtp:// or smtps://. */
  url: string;
  /** `Name <address>`. */
  from: string;
  /** A certificate authority to trust beside those of Node.js. */
  ca?: string;
  timeouts?: { connectMs: number; silenceMs: number; sendMs: number };
}

const defaultTimeouts = { connectMs: 10_000, silenceMs: 30_000, sendMs: 60_000 };

/** The longest that `send` takes. */
export const sendMsMax = defaultTimeouts.sendMs;

/** The server of SMTP_URL, one set of connections a process; undefined where none is configured. */
export function configuredTransport(): MailTransport | undefined {
  const { SMTP_URL: url, MAIL_FROM: from } = env();
  if (url === undefined || from === undefined) return undefined;
  return singleton("mail-transport", () => createSmtpTransport({ url, from }));
}

/**
 * Sends by SMTP (RFC 5321). smtp:// is encrypted by STARTTLS where the server offers it, and must be where there is a
 * password and the server is another machine; certificates are always checked.
 */
export function createSmtpTransport({ url, from, ca, timeouts = defaultTimeouts }: TransportSettings): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const user = decodeURIComponent(username);
  const pass = decodeURIComponent(password);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const isSecure = protocol === "smtps:";
  const sender = parseSender(from);
  const transport = createTransport({
    pool: true,
    host,
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && user !== "" && !isLoopback(host),
    ...(user === "" ? {} : { auth: { user, pass } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    maxConnections: 2,
    // A connection that the server closed while nothing was sent shows only in the next mail's first command.
    maxRequeues: 1,
    idleTimeout: 15_000,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          from: sender,
          to: { name: "", address: to },
          subject,
          text,
          html,
          // Made of the id: who receives a repeat can tell that it is one.
          messageId: `<${id}@${domainOf(sender.address)}>`,
          // RFC 3834: no answering machine answers.
          headers: { "Auto-Submitted": "auto-generated" },
          textEncoding: "quoted-printable",
          signal: AbortSignal.timeout(timeouts.sendMs),
        });
      } catch (error) {
        throw asMailError(error, [pass, user]);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

function parseSender(from: string): { name: string; address: string } {
  const [, name = "", address = ""] = /^(?:(.*) )?<?([^<>\s]+)>?$/.exec(from) ?? [];
  return { name, address };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Answers to these say that the service is not let in yet, whatever the mail: its configuration may be corrected. */
const configurationAnswers = [530, 534, 535, 538];

/** Shorter ones would be found in any sentence. */
const secretLengthMin = 4;

/** 5yz answers about the mail itself are final (RFC 5321, 4.2.1); 4yz, and what kept the server from answering, is not. */
function asMailError(error: unknown, secrets: string[]): MailError {
  if (!(error instanceof Error)) return new MailError("The mail server could not be used.", false);
  const { code, permanent, responseCode } = error as { code?: unknown; permanent?: unknown; responseCode?: unknown };
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  const isConfiguration = configurationAnswers.some((answer) => answer === responseCode);
  const message = secrets
    .flatMap((secret) => [secret, Buffer.from(secret).toString("base64")])
    .filter((secret) => secret.length >= secretLengthMin)
    .reduce((text, secret) => text.replaceAll(secret, "[redacted]"), error.message);
  return new MailError(message, isAboutMail && permanent === true && !isConfiguration);
}
