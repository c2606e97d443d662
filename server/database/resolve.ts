import { startEmbedded } from "./embedded";
import type { Progress } from "./embedded/connection";

export interface ResolvedDatabase {
  /** For migrations: the role that owns the tables. */
  ownerUrl: string;
  /** For the application. */
  applicationUrl: string;
  embedded: boolean;
  /** Ends our use of the database; the embedded server ends with its last user. */
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The database to use: the PostgreSQL server `DATABASE_URL` names (with `DATABASE_OWNER_URL` for migrations, when the
 * application's role does not own the tables), otherwise the embedded one of the data directory, started when needed.
 *
 * @throws an Error that says what to do when the settings contradict each other or the embedded server does not start.
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
    throw new Error("DATABASE_OWNER_URL is set without DATABASE_URL. Set both, or none for the embedded database.");
  }
  const { ownerUrl, applicationUrl, stop } = await startEmbedded(options.dataDir ?? dataDirectory(env), {
    ...(options.onProgress && { onProgress: options.onProgress }),
  });
  return { ownerUrl, applicationUrl, embedded: true, stop };
}

/** Where this installation keeps its data: `DATA_DIR`, or `.data` in the working directory. */
export function dataDirectory(env: Environment = process.env): string {
  return env.DATA_DIR || ".data";
}
