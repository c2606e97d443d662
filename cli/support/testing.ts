import { Readable, Writable } from "node:stream";
import { pool } from "@/lib/platform/database/db";
import type { Command } from "./command";

/** Runs a command with the text as its standard input. The pool of the test stays open although the command ends it. */
export async function execute(command: Command, argv: string[], standardInput = "") {
  const text = { out: "", err: "" };
  const into = (name: "out" | "err") =>
    new Writable({
      write(chunk, _encoding, done) {
        text[name] += String(chunk);
        done();
      },
    });
  const shared = pool();
  const end = shared.end.bind(shared);
  shared.end = (() => Promise.resolve()) as typeof shared.end;
  try {
    const status = await command.execute(argv, {
      input: Readable.from([Buffer.from(standardInput)]),
      out: into("out"),
      err: into("err"),
      program: { onExit: () => undefined },
    });
    return { status, ...text };
  } finally {
    shared.end = end;
  }
}
