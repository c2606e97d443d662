import { replaceCheckpointKey } from "@/lib/signing/checkpoint-keys";
import { parseFlags } from "./cli/flags";
import { runProgram } from "./cli/program";
import { openServiceDatabase } from "./database/service-database";

const usage = `Usage: npm run checkpoints:rotate

Puts a new key in the place of the one in DATA_DIR/checkpoint-key.pem. What was signed before still verifies: the old public
key is kept in DATA_DIR/checkpoint-keys and stays published. The service may run meanwhile. Not with CHECKPOINT_KEY: set
another one there instead.

  --help   This text.

docs/operations/checkpoints.md says what to do before and after.`;

runProgram(async (program) => {
  const flags = parseFlags(process.argv.slice(2), { help: "boolean" });
  if (flags.help) {
    console.log(usage);
    return;
  }
  const close = await openServiceDatabase(program);
  try {
    const { retiredId, currentId } = replaceCheckpointKey();
    console.log(`The key ${currentId} signs from now on; ${retiredId} still verifies.`);
  } finally {
    await close();
  }
});
