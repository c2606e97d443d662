import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseEnv as parseVariables } from "node:util";
import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { type Env, env, parseEnv } from "@/lib/platform/config/env";
import { openStorage, storage } from "@/lib/platform/storage";
import { withServiceDatabase } from "@/server/database/service-database";
import { copyFiles } from "./move-organisation/files";
import { connect, copy, finish, type Move, switchOver } from "./move-organisation/move";
import { databaseProblems, keyProblems, movedProblem } from "./move-organisation/requirements";
import { readMove, reopen, reserve } from "./move-organisation/state";
import { defineCommand, type Surroundings } from "./support/command";
import { messageOf, UsageError } from "./support/errors";
import { requireFlag, requireOrganisation } from "./support/input";
import { createProgress, type Note } from "./support/progress";

const usage = `Usage: npm run organisations:move -- --organisation <id> --target <file> [--copy-only | --abort]
           [--address <url>] [--expect-head <file>]

Moves an organisation to another installation of the service: copies its rows while the service runs, stops writes for the
organisation, copies the rest, verifies the copy, and switches to the target. If a step fails, the source accepts writes
again. If the command is interrupted, run it again: it continues where it stopped.

  --organisation <id>    Organisation to move.
  --target <file>        Environment variables of the target installation, in the format of .env: DATABASE_URL with the
                         service's role, SERVER_SECRET, ENCRYPTION_KEY, CHECKPOINT_KEY, CHECKPOINT_PUBLIC_KEYS,
                         EVIDENCE_PUBLIC_KEYS, PUBLIC_URL, and S3_* or DATA_DIR for stored files.
  --address <url>        Address that the source returns after the move. Default: PUBLIC_URL of the target.
  --copy-only            Copy, and do not switch. The service keeps serving the organisation at the source.
  --abort                Accept writes at the source again, after an interrupted switch.
  --expect-head <file>   File with receipts or checkpoints that you saved, as for npm run fsck. The target's chain must
                         contain them.
  --help                 Show this help.

Exit status: 0 if the organisation was copied or moved, 1 if not.
The source is the database in DATABASE_URL, or the embedded database in DATA_DIR (default .data). See
docs/operations/move-organisation.md.`;

const flags = {
  organisation: "string",
  target: "string",
  address: "string",
  "copy-only": "boolean",
  abort: "boolean",
  "expect-head": "string",
} as const;

interface Options {
  /** How to start this program, for the verification with the target's variables. */
  program: () => string[];
  /** Time until no process answers with a cached authentication from before (4 s), and running requests have ended. */
  closingMs: number;
}

export const command = moveCommand({
  program: () => [...process.execArgv, process.argv[1] ?? ""],
  closingMs: 6_000,
});

export function moveCommand({ program, closingMs }: Options) {
  return defineCommand({
    usage,
    flags,
    async run(given, surroundings) {
      const target = readTarget(requireFlag("--target", given.target));
      const address = given.address ?? target.env.PUBLIC_URL;
      if (address === undefined || !/^https?:\/\/./.test(address))
        throw new UsageError(
          "--address: set the URL of the target installation, or PUBLIC_URL in the file of --target.",
        );
      const heads = given["expect-head"] === undefined ? [] : readHeads(given["expect-head"]);
      return await withServiceDatabase(surroundings.program, async () => {
        const organisation = await requireOrganisation(given.organisation);
        const source = env().DATABASE_URL;
        const move = await connect(organisation, { source, target: target.env.DATABASE_URL });
        surroundings.program.onExit(() => move.end());
        try {
          const verify = (checkpoint: Checkpoint | undefined) =>
            verifyTarget(program(), target.variables, organisation.id, checkpoint ? [checkpoint, ...heads] : heads);
          const wanted = { address, closingMs, copyOnly: given["copy-only"] ?? false, abort: given.abort ?? false };
          return await perform(move, { ...wanted, target, verify }, surroundings);
        } finally {
          await move.end();
        }
      });
    },
  });
}

interface Target {
  env: Env;
  variables: Record<string, string>;
}

interface Request {
  address: string;
  closingMs: number;
  copyOnly: boolean;
  abort: boolean;
  target: Target;
  verify(checkpoint: Checkpoint | undefined): Promise<void>;
}

