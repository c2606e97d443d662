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
  /** Throws a `MailError`. */
  send(mail: OutgoingMail): Promise<void>;
  /** Connects and signs in without sending. Throws a `MailError`. */
  verify(): Promise<void>;
  close(): void;
}

/** Why the server did not accept an e-mail, without credentials. */
export class MailError extends Error {
  override readonly name = "MailError";

  constructor(
    message: string,
    /** A retry cannot succeed. */
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
  /** An additional trusted certificate authority. */
  ca?: string;
  timeouts?: { connectMs: number; silenceMs: number; sendMs: number };
}

const defaultTimeouts = { connectMs: 10_000, silenceMs: 30_000, sendMs: 60_000 };

/** The maximum duration of `send`. */
export const sendMsMax = defaultTimeouts.sendMs;

/** The server of SMTP_URL, one connection pool per process; undefined if not configured. */
export function configuredTransport(): MailTransport | undefined {
  const { SMTP_URL: url, MAIL_FROM: from } = env();
  if (url === undefined || from === undefined) return undefined;
  return singleton("mail-transport", () => createSmtpTransport({ url, from }));
}

/**
 * Sends by SMTP (RFC 5321). smtp:// uses STARTTLS if offered, and requires it for a password to another machine.
 * Certificates are always verified.
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
    // A connection that the server closed while idle fails only at the next command.
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
          // Derived from the ID, so that recipients can detect duplicates.
          messageId: `<${id}@${domainOf(sender.address)}>`,
          // RFC 3834: prevents automatic replies.
          headers: { "Auto-Submitted": "auto-generated" },
          textEncoding: "quoted-printable",
          signal: AbortSignal.timeout(timeouts.sendMs),
        });
      } catch (error) {
        throw asMailError(error, [pass, user]);
      }
    },
    async verify() {
      await transport.verify().catch((error: unknown) => {
        throw asMailError(error, [pass, user]);
      });
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

/** These responses mean that the service's credentials are rejected, which the operator can correct. */
const configurationAnswers = [530, 534, 535, 538];

/** Shorter secrets would match ordinary text. */
const secretLengthMin = 4;

/** 5yz responses about the e-mail are permanent (RFC 5321, 4.2.1); 4yz responses and connection errors are not. */
function asMailError(error: unknown, secrets: string[]): MailError {
  if (!(error instanceof Error)) return new MailError("The mail server is unavailable.", false);
  const { code, permanent, responseCode } = error as { code?: unknown; permanent?: unknown; responseCode?: unknown };
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  const isConfiguration = configurationAnswers.some((answer) => answer === responseCode);
  const message = secrets
    .flatMap((secret) => [secret, Buffer.from(secret).toString("base64")])
    .filter((secret) => secret.length >= secretLengthMin)
    .reduce((text, secret) => text.replaceAll(secret, "[redacted]"), error.message);
  return new MailError(message, isAboutMail && permanent === true && !isConfiguration);
}
