import { timestampPackages } from "@/lib/domains/evidence";
import { systemClock } from "@/lib/platform/core/clock";
import { inParts } from "@/lib/platform/jobs/define";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand } from "./support/command";
import { UsageError } from "./support/errors";

const usage = `Usage: npm run evidence:timestamp [-- --days <number>]

Adds a document timestamp from the authority in TSA_URL (PAdES level B-LTA) to stored PDF packages: to those without one, and
to those whose newest document timestamp has a certificate that expires soon. The command writes copies named
<package>.archive.pdf. The issued files stay unchanged. You can run it repeatedly, for example every week.

  --days <number>  Renew document timestamps whose certificate expires within this number of days. Default: 90.
  --help           Show this help.

See docs/operations/evidence.md.`;

const dayMs = 24 * 60 * 60 * 1000;

export const command = defineCommand({
  usage,
  flags: { days: "string" },
  async run({ days = "90" }, { out, program }) {
    if (!/^\d{1,5}$/.test(days)) throw new UsageError("--days must be a number of days, such as 90.");
    return withServiceDatabase(program, async () => {
      const expiryMs = systemClock.now() + Number(days) * dayMs;
      let status = 0;
      await inParts(async (after) => {
        const part = await timestampPackages({ clock: systemClock, expiryMs, after }, (line) => out.write(`${line}\n`));
        if (part.failed > 0) status = 1;
        return part;
      });
      return status;
    });
  },
});
