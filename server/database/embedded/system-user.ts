import { existsSync } from "node:fs";
import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileOwner } from "./files";
import { runCommand } from "./processes";

/** Directory for files that a system account must access outside root's data directory. */
export const systemDirectory = "/var/lib/governance-audit-service";

const accountName = "postgres";

/**
 * The account PostgreSQL runs as: undefined (our own) unless this process is root, which PostgreSQL rejects. Then it is the
 * owner of the cluster or of its directory, or, if that is root, the system user "postgres", which is created if missing.
 *
 * @throws with instructions if this process is root and there is no such account.
 */
export async function serverAccount(cluster: string): Promise<FileOwner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const exists = existsSync(cluster);
  const { uid, gid } = await stat(exists ? cluster : dirname(cluster));
  if (uid !== 0) return { uid, gid };
  const account = (await findAccount()) ?? (await createAccount());
  // A data directory copied by root belongs to root and would be rejected.
  if (exists) await runCommand("chown", ["-Rh", `${account.uid}:${account.gid}`, cluster]);
  return account;
}

/** Whether an account can access a path (`test -x`). */
export async function canReach(account: FileOwner | undefined, path: string): Promise<boolean> {
  return !account || (await runCommand("test", ["-x", path], { user: account })).code === 0;
}

/** Creates a directory below {@link systemDirectory} that every account can traverse. */
export async function makeSystemDirectory(name: string): Promise<string> {
  const directory = join(systemDirectory, name);
  for (const each of [systemDirectory, directory]) {
    await mkdir(each, { recursive: true });
    await chmod(each, 0o755);
  }
  return directory;
}

async function findAccount(): Promise<FileOwner | undefined> {
  const { code, output } = await runCommand("/bin/sh", ["-c", `id -u ${accountName} && id -g ${accountName}`]);
  const [uid, gid] = output.split("\n").map(Number);
  return code === 0 && uid !== undefined && gid !== undefined ? { uid, gid } : undefined;
}

async function createAccount(): Promise<FileOwner> {
  const command = `groupadd --system --force ${accountName} &&
    useradd --system --gid ${accountName} --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ${accountName}`;
  const { output } = await runCommand("/bin/sh", ["-c", command]);
  // Another process may have created it concurrently.
  const account = await findAccount();
  if (account) return account;
  throw new Error(
    `PostgreSQL refuses to run as root, and the system user "${accountName}" could not be created (${output.trim()}). ` +
      "Create that user, run this command as a non-root user, or set DATABASE_URL to the URL of a PostgreSQL server.",
  );
}
