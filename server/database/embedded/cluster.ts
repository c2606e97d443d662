import { createHash, randomUUID } from "node:crypto";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  statfs,
  symlink,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { PostgresPrograms } from "./binaries";
import { configurationInclude, hostBasedAuthentication } from "./configuration";
import { type Credentials, roles } from "./credentials";
import { errorCode, type FileOwner, readFileIfPresent, syncDirectory, writeFileAtomically } from "./files";
import { runCommand } from "./processes";
import { canReach, makeSystemDirectory, systemDirectory } from "./system-user";

export interface Cluster {
  /** Its directory, with symbolic links resolved. */
  directory: string;
  programs: PostgresPrograms;
  account: FileOwner | undefined;
  logFile: string;
}

/** Also of clusters that are to be deleted. */
function draftPath(path: string, home: string): string {
  return join(home, `${basename(path)}.draft-${randomUUID()}`);
}

/**
 * Creates a cluster at a path. It is initialised in a temporary directory and moved when complete, so that the cluster at
 * the path is complete even after a power failure.
 *
 * As root, the cluster belongs to the server's account. If that account cannot access the path, the cluster is created
 * below /var/lib and the path becomes a symbolic link to it.
 */
export async function createCluster(
  path: string,
  programs: PostgresPrograms,
  account: FileOwner | undefined,
  credentials: Credentials,
  { durable, inMemory }: { durable: boolean; inMemory: boolean },
): Promise<void> {
  const home = (inMemory ? await memoryHome(path, account) : undefined) ?? (await reachableHome(path, account));
  await removeDrafts(path, home);
  const draft = draftPath(path, home);
  try {
    await initialise(draft, programs, account, credentials, durable);
    if (home === dirname(path)) {
      await rename(draft, path);
    } else {
      const permanent = join(home, `postgres-${randomUUID()}`);
      await rename(draft, permanent);
      await symlink(permanent, path);
    }
    await syncDirectory(dirname(path));
  } finally {
    await removeDrafts(path, home);
  }
}

/**
 * The real directory of an existing cluster.
 *
 * @throws with instructions if it is no cluster, of another PostgreSQL version, or inaccessible to the server.
 */
export async function openCluster(
  path: string,
  programs: PostgresPrograms,
  account: FileOwner | undefined,
): Promise<string> {
  const directory = await target(path);
  const { uid } = await stat(directory);
  if (!account && process.getuid && uid !== process.getuid()) {
    throw new Error(`${path} belongs to the user with uid ${uid}. Run this command as that user or as root.`);
  }
  const version = (await readFileIfPresent(join(directory, "PG_VERSION")))?.trim();
  if (version === undefined) {
    throw new Error(`${path} is not a PostgreSQL data directory. Move it away and start again.`);
  }
  if (version !== programs.majorVersion) {
    throw new Error(
      `${path} was written by PostgreSQL ${version}, and PostgreSQL ${programs.majorVersion} is installed. ` +
        "Dump it with the old version and restore the dump into a new data directory.",
    );
  }
  await letThrough(dirname(directory), account);
  if (!(await canReach(account, directory))) {
    throw new Error(
      `The system user with uid ${account?.uid}, which PostgreSQL runs as, may not enter ${directory}. ` +
        "Let it through the directories above (chmod o+x), or move the data directory.",
    );
  }
  return directory;
}

/** Deletes a cluster and the link to it, if any. The path never refers to a partly deleted cluster. */
export async function deleteCluster(path: string): Promise<void> {
  const directory = await realpath(path).catch(() => path);
  const draft = draftPath(path, dirname(path));
  await rename(path, draft);
  await rm(draft, { recursive: true, force: true });
  await rm(directory, { recursive: true, force: true });
}

/** Whether there is a cluster at the path, or a link to one, even a broken link. */
export async function clusterExists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    (error) => {
      if (errorCode(error) === "ENOENT") return false;
      throw error;
    },
  );
}

