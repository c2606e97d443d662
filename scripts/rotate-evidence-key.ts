import { replaceEvidenceKey } from "@/lib/signing/evidence-keys";
import { parseFlags } from "./cli/flags";
import { runProgram } from "./cli/program";
import { openServiceDatabase } from "./database/service-database";

const usage = `Usage: npm run evidence-keys:rotate

Puts a new key in the place of the one in DATA_DIR/evidence-key.pem. Packages that were signed before still verify: the old
public key is kept in DATA_DIR/evidence-keys and stays published. The service may run meanwhile. Not where the key comes from
the configuration (EVIDENCE_KEY, EVIDENCE_SIGN_COMMAND, EVIDENCE_CERTIFICATE): configure another one there instead.

  --help   This text.

docs/operations/evidence.md says what to do before and after.`;

runProgram(async (program) => {
  const flags = parseFlags(process.argv.slice(2), { help: "boolean" });
  if (flags.help) {
    console.log(usage);
    return;
  }
  const close = await openServiceDatabase(program);
  try {
    const { retiredId, currentId } = await replaceEvidenceKey();
    console.log(`The key ${currentId} signs from now on; ${retiredId} still verifies.`);
  } finally {
    await close();
  }
});
