import { setInterval } from "node:timers/promises";
import { getMail, listMails } from "@/lib/platform/mail";

const pollMs = 1_000;
const mailsPerPoll = 50;
const link = /https?:\/\/\S+#token=\S+/;

/**
 * Prints the links in invitations and password resets while the demo runs: without a mail server, they are available only on
 * the command line. Returns a function that stops it.
 */
export function printMailLinks(sinceMs: number, print: (lines: string) => void): () => Promise<void> {
  const stopped = new AbortController();
  const printed = new Set<string>();
  const running = poll();

  async function poll(): Promise<void> {
    try {
      for await (const _ of setInterval(pollMs, undefined, { signal: stopped.signal, ref: false })) {
        for (const lines of await newLinks(sinceMs, printed)) print(lines);
      }
    } catch (error) {
      if (!stopped.signal.aborted) print(`Printing links in e-mails failed: ${String(error)}\n`);
    }
  }

  return () => {
    stopped.abort();
    return running;
  };
}

async function newLinks(sinceMs: number, printed: Set<string>): Promise<string[]> {
  const mails = await listMails({ limit: mailsPerPoll });
  const unread = mails.filter(
    ({ id, status, createdAt }) => status === "STORED" && createdAt.getTime() >= sinceMs && !printed.has(id),
  );
  const lines: string[] = [];
  for (const { id } of unread.reverse()) {
    printed.add(id);
    const mail = await getMail(id);
    const url = mail?.hasLink === true ? link.exec(mail.text)?.[0] : undefined;
    if (mail && url !== undefined) lines.push(`\nE-mail to ${mail.recipient}: ${mail.subject}\n  ${url}\n`);
  }
  return lines;
}
