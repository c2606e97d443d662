import { withServiceDatabase } from "@/server/database/service-database";
import { type Command, defineCommand } from "./command";

interface Replaced {
  retiredId: string;
  currentId: string;
}

/** A command without flags that replaces a key in DATA_DIR and prints the ids of both keys. */
export function rotateKey(usage: string, replaceKey: () => Promise<Replaced> | Replaced): Command {
  return defineCommand({
    usage,
    flags: {},
    async run(_flags, { out, program }) {
      const { retiredId, currentId } = await withServiceDatabase(program, async () => replaceKey());
      out.write(`Key ${currentId} signs from now on. Key ${retiredId} still verifies.\n`);
    },
  });
}
