import { writeFile } from "node:fs/promises";
import { getMail, listMails, type MailMessage, type MailOutline } from "@/lib/platform/mail";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand } from "./support/command";
import { UsageError } from "./support/errors";
import { parseWholeNumber } from "./support/flags";

const usage = `Usage: npm run mail [-- --limit <n>] [--organisation <id>]
       npm run mail -- <id> [--html <file>]

Lists the e-mails that the service has sent, or has only stored because no SMTP server is configured, newest first. With an
ID, prints that e-mail.

  --limit <n>           How many e-mails to list, 1 to 1000. Default: 20.
  --organisation <id>   List only e-mails of this organisation.
  --html <file>         Write the e-mail as HTML to this file instead of printing its text.
  --help                Show this help.

The command uses the database in DATABASE_URL, or the embedded database in DATA_DIR (default .data). You can run it while
the service is running.`;

export const command = defineCommand({
  usage,
  flags: { limit: "string", organisation: "string", html: "string" },
  takesArguments: true,
  async run({ limit: limitFlag, organisation, html }, { positionals: [id, ...others], out, err, program }) {
    const limit = parseWholeNumber("--limit", limitFlag ?? "20", 1, 1000);
    if (others.length > 0) throw new UsageError(`Unexpected argument: ${others[0]}. See --help.`);
    if (id === undefined && html !== undefined) {
      throw new UsageError("--html requires an ID: npm run mail -- <id> --html <file>");
    }
    if (id !== undefined && (limitFlag !== undefined || organisation !== undefined)) {
      throw new UsageError("--limit and --organisation filter the list: do not combine them with an ID.");
    }
    await withServiceDatabase(program, async () => {
      if (id === undefined) {
        const mails = await listMails({ limit, ...(organisation !== undefined && { organisationId: organisation }) });
        if (mails.length === 0) err.write("No e-mails.\n");
        for (const mail of mails) out.write(`${describeMail(mail)}\n`);
        return;
      }
      const mail = await getMail(id);
      if (mail === null) throw new Error(`E-mail ${id} not found. List e-mails with: npm run mail`);
      if (html === undefined) out.write(`${renderMail(mail)}\n`);
      else {
        await writeFile(html, mail.html);
        err.write(`Wrote ${html}.\n`);
      }
    });
  },
});

function describeMail({ id, status, recipient, subject, createdAt, error }: MailOutline): string {
  const head = `${id}  ${createdAt.toISOString()}  ${status.padEnd(6)}  ${recipient}\n  ${subject}`;
  return error === null ? head : `${head}\n  ${error}`;
}

function renderMail({ recipient, subject, status, attempts, createdAt, sentAt, error, text }: MailMessage): string {
  const headers = [
    `To: ${recipient}`,
    `Subject: ${subject}`,
    `Created: ${createdAt.toISOString()}`,
    `Status: ${status}, attempts: ${attempts}${sentAt === null ? "" : `, sent at ${sentAt.toISOString()}`}`,
    ...(error === null ? [] : [`Error: ${error}`]),
  ];
  return `${headers.join("\n")}\n\n${text}`;
}
