import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A received e-mail. */
interface ReceivedMail {
  to: string[];
  subject: string;
  /** The whole message as received, with its headers. */
  source: string;
}

export interface MailServer {
  /** The value for SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  close(): Promise<void>;
}

/** A real SMTP server on a free port of this machine that stores the e-mails it receives. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, session, done) {
      const source = await text(stream);
      const to = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ to, subject: subjectOf(source), source });
      done();
    },
  });
  // Tests kill clients, which can reset their connections. Without a listener, that would end the process of the tests.
  smtp.on("error", () => undefined);
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => smtp.close(resolve)),
  };
}

/** The subject header, unfolded. */
function subjectOf(source: string): string {
  const folded = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(source)?.[1] ?? "";
  return folded.replaceAll(/\r\n[ \t]+/g, " ");
}
