import { initialiseSigner } from "@/lib/domains/audit-chain";
import { systemClock } from "@/lib/platform/core/clock";
import { explainMissingTables, openServiceDatabase } from "@/server/database/service-database";
import { describeChain, parseArguments, usage } from "./initialise-signer/arguments";
import { runProgram } from "./support/program";

runProgram(async (program) => {
  const given = parseArguments(process.argv.slice(2));
  if (given === "help") {
    console.log(usage);
    return;
  }
  const close = await openServiceDatabase(program);
  try {
    const chains = await initialiseSigner(given, systemClock);
    for (const chain of chains) console.log(describeChain(chain));
    if (chains.length === 0) console.log("The database has no organisations. The signer's state is initialised.");
    if (chains.some(({ outcome }) => outcome === "not_verified")) process.exitCode = 1;
  } catch (error) {
    throw explainMissingTables(error);
  } finally {
    await close();
  }
});
