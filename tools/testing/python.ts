import { spawnSync } from "node:child_process";

/** A Python that has the package cryptography: the first on the path, or Debian's own. */
export function pythonWithCryptography(): string | undefined {
  return ["python3", "/usr/bin/python3"].find(
    (program) => spawnSync(program, ["-c", "import cryptography"], { stdio: "ignore" }).status === 0,
  );
}
