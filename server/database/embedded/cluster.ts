import { createHash, randomBytes, randomUUID } from "node:crypto";
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
  symlink,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { type Credentials, roles } from "./databases";
import { errorCode, type FileOwner, readFileIfPresent, syncDirectory, writeFileAtomically } from "./files";
import { runCommand } from "./processes";
import { findPrograms, type PostgresPrograms } from "./programs";
import { configurationInclude, wasKilled } from "./server";
import { canReach, makeSystemDirectory, serverAccount, systemDirectory } from "./system-user";

export type Progress = (message: string) => void;

/** The data of a PostgreSQL server, and what it runs with. */
export interface Cluster {
  /** Its directory, with symbolic links resolved. */
  directory: string;
  programs: PostgresPrograms;
  account: FileOwner | undefined;
  logFile: string;
}

/**
 * Opens the cluster at a path, or creates it. A disposable one that has crashed is replaced.
 *
 * @throws with instructions if its passwords are missing, or it cannot be used.
 */
export async function prepareCluster(
  path: string,
  disposable: boolean,
  onProgress: Progress,
): Promise<{ cluster: Cluster; credentials: Credentials }> {
  const account = await serverAccount(path);
  const programs = await findPrograms(account);
  const open = async (): Promise<Cluster> => {
    const directory = await openCluster(path, programs, account);
    return { directory, programs, account, logFile: `${path}.log` };
  };
  const passwords = `${path}-credentials.json`;
  const known = await readCredentials(passwords);
  if (await clusterExists(path)) {
    if (!disposable) return { cluster: await open(), credentials: known ?? missingCredentials(passwords, path) };
    const cluster = known && (await open().catch(() => undefined));
    if (cluster && !(await wasKilled(cluster))) return { cluster, credentials: known };
    await deleteCluster(path);
  }
  onProgress("Creating the database.");
  const credentials = known ?? (await createCredentials(passwords));
  await createCluster(path, programs, account, credentials, disposable);
  return { cluster: await open(), credentials };
}

const StoredCredentials = z.object({ superuser: z.string(), owner: z.string(), application: z.string() });

async function readCredentials(path: string): Promise<Credentials | undefined> {
  const text = await readFileIfPresent(path);
  if (text === undefined) return undefined;
  const parsed = StoredCredentials.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error(`${path} does not contain the passwords of the embedded database. Restore it from a backup.`);
}

/** Generates passwords and stores them in a file that only our account can read. */
async function createCredentials(path: string): Promise<Credentials> {
  const password = () => randomBytes(24).toString("base64url");
  const credentials = { superuser: password(), owner: password(), application: password() };
  await writeFileAtomically(path, `${JSON.stringify(credentials, null, 2)}\n`);
  return credentials;
}

function missingCredentials(passwords: string, path: string): never {
  throw new Error(
    `${passwords} is missing. Without it, the database in ${path} cannot be opened. ` +
      `Restore the file, or remove ${path} as well to start with an empty database.`,
  );
}

/** Also for clusters that will be deleted. */
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
async function createCluster(
  path: string,
  programs: PostgresPrograms,
  account: FileOwner | undefined,
  credentials: Credentials,
  disposable: boolean,
): Promise<void> {
  const home = await reachableHome(path, account);
  await removeDrafts(path, home);
  const draft = draftPath(path, home);
  try {
    await initialise(draft, programs, account, credentials, disposable);
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
 * @throws with instructions if it is not a cluster, belongs to another PostgreSQL version, or is inaccessible to the
 * server.
 */
async function openCluster(path: string, programs: PostgresPrograms, account: FileOwner | undefined): Promise<string> {
  const directory = await target(path);
  const { uid } = await stat(directory);
  if (!account && uid !== process.getuid?.()) {
    throw new Error(`${path} belongs to the user with uid ${uid}. Run this command as that user or as root.`);
  }
  const version = (await readFileIfPresent(join(directory, "PG_VERSION")))?.trim();
  if (version === undefined) {
    throw new Error(`${path} is not a PostgreSQL data directory. Move it to another location and start again.`);
  }
  if (version !== programs.majorVersion) {
    throw new Error(
      `${path} was written by PostgreSQL ${version}, but PostgreSQL ${programs.majorVersion} is installed. ` +
        "Dump it with the old version and restore the dump into a new data directory.",
    );
  }
  await letThrough(dirname(directory), account);
  if (!(await canReach(account, directory))) {
    throw new Error(
      `The system user with uid ${account?.uid}, which PostgreSQL runs as, cannot access ${directory}. ` +
        "Allow it to traverse the parent directories (chmod o+x), or move the data directory.",
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
      `The database directory ${gone} no longer exists. Restore it, or remove ${path} to start with an empty database.`,
    );
  }
}

/** Every role can connect by password, from this machine over TCP. */
const hostBasedAuthentication = "host all all 127.0.0.1/32 scram-sha-256\n";

async function initialise(
  draft: string,
  programs: PostgresPrograms,
  account: FileOwner | undefined,
  credentials: Credentials,
  disposable: boolean,
): Promise<void> {
  const passwordFile = `${draft}.password`;
  await mkdir(draft, { mode: 0o700 });
  if (account) await chown(draft, account.uid, account.gid);
  await writeFileAtomically(passwordFile, credentials.superuser, account);
  const { code, output } = await runCommand(
    join(programs.directory, "initdb"),
    [
      ...["-D", draft, `--username=${roles.superuser}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"],
      // One collation everywhere: sorting must not depend on the machine's C library.
      ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
      ...["--data-checksums", ...(disposable ? ["--no-sync"] : [])],
    ],
    { user: account },
  );
  if (code !== 0) throw new Error(`PostgreSQL could not create a cluster in ${dirname(draft)}: ${output.trim()}`);
  const configuration = join(draft, "postgresql.conf");
  await writeFileAtomically(join(draft, "pg_hba.conf"), hostBasedAuthentication);
  await writeFileAtomically(configuration, (await readFile(configuration, "utf8")) + configurationInclude);
}

/** The parent directory for a cluster: next to the path, if the server's account can access it. */
async function reachableHome(path: string, account: FileOwner | undefined): Promise<string> {
  const dataDirectory = dirname(path);
  if (await letThrough(dataDirectory, account)) return dataDirectory;
  const home = await makeSystemDirectory(createHash("sha256").update(path).digest("hex").slice(0, 16));
  await writeFile(join(home, "README"), `The database of ${path}, which PostgreSQL's account cannot access.\n`);
  if (await canReach(account, home)) return home;
  throw new Error(
    `PostgreSQL's account cannot access ${dataDirectory} or ${systemDirectory}. ` +
      "Move the data directory to a location that other users can access, or run this command as a non-root user.",
  );
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
