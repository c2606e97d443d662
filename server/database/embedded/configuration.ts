import { join } from "node:path";
import { writeFileAtomically } from "./files";

/** PostgreSQL settings by name, as in postgresql.conf. */
export type PostgresSettings = Readonly<Record<string, string | number | boolean>>;

const fileName = "governance.conf";

/** For a small server with data that must not be lost. */
const defaultSettings: PostgresSettings = {
  max_connections: 100,
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  wal_compression: true,
  // Durability is a promise: a commit that was answered is on the disk.
  fsync: true,
  full_page_writes: true,
  synchronous_commit: true,
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  log_min_messages: "warning",
  // Statements carry what customers recorded; the server's log is not the place for it.
  log_min_error_statement: "panic",
  log_checkpoints: false,
};

/** For data that may be thrown away, as in tests: as fast as the disk is patient. */
export const disposableSettings: PostgresSettings = {
  fsync: false,
  full_page_writes: false,
  synchronous_commit: false,
  autovacuum: false,
  // The data may be in memory, and so is its log.
  max_wal_size: "512MB",
  max_connections: 300,
  shared_buffers: "128MB",
};

/** Who may connect: every role by password, from this machine over TCP. */
export const hostBasedAuthentication = "host all all 127.0.0.1/32 scram-sha-256\n";

/** Appended to the cluster's postgresql.conf once. */
export const configurationInclude = `\ninclude_if_exists = '${fileName}'\n`;

/** Writes the settings the next start of the cluster's server uses; what the caller gives replaces the default. */
export async function writeConfiguration(cluster: string, port: number, settings: PostgresSettings): Promise<void> {
  const all: PostgresSettings = {
    ...defaultSettings,
    ...settings,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${quoted(value)}`);
  const text = `# Written at every start: changes here are lost.\n${lines.join("\n")}\n`;
  await writeFileAtomically(join(cluster, fileName), text);
}

function quoted(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return `'${String(value).replaceAll("'", "''")}'`;
}
