import { constants, type Dirent } from "node:fs";
import { lstat, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { validationFailed } from "@/lib/errors";
import { isId } from "@/lib/id-prefixes";
import { ReadingOptions, SourceName } from "@/lib/shadow-ai/schemas-sources";

/** A place in the watched folder: `<organisation's id>/<source's name>`. */
export interface WaitingLogs {
  organisationId: string;
  source: string;
}

/** A file that nobody seems to write any more. */
export interface QuietFile {
  name: string;
  size: number;
  changedMs: number;
}

/** How long a file is left alone after its last change. */
const quietMs = 10_000;
/** Files that are read as one: each is an open file. */
const filesMax = 200;
/** What says how the files beside it are to be read. */
const optionsName = ".import.json";

export async function findPlaces(folder: string): Promise<WaitingLogs[]> {
  const places: WaitingLogs[] = [];
  for (const organisation of await entriesOf(folder)) {
    if (!organisation.isDirectory() || !isId("organisation", organisation.name)) continue;
    for (const source of await entriesOf(join(folder, organisation.name))) {
      if (!source.isDirectory() || !SourceName.safeParse(source.name).success) continue;
      places.push({ organisationId: organisation.name, source: source.name });
    }
  }
  return places;
}

/** The quiet files of a place in the order of their names. Links are passed over: they may lead anywhere. */
export async function findQuietFiles(place: string, nowMs: number): Promise<QuietFile[]> {
  const files: QuietFile[] = [];
  for (const entry of await entriesOf(place)) {
    if (!entry.isFile() || entry.name.startsWith(".") || files.length >= filesMax) continue;
    const { size, mtimeMs, ctimeMs } = await lstat(join(place, entry.name));
    if (nowMs - Math.max(mtimeMs, ctimeMs) >= quietMs) files.push({ name: entry.name, size, changedMs: ctimeMs });
  }
  return files;
}

/** What `.import.json` says; nothing where there is none. Throws `validation_failed`. */
export async function readOptionsFile(place: string): Promise<ReadingOptions> {
  let text: string;
  try {
    text = await readFile(join(place, optionsName), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
  const refuse = (message: string) => validationFailed([{ path: optionsName, message }]);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw refuse("is not JSON");
  }
  const parsed = ReadingOptions.safeParse(json);
  if (parsed.success) return parsed.data;
  throw refuse(parsed.error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; "));
}

/** The bytes of a file, opened when they are asked for. */
export async function* openFile(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  for await (const chunk of file.createReadStream({ highWaterMark: 256 * 1024 })) yield chunk as Buffer;
}

/** Sorted by name; none where the directory is not there. */
async function entriesOf(directory: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