async function perform(move: Move, request: Request, { out, program }: Surroundings): Promise<number> {
  const { source, target, organisation } = move;
  await reserve(source, organisation.id);
  const say = (line: string) => void out.write(`${line}\n`);
  const { address, closingMs, verify } = request;
  const state = (await readMove(source, organisation.id))?.state;
  if (state === "MOVED") {
    if (request.abort) throw new Error("The organisation has moved. Move it back from the target instead.");
    const problem = await movedProblem(move, organisation.id, address);
    if (problem !== undefined) throw new Error(problem);
    await reserve(target, organisation.id);
    await finish(move);
    say(`${organisation.id} is served at the target.`);
    return 0;
  }
  if (state === "ARRIVING") throw new Error("The organisation is being moved to this installation.");
  if (request.abort) {
    await reopen(source, organisation.id);
    say("The source accepts writes. The rows at the target remain, and the next run continues with them.");
    return 0;
  }
  const problems = [...keyProblems(env(), request.target.env), ...(await databaseProblems(move, organisation.id))];
  if (problems.length > 0)
    throw new Error(`The organisation cannot be moved:\n${problems.map((one) => `  ${one}`).join("\n")}`);
  await reserve(target, organisation.id);
  const progress = createProgress(out);
  const files = async (note: Note) => copyStoredFiles(move, request.target, note);
  await progress.step("Copying", async (note) => {
    await copy(move, note);
    await files(note);
  });
  if (request.copyOnly) return 0;
  let isOver = false;
  /** Allows writes to the source again unless it has moved, and returns the next step for the user. */
  const open = async () => {
    try {
      await reopen(move.sourcePool, organisation.id);
      const state = (await readMove(move.sourcePool, organisation.id))?.state;
      return state === undefined
        ? "The source accepts writes again."
        : `The move has the state ${state}, and the source does not accept writes. Run the command again.`;
    } catch (error) {
      return `The source could not be reopened for writes (${messageOf(error)}), and may still reject them. Run the command again, or abort the move with --abort.`;
    }
  };
  program.onExit(async () => {
    if (!isOver) say(await open());
  });
  try {
    await progress.step("Switching", (note) =>
      switchOver(move, { address, closingMs, note, copyFiles: () => files(note), verify }),
    );
  } catch (error) {
    throw new Error(`${messageOf(error)}\n${await open()}`);
  } finally {
    isOver = true;
  }
  say(`${organisation.id} has moved to ${address}. At the target, run:
  npm run checkpoints:initialise -- --organisation ${organisation.id} --reason "Moved from another installation"`);
  return 0;
}

async function copyStoredFiles(move: Move, { env: variables }: Target, note: Note): Promise<void> {
  const between = { from: storage(), to: openStorage(variables) };
  const { files, missing } = await copyFiles(move.source, move.organisation.id, between);
  note(`${files} stored files are at the target.`);
  for (const key of missing) note(`The source has no file ${key}.`);
}

function readTarget(path: string): Target {
  if (!existsSync(path)) throw new UsageError(`--target: ${path} does not exist.`);
  try {
    const variables = parseVariables(readFileSync(path, "utf8")) as Record<string, string>;
    return { env: parseEnv(variables), variables };
  } catch (error) {
    throw new UsageError(`--target: ${path}: ${messageOf(error)}`);
  }
}

function readHeads(path: string): unknown[] {
  try {
    return [JSON.parse(readFileSync(path, "utf8"))].flat();
  } catch (error) {
    throw new UsageError(`--expect-head: cannot read ${path} as JSON: ${messageOf(error)}`);
  }
}

/** Runs npm run fsck with the target's variables only, so that the target's keys must verify the records. */
async function verifyTarget(
  program: string[],
  variables: Record<string, string>,
  organisationId: string,
  heads: unknown[],
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "move-organisation-"));
  try {
    const saved = join(directory, "heads.json");
    await writeFile(saved, JSON.stringify(heads));
    const expected = heads.length > 0 ? ["--expect-head", saved] : [];
    const argv = [...program, "fsck", "--organisation", organisationId, "--without-signer-state", ...expected];
    const { PATH = "", HOME = "" } = process.env;
    // An empty variable counts as absent, and keeps the file .env of the source from setting it.
    const absent = existsSync(".env") ? Object.keys(parseVariables(readFileSync(".env", "utf8"))) : [];
    const child = spawn(process.execPath, argv, {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        NODE_ENV: "production",
        PATH,
        HOME,
        ...Object.fromEntries(absent.map((name) => [name, ""])),
        ...variables,
      },
    });
    const ended = new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
    const [status, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    if (status !== 0) throw new Error(`The verification at the target failed:\n${out}${err}`.trimEnd());
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
