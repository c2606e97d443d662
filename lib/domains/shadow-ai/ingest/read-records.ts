import { Assembly } from "@/lib/domains/shadow-ai/ingest/assembly";
import type { Lines, LogInput } from "@/lib/domains/shadow-ai/ingest/input/log-input";
import { readLines } from "@/lib/domains/shadow-ai/ingest/input/read-lines";
import { type OpenFile, openFile } from "@/lib/domains/shadow-ai/ingest/open-file";
import type { ReadBatch, ReadOptions } from "@/lib/domains/shadow-ai/ingest/types";

/** Maximum number of records per batch. Releasing waiting lines can produce many records at once. */
const batchRecords = 1_000;

/**
 * Reads the masked records of a sensor's logs. Several files are one input: lines about the same connection (a name in
 * one file, bytes in another, DNS answers for addresses) are joined across files. The files are therefore read side by
 * side, in order of time. Unreadable lines are counted among `bad` and do not stop the import. A file without text
 * returns no batch.
 *
 * @throws FormatError before the first batch, and InputError after the last complete line.
 */
export async function* readRecords(
  inputs: readonly LogInput[],
  options: ReadOptions,
): AsyncGenerator<ReadBatch, void, undefined> {
  const sources = inputs.map(({ name, bytes }) => ({ name, lines: readLines(bytes, options.limits) }));
  try {
    const files: OpenFile[] = [];
    for (const { name, lines } of sources) {
      const file = await openFile(name, lines, options);
      if (file) files.push(file);
    }
    yield* readFiles(files, options);
  } finally {
    for (const { lines } of sources) await lines.return(undefined);
  }
}

async function* readFiles(files: OpenFile[], options: ReadOptions): AsyncGenerator<ReadBatch, void, undefined> {
  const assembly = new Assembly(options);
  const unfinished = new Set(files);
  let failure: { error: unknown } | undefined;
  while (unfinished.size > 0 && !failure) {
    const file = furthestBehind(unfinished);
    let lines: Lines | null = null;
    try {
      lines = await file.next();
    } catch (error) {
      failure = { error };
    }
    if (!lines) {
      unfinished.delete(file);
      continue;
    }
    const index = files.indexOf(file);
    await assembly.prepare(file.format);
    const cpuMs = stopwatch();
    const { bad, reachedMs } = assembly.add(file, lines, index);
    const spentMs = cpuMs();
    await assembly.complete();
    file.reachedMs = Math.max(file.reachedMs, reachedMs);
    file.bytesRead = lines.bytesRead;
    const linesRead = lines.lines.length + lines.bad.length;
    const records = assembly.take(index, batchRecords);
    yield { ...batchOf(files, file), records, bad, linesRead, skipped: assembly.skipped, cpuMs: spentMs };
    yield* readyBatches(files, assembly, batchRecords);
  }
  assembly.end();
  yield* readyBatches(files, assembly, 1);
  if (failure) throw failure.error;
}

/** Batches of files with at least `atLeast` completed records. */
function* readyBatches(files: OpenFile[], assembly: Assembly, atLeast: number): Generator<ReadBatch, void, undefined> {
  for (const [index, file] of files.entries()) {
    while (assembly.readyCount(index) >= atLeast) {
      const records = assembly.take(index, batchRecords);
      yield { ...batchOf(files, file), records, bad: [], linesRead: 0, skipped: assembly.skipped, cpuMs: 0 };
    }
  }
}

/**
 * Starts to measure the processor time of synchronous work, in milliseconds. The process's time includes other threads
 * and the elapsed time includes other processes, so the lower value counts.
 */
export function stopwatch(): () => number {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min((user + system) / 1000, performance.now() - startedAt);
  };
}

function batchOf(files: readonly OpenFile[], { name, format }: OpenFile) {
  return { file: name, format, bytesRead: files.reduce((sum, { bytesRead }) => sum + bytesRead, 0) };
}

function furthestBehind(files: Iterable<OpenFile>): OpenFile {
  let behind: OpenFile | undefined;
  for (const file of files) if (!behind || file.reachedMs < behind.reachedMs) behind = file;
  return behind as OpenFile;
}