async function target(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    const gone = await readlink(path);
    throw new Error(
      `The database is in ${gone}, which is gone. Restore it, or remove ${path} to begin with an empty one.`,
    );
  }
}

async function initialise(
  draft: string,
  programs: PostgresPrograms,
  account: FileOwner | undefined,
  credentials: Credentials,
  durable: boolean,
): Promise<void> {
  const passwordFile = `${draft}.password`;
  await mkdir(draft, { mode: 0o700 });
  if (account) await chown(draft, account.uid, account.gid);
  await writeFileAtomically(passwordFile, credentials.superuser, account);
  const { code, output } = await runCommand(
    programs.initdb,
    [
      ...["-D", draft, `--username=${roles.superuser}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"],
      // One collation everywhere: sorting must not depend on the machine's C library.
      ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
      ...["--data-checksums", ...(durable ? [] : ["--no-sync"])],
    ],
    { user: account },
  );
  if (code !== 0) throw new Error(`PostgreSQL could not create a cluster in ${dirname(draft)}: ${output.trim()}`);
  const configuration = join(draft, "postgresql.conf");
  await writeFileAtomically(join(draft, "pg_hba.conf"), hostBasedAuthentication);
  await writeFileAtomically(configuration, (await readFile(configuration, "utf8")) + configurationInclude);
}

/** The in-memory file system of Linux, and how much must be free there. */
const memory = { directory: "/dev/shm", bytesFree: 8 * 1024 ** 3 };

/**
 * A directory in memory for the cluster of a path; undefined if there is too little memory. Deletes those of deleted data
 * directories.
 */
async function memoryHome(path: string, account: FileOwner | undefined): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(memory.directory).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize < memory.bytesFree) return undefined;
  const parent = join(memory.directory, `governance-audit-service-${process.getuid?.() ?? 0}`);
  const home = join(parent, nameOf(path));
  await mkdir(home, { recursive: true });
  // All users can create files in that directory.
  const { uid } = await lstat(parent);
  if (uid !== process.getuid?.()) return undefined;
  for (const each of [parent, home]) await chmod(each, 0o711);
  if (!(await canReach(account, home))) return undefined;
  await writeFile(join(home, "path"), path);
  for (const name of await readdir(parent)) {
    const owner = await readFileIfPresent(join(parent, name, "path"));
    if (owner !== undefined && !(await clusterExists(dirname(owner)))) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
  return home;
}

/** The parent directory for a cluster: next to the path, if the server's account can access it. */
async function reachableHome(path: string, account: FileOwner | undefined): Promise<string> {
  const dataDirectory = dirname(path);
  if (await letThrough(dataDirectory, account)) return dataDirectory;
  const home = await makeSystemDirectory(nameOf(path));
  await writeFile(join(home, "README"), `The database of ${path}, where PostgreSQL's account may not go.\n`);
  if (await canReach(account, home)) return home;
  throw new Error(
    `PostgreSQL's account can enter neither ${dataDirectory} nor ${systemDirectory}. ` +
      "Move the data directory to where other users may go, or run this as an ordinary user.",
  );
}

function nameOf(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 16);
}

/** Lets only the server's group pass through our private directory. False if that is not sufficient. */
async function letThrough(directory: string, account: FileOwner | undefined): Promise<boolean> {
  if (!account || (await canReach(account, directory))) return true;
  const { uid, gid, mode } = await stat(directory);
  const isPrivateOfRoot = uid === 0 && (gid === 0 || (mode & 0o070) === 0);
  if (!isPrivateOfRoot) return false;
  await chown(directory, uid, account.gid);
  await chmod(directory, (mode & 0o7707) | 0o010);
  return await canReach(account, directory);
}

/** An initdb whose launcher was killed may still write into its draft while that is removed. */
async function removeDrafts(path: string, home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith(`${basename(path)}.draft-`))
      await rm(join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
