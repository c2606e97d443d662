import { readFile } from "node:fs/promises";
import { installCatalogue } from "@/lib/domains/shadow-ai";
import { systemClock } from "@/lib/platform/core/clock";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand } from "./support/command";
import { messageOf, UsageError } from "./support/errors";

const usage = `Usage: npm run catalogue:update -- FILE

Installs a signed catalogue of AI services without a new release. The file must be signed with a key in
CATALOGUE_PUBLIC_KEYS and be newer than the current catalogue. The command records the version on the audit chain of every
organisation. All processes use the new catalogue for the next log, and known uses are analysed again.

  FILE    The signed catalogue file.
  --help  Show this help.

Exit status: 0 if the catalogue was installed, 1 if it was not accepted, 2 if an argument is invalid.`;

export const command = defineCommand({
  usage,
  flags: {},
  takesArguments: true,
  failureStatus: 1,
  async run(_flags, { positionals: [file, ...others], out, program }) {
    if (file === undefined || others.length > 0) throw new UsageError("Specify one catalogue file. See --help.");
    const text = await readFile(file, "utf8").catch((error: unknown) => {
      throw new UsageError(`${file} cannot be read: ${messageOf(error)}`);
    });
    await withServiceDatabase(program, async () => {
      const ctx = { actor: { kind: "system", id: "command-line" }, clock: systemClock } as const;
      const { version, entries, organisations } = await installCatalogue(ctx, text);
      out.write(`Catalogue ${version} installed: ${entries} entries, recorded on ${organisations} audit chains.\n`);
    });
  },
});
