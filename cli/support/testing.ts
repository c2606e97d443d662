import { Writable } from "node:stream";
import { pool } from "@/lib/platform/database/db";

/** Where a command may write, and what it wrote. */
export function capture(): { out: Writable; err: Writable; text: { out: string; err: string } } {
  const text = { out: "", err: "" };
  const into = (name: "out" | "err") =>
    new Writable({
      write(chunk, _encoding, done) {
        text[name] += String(chunk);
        done();
      },
    });
  return { out: into("out"), err: into("err"), text };
}

/** Runs a command that ends its pool, which here is also the test's: it stays as it was. */
export async function keepingPool<T>(command: () => Promise<T>): Promise<T> {
  const kept = pool();
  const end = kept.end.bind(kept);
  kept.end = (() => Promise.resolve()) as typeof kept.end;
  try {
    return await command();
  } finally {
    kept.end = end;
  }
}
