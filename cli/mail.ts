import { writeFile } from "node:fs/promises";
import { getMail, listMails, type MailMessage, type MailOutline } from "@/lib/platform/mail";
import { explainMissingTables, openServiceDatabase } from "@/server/database/service-database";
import { type MailArguments, parseArguments, usage } from "./mail-arguments";
import { runProgram } from "./support/program";

runProgram(async (program) => {
  const given = parseArguments(process.argv.slice(2));
  if (given.task === "help") {
    console.log(usage);
    return;
  }
  const close = await openServiceDatabase(program);
  try {
    await (given.task === "list" ? list(given) : show(given));
  } catch (error) {
    throw explainMissingTables(error);
  } finally {
    await close();
  }
});

async function list(filter: Extract<MailArguments, { task: "list" }>): Promise<void> {
  const mails = await listMails(filter);
  if (mails.length === 0) console.error("There is no mail.");
  for (const mail of mails) console.log(inList(mail));
}

function inList({ id, status, recipient, subject, createdAt, error }: MailOutline): string {
  const head = `${id}  ${createdAt.toISOString()}  ${status.padEnd(6)}  ${recipient}\n  ${subject}`;
  return error === null ? head : `${head}\n  ${error}`;
}

async function show({ id, htmlFile }: Extract<MailArguments, { task: "show" }>): Promise<void> {
  const mail = await getMail(id);
  if (mail === null) throw new Error(`There is no mail ${id}. npm run mail lists them.`);
  if (htmlFile === undefined) {
    console.log(asText(mail));
    return;
  }
  await writeFile(htmlFile, mail.html);
  console.error(`Wrote ${htmlFile}.`);
}

function asText({ recipient, subject, status, attempts, createdAt, sentAt, error, text }: MailMessage): string {
  const headers = [
    `To: ${recipient}`,
    `Subject: ${subject}`,
    `Written: ${createdAt.toISOString()}`,
    `Status: ${status}, tries: ${attempts}${sentAt === null ? "" : `, sent at ${sentAt.toISOString()}`}`,
    ...(error === null ? [] : [`Error: ${error}`]),
  ];
  return `${headers.join("\n")}\n\n${text}`;
}
