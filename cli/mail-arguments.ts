import { parseFlags } from "./support/flags";

export const usage = `Usage: npm run mail [-- --limit <n>] [--organisation <id>]
       npm run mail -- <id> [--html <file>]

Lists the mails that the service sent, or stored where no SMTP server is configured, newest first; with an id prints one.

  --limit <n>           How many are listed, 1 to 1000. Default: 20.
  --organisation <id>   Only those of this organisation.
  --html <file>         Writes the mail as HTML to this file instead of printing its text.
  --help                This text.

The database is the one of DATABASE_URL, or the embedded one of DATA_DIR (default .data), also while it is in use.`;

export type MailArguments =
  | { task: "help" }
  | { task: "list"; limit: number; organisationId?: string }
  | { task: "show"; id: string; htmlFile?: string };

/** What the command line asks for. Throws an Error with a sentence that names what is wrong. */
export function parseArguments(argv: string[]): MailArguments {
  const [first, ...others] = argv;
  const id = first !== undefined && !first.startsWith("-") ? first : undefined;
  const flags = parseFlags(id === undefined ? argv : others, {
    limit: "string",
    organisation: "string",
    html: "string",
    help: "boolean",
  });
  if (flags.help) return { task: "help" };
  if (id === undefined) {
    if (flags.html !== undefined) throw new Error("--html: name the mail: npm run mail -- <id> --html <file>");
    return {
      task: "list",
      limit: parseLimit(flags.limit ?? "20"),
      ...(flags.organisation === undefined ? {} : { organisationId: flags.organisation }),
    };
  }
  if (flags.limit !== undefined || flags.organisation !== undefined) {
    throw new Error("--limit and --organisation are for the list, without an id.");
  }
  return { task: "show", id, ...(flags.html === undefined ? {} : { htmlFile: flags.html }) };
}

function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 1000) throw new Error(`--limit must be a number from 1 to 1000, not ${text}.`);
  return limit;
}
