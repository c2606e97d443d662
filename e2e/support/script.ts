import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { checkpointKeyFor, type Environment, encryptionKeyFor, signerStateFor } from "./environment";

export interface ScriptEnd {
  /** The exit code; null if a signal ended it. */
  status: number | null;
  out: string;
  err: string;
}

interface ScriptOptions {
  /** The script's database and secret. */
  environment: Pick<Environment, "applicationUrl" | "serverSecret">;
  /** The script's data directory. */
  directory: string;
  /** Additional environment variables. */
  env?: Record<string, string>;
}

const root = join(import.meta.dirname, "../..");

/** Runs `npm run <name> -- <argv>` as a separate process until it ends. */
export async function runScript(
  name: "checkpoints:initialise" | "fsck" | "hammer" | "restore:drill",
  argv: string[],
  { environment: { applicationUrl, serverSecret }, directory, env }: ScriptOptions,
): Promise<ScriptEnd> {
  const script = spawn(
    process.execPath,
    [...(name === "hammer" ? ["--import", "tsx", "tools/hammer.ts"] : [".next/service/cli.mjs", name]), ...argv],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: "production",
        // npm sets this variable. With it, a program shuts down cleanly when its parent process has ended.
        npm_lifecycle_event: name,
        DATABASE_URL: applicationUrl,
        DATA_DIR: directory,
        SERVER_SECRET: serverSecret,
        ENCRYPTION_KEY: encryptionKeyFor(serverSecret),
        CHECKPOINT_KEY: checkpointKeyFor(serverSecret),
        SIGNER_STATE: signerStateFor(serverSecret),
        ...env,
      },
    },
  );
  const [out, err, [status]] = await Promise.all([
    text(script.stdout),
    text(script.stderr),
    once(script, "exit") as Promise<[number | null]>,
  ]);
  return { status, out, err };
}
