import { createHash } from "node:crypto";
import type { Clock } from "@/lib/clock";
import { singleton } from "@/lib/singleton";
import { FileMissing, storage } from "@/lib/storage";

/** What is found where a package's file should be. */
export type FileState = "intact" | "changed" | "missing";

interface Look {
  atMs: number;
  state: Promise<FileState>;
  isOver: boolean;
}

/** Looks that are remembered, the latest ones. */
const looksMax = 1_000;

/**
 * Whether a stored file still has the hash (`sha256:` and hex) that it had when it was signed: all of it is read, in constant
 * memory. Who asks while somebody's look at it is under way gets that one's answer; with `notOlderThanMs` also one that was
 * found before, so that a question which anybody may ask costs little.
 */
export function lookAtFile(
  file: { storageKey: string; packageHash: string },
  clock: Clock,
  notOlderThanMs = 0,
): Promise<FileState> {
  const looks = singleton("evidence-file-looks", () => new Map<string, Look>());
  const name = `${file.storageKey} ${file.packageHash}`;
  const known = looks.get(name);
  const atMs = clock.now();
  if (known && (!known.isOver || Math.abs(atMs - known.atMs) < notOlderThanMs)) return known.state;
  const look: Look = { atMs, state: readState(file), isOver: false };
  looks.delete(name);
  looks.set(name, look);
  for (const oldest of looks.keys()) {
    if (looks.size <= looksMax) break;
    looks.delete(oldest);
  }
  look.state.then(
    () => {
      look.isOver = true;
    },
    () => {
      if (looks.get(name) === look) looks.delete(name);
    },
  );
  return look.state;
}

async function readState({ storageKey, packageHash }: { storageKey: string; packageHash: string }): Promise<FileState> {
  const hash = createHash("sha256");
  try {
    const bytes = await storage().read(storageKey);
    for await (const chunk of bytes) hash.update(chunk);
  } catch (error) {
    if (error instanceof FileMissing) return "missing";
    throw error;
  }
  return `sha256:${hash.digest("hex")}` === packageHash ? "intact" : "changed";
}
