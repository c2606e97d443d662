import { parseEnv } from "@/lib/platform/config/env";

/**
 * Validates the environment before anything else takes time. DATABASE_URL is optional, for programs with the embedded
 * database.
 */
export function requireEnvironment(variables: NodeJS.ProcessEnv): void {
  const DATABASE_URL = variables.DATABASE_URL || "postgresql://localhost/embedded";
  parseEnv({ ...variables, DATABASE_URL });
}
