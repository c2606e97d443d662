import { type Env, parseEnv } from "@/lib/platform/config/env";

/**
 * Validates the environment before anything else takes time. DATABASE_URL is optional, for programs with the embedded
 * database.
 */
export function requireEnvironment(variables: NodeJS.ProcessEnv): Env {
  const DATABASE_URL = variables.DATABASE_URL || "postgresql://localhost/embedded";
  return parseEnv({ ...variables, DATABASE_URL });
}

/**
 * A secret that is generated in the data directory is lost with the container, and differs between processes. The owner of
 * the tables can change recorded events.
 *
 * @throws an Error that names the missing variables, or the owner's credentials.
 */
export function requireSecrets(settings: Env): void {
  if (settings.DATABASE_OWNER_URL !== undefined && !settings.ALLOW_OWNER_CREDENTIALS) {
    throw new Error(
      "DATABASE_OWNER_URL is set. Only commands such as npm run db:migrate need it: with the owner's password, the service could change recorded events. Remove it from the service's environment, or set ALLOW_OWNER_CREDENTIALS=true to accept the risk.",
    );
  }
  if (settings.ALLOW_GENERATED_SECRETS) return;
  const missing = [
    ...(["SERVER_SECRET", "ENCRYPTION_KEY", "CHECKPOINT_KEY"] as const).filter((name) => settings[name] === undefined),
    ...((settings.EVIDENCE_KEY ?? settings.EVIDENCE_PKCS12_FILE ?? settings.EVIDENCE_SIGN_COMMAND)
      ? []
      : ["EVIDENCE_KEY (or EVIDENCE_PKCS12_FILE or EVIDENCE_SIGN_COMMAND)"]),
  ];
  if (missing.length === 0) return;
  throw new Error(
    `These secrets are not set: ${missing.join(", ")}. Set them as described in .env.example, or set ALLOW_GENERATED_SECRETS=true to generate the missing ones in DATA_DIR.`,
  );
}
