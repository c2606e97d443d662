import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/**
 * Runs pg_dump or pg_restore on a database. Passes the password in the environment, because other users of the machine
 * can read arguments. @throws Error with the program's output if it fails.
 */
export async function runOnDatabase(program: "pg_dump" | "pg_restore", url: string, argv: string[]): Promise<void> {
  const { password, address } = withoutPassword(url);
  const child = spawn(program, [`--dbname=${address}`, "--no-password", ...argv], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...(password !== "" && { PGPASSWORD: password }) },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("close", resolve);
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") return reject(error);
      reject(new Error(`${program} is not on the PATH. On Debian, install the postgresql-client package.`));
    });
  });
  const [status, output] = await Promise.all([ended, text(child.stderr)]);
  if (status !== 0) throw new Error(`${program} failed with status ${status}: ${output.trim()}`);
}

function withoutPassword(url: string): { address: string; password: string } {
  const parsed = new URL(url);
  const password = decodeURIComponent(parsed.password);
  parsed.password = "";
  return { address: parsed.href, password };
}
