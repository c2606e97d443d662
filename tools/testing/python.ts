import { spawnSync } from "node:child_process";

const found = new Map<string, string | undefined>();

export function pythonWithCryptography(): string | undefined {
  return pythonWith("cryptography");
}

/**
 * A Python that has a module: the first on the path, or Debian's own. Returns the interpreter itself, because the
 * launcher of a version manager can take longer than the program.
 */
export function pythonWith(module: "cryptography" | "setuptools" | "sys"): string | undefined {
  if (!found.has(module)) {
    const paths = ["python3", "/usr/bin/python3"].map((program) => {
      const { status, stdout } = spawnSync(program, ["-c", `import sys, ${module}; print(sys.executable)`]);
      return status === 0 ? String(stdout).trim() : undefined;
    });
    found.set(
      module,
      paths.find((path) => path !== undefined),
    );
  }
  return found.get(module);
}

/** The Python on the path. */
export function pythonPath(): string {
  return pythonWith("sys") ?? "python3";
}
