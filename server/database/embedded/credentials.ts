import { randomBytes } from "node:crypto";
import { readFileIfPresent, writeFileAtomically } from "./files";

/** The passwords of the three roles of a cluster. URL-safe: they are put into connection URLs as they are. */
export interface Credentials {
  superuser: string;
  owner: string;
  application: string;
}

export const roles = { superuser: "postgres", owner: "gas_owner", application: "gas_app" } as const;

export const databaseName = "governance";

/** The passwords kept in that file, or undefined when there is none. @throws when the file holds something else. */
export async function readCredentials(path: string): Promise<Credentials | undefined> {
  const text = await readFileIfPresent(path);
  if (text === undefined) return undefined;
  const parsed: unknown = JSON.parse(text);
  if (isCredentials(parsed)) return parsed;
  throw new Error(`${path} does not hold the passwords of the embedded database. Restore it from a backup.`);
}

/** Makes up passwords and keeps them in that file, readable to our own account only. */
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
