import { spawnSync } from "node:child_process";

export function pythonWithCryptography(): string | undefined {
  return pythonWith("cryptography");
}

/** A Python that has a package: the first on the path, or Debian's own. */
export function pythonWith(name: "cryptography" | "setuptools"): string | undefined {
  return ["python3", "/usr/bin/python3"].find(
    (program) => spawnSync(program, ["-c", `import ${name}`], { stdio: "ignore" }).status === 0,
  );
}
