import { startEmbedded } from "./embedded";
import type { Progress } from "./embedded/cluster";

export interface ResolvedDatabase {
  /** The role that owns the tables, for migrations. */
  ownerUrl: string;
  /** For the application. */
  applicationUrl: string;
  embedded: boolean;
  /** Releases the database. The embedded server stops with its last user. */
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The database of `DATABASE_URL` (with `DATABASE_OWNER_URL` for migrations), or else the embedded database of the data
 * directory, which is started if necessary.
 *
 * @throws an Error with instructions if the settings contradict each other or the embedded server does not start.
 */
export async function resolveDatabase(options: {
  dataDir?: string;
  onProgress?: Progress;
  env?: Environment;
}): Promise<ResolvedDatabase> {
  const env = options.env ?? process.env;
  if (env.DATABASE_URL) {
    return {
      ownerUrl: env.DATABASE_OWNER_URL || env.DATABASE_URL,
      applicationUrl: env.DATABASE_URL,
      embedded: false,
      stop: async () => undefined,
    };
  }
  if (env.DATABASE_OWNER_URL) {
    throw new Error(
      "DATABASE_OWNER_URL is set without DATABASE_URL. Set both, or unset DATABASE_OWNER_URL to use the embedded database.",
    );
  }
  const { dataDir = dataDirectory(env), onProgress } = options;
  const { ownerUrl, applicationUrl, stop } = await startEmbedded(dataDir, { onProgress });
  return { ownerUrl, applicationUrl, embedded: true, stop };
}

export function dataDirectory(env: Environment = process.env): string {
  return env.DATA_DIR || ".data";
}
