import { expect } from "vitest";
import { type BadLine, InputError, type LineLimits } from "@/lib/domains/shadow-ai/ingest/input/log-input";
import { readLines } from "@/lib/domains/shadow-ai/ingest/input/read-lines";

export async function* chunksOf(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}

/** All output of an input, with the error that ended it. Checks the guarantees for every batch. */
export async function readAll(
  bytes: AsyncIterable<Uint8Array>,
  limits: Partial<LineLimits> = {},
): Promise<{ lines: string[]; bad: BadLine[]; batches: number; bytesRead: number; error: InputError | null }> {
  const all = {
    lines: [] as string[],
    bad: [] as BadLine[],
    batches: 0,
    bytesRead: 0,
    error: null as InputError | null,
  };
  let nextLine = 1;
  try {
    for await (const batch of readLines(bytes, limits)) {
      expect(batch.firstLine).toBe(nextLine);
      nextLine += batch.lines.length;
      for (const { line } of batch.bad) {
        expect(line).toBe(nextLine);
        nextLine += 1;
      }
      expect(batch.lines.length + batch.bad.length).toBeGreaterThan(0);
      expect(batch.lines.length + batch.bad.length).toBeLessThanOrEqual(1_000);
      expect(batch.bytesRead).toBeGreaterThan(all.bytesRead);
      for (const line of batch.lines) all.lines.push(line);
      all.bad.push(...batch.bad);
      all.batches += 1;
      all.bytesRead = batch.bytesRead;
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    all.error = error;
  }
  return all;
}

/** Reproducible lines like those of a log. */
export function sampleLog(lines: number): string {
  const next = noise(7);
  const hosts = ["api.openai.com", "claude.ai", "www.example.org", "bücher.example"];
  let at = 1_763_769_600;
  return Array.from({ length: lines }, () => {
    at += next(3);
    const [millis, net, client] = [next(4) * 250, next(3), next(4)];
    return `${at}.${millis}\t10.20.${net}.${client}\t${hosts[next(4)]}\t443\t${next(4) * 512}\n`;
  }).join("");
}

/** Reproducible integers from 0 to below `below`. */
function noise(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 12) % below;
  };
}
