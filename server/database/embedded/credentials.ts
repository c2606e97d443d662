import { randomBytes } from "node:crypto";
import { readFileIfPresent, writeFileAtomically } from "./files";

/** The passwords of the three roles of a cluster, URL-safe. */
export interface Credentials {
  superuser: string;
  owner: string;
  application: string;
}

export const roles = { superuser: "postgres", owner: "gas_owner", application: "gas_app" } as const;

export const databaseName = "governance";

/** The passwords in a file, or undefined if it does not exist. @throws if the file is invalid. */
export async function readCredentials(path: string): Promise<Credentials | undefined> {
  const text = await readFileIfPresent(path);
  if (text === undefined) return undefined;
  const parsed: unknown = JSON.parse(text);
  if (isCredentials(parsed)) return parsed;
  throw new Error(`${path} does not contain the passwords of the embedded database. Restore it from a backup.`);
}

/** Generates passwords and stores them in a file that only our account can read. */
export async function createCredentials(path: string): Promise<Credentials> {
  const credentials = { superuser: password(), owner: password(), application: password() };
  await writeFileAtomically(path, `${JSON.stringify(credentials, null, 2)}\n`);
  return credentials;
}

/** The connection URL of one of the roles. */
export function connectionUrl(
  role: keyof typeof roles,
  credentials: Credentials,
  port: number,
  database: string,
): string {
  return `postgresql://${roles[role]}:${credentials[role]}@127.0.0.1:${port}/${database}`;
}

function password(): string {
  return randomBytes(24).toString("base64url");
}

function isCredentials(value: unknown): value is Credentials {
  return (
    typeof value === "object" &&
    value !== null &&
    ["superuser", "owner", "application"].every((role) => typeof Reflect.get(value, role) === "string")
  );
}
