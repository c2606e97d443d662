import { openServiceDatabase } from "@/server/database/service-database";
import { parseFlags } from "./flags";
import { runProgram } from "./program";

/** What a key's replacement answers: the ids of both keys. */
interface Replaced {
  retiredId: string;
  currentId: string;
}

/**
 * Runs a program that puts a new key in the place of the one in DATA_DIR, and tells both ids. It has no flags but `--help`,
 * which shows the usage.
 */
export function rotateKey(usage: string, replaceKey: () => Replaced | Promise<Replaced>): void {
  runProgram(async (program) => {
    const flags = parseFlags(process.argv.slice(2), { help: "boolean" });
    if (flags.help) {
      console.log(usage);
      return;
    }
    const close = await openServiceDatabase(program);
    try {
      const { retiredId, currentId } = await replaceKey();
      console.log(`The key ${currentId} signs from now on; ${retiredId} still verifies.`);
    } finally {
      await close();
    }
  });
}
