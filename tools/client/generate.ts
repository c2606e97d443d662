import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedFiles, generatedFolder } from "./generated-files";

/** Writes the generated files of the client. With `--check`, reports files that do not match the document. */
const isCheck = process.argv.includes("--check");
const files = Object.entries(await generatedFiles());
const stale = files.filter(([name, text]) => {
  const path = join(generatedFolder, name);
  return !existsSync(path) || readFileSync(path, "utf8") !== text;
});

if (isCheck) {
  for (const [name] of stale) console.error(`clients/typescript/src/generated/${name} is out of date`);
  if (stale.length > 0) console.error("Run npm run client:generate.");
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  mkdirSync(generatedFolder, { recursive: true });
  for (const [name, text] of stale) writeFileSync(join(generatedFolder, name), text);
}
console.log(`Client: ${files.length} generated files, ${stale.length} ${isCheck ? "out of date" : "written"}`);
