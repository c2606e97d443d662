import { join } from "node:path";
import { writeFileAtomically } from "./files";

/** PostgreSQL settings by name, as in postgresql.conf. */
export type PostgresSettings = Readonly<Record<string, string | number | boolean>>;

const fileName = "governance.conf";

/** For a small server with durable data. */
const defaultSettings: PostgresSettings = {
  max_connections: 100,
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  wal_compression: true,
  // An acknowledged commit must be on disk.
  fsync: true,
  full_page_writes: true,
  synchronous_commit: true,
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  log_min_messages: "warning",
  // Statements contain customer data, which must not be in the server's log.
  log_min_error_statement: "panic",
  log_checkpoints: false,
};

/** For disposable data, as in tests. */
export const disposableSettings: PostgresSettings = {
  fsync: false,
  full_page_writes: false,
  synchronous_commit: false,
  autovacuum: false,
  // The data, and so the WAL, may be in memory.
  max_wal_size: "512MB",
  max_connections: 300,
  shared_buffers: "128MB",
};

/** Every role can connect by password, from this machine over TCP. */
export const hostBasedAuthentication = "host all all 127.0.0.1/32 scram-sha-256\n";

/** Appended to the cluster's postgresql.conf once. */
export const configurationInclude = `\ninclude_if_exists = '${fileName}'\n`;

/** Writes the settings for the next start of the server. The caller's settings override the defaults. */
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
