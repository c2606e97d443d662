import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { clientsFolder, generatedFiles } from "./generated-files";

/** Writes the generated files of the clients. With `--check`, reports files that do not match the document. */
const isCheck = process.argv.includes("--check");
const files = Object.entries(await generatedFiles());
const stale = files.filter(([name, text]) => {
  const path = join(clientsFolder, name);
  return !existsSync(path) || readFileSync(path, "utf8") !== text;
});

if (isCheck) {
  for (const [name] of stale) console.error(`clients/${name} is out of date`);
  if (stale.length > 0) {
    console.error("Run npm run client:generate.");
    process.exitCode = 1;
  }
} else {
  for (const [name, text] of stale) {
    mkdirSync(dirname(join(clientsFolder, name)), { recursive: true });
    writeFileSync(join(clientsFolder, name), text);
  }
}
console.log(`Clients: ${files.length} generated files, ${stale.length} ${isCheck ? "out of date" : "written"}`);
