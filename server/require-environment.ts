import { parseEnv } from "@/lib/platform/config/env";

/**
 * Makes sure that the environment is valid, before anything else takes time; where a program brings its own database,
 * without DATABASE_URL. Throws one sentence for each variable that is wrong.
 */
export function requireEnvironment(variables: NodeJS.ProcessEnv): void {
  const DATABASE_URL = variables.DATABASE_URL || "postgresql://localhost/embedded";
  parseEnv({ ...variables, DATABASE_URL });
}
