import { createHash } from "node:crypto";
import { join } from "node:path";

/** The global setup's values for the tests: one running application and its database. */
export interface Environment {
  /** The address of the application: `http://127.0.0.1:<port>`. */
  url: string;
  /** The address of a second process, which trusts one proxy. Only for the application that all tests share. */
  proxiedUrl?: string;
  /** The connection of the application. */
  applicationUrl: string;
  /** The connection of migrations, with the role that owns the tables. */
  ownerUrl: string;
  superuserUrl: string;
  /** SERVER_SECRET of the application. Further processes must share it. */
  serverSecret: string;
}

const variable = "E2E_ENVIRONMENT";

/** Workers are started after the global setup and inherit its variables. */
export function publishEnvironment(environment: Environment): void {
  process.env[variable] = JSON.stringify(environment);
  pointAtDatabase(environment.applicationUrl, environment.serverSecret);
}

export function environment(): Environment {
  const published = process.env[variable];
  if (published === undefined) throw new Error("The global setup has not run: start tests with `npx playwright test`.");
  return JSON.parse(published);
}

/**
 * Sets the database for the service's operations that fixtures call in this process. Call it before their first use.
 */
export function pointAtDatabase(applicationUrl: string, serverSecret: string): void {
  Object.assign(process.env, {
    DATABASE_URL: applicationUrl,
    DATABASE_POOL_SIZE: "2",
    SERVER_SECRET: serverSecret,
    ENCRYPTION_KEY: encryptionKeyFor(serverSecret),
    CHECKPOINT_KEY: checkpointKeyFor(serverSecret),
    SIGNER_STATE: signerStateFor(serverSecret),
    LOG_LEVEL: "silent",
  });
}

/** The ENCRYPTION_KEY of processes with this SERVER_SECRET. Processes that share one share both. */
export function encryptionKeyFor(serverSecret: string): string {
  return createHash("sha256").update(serverSecret).digest("base64");
}

/** The CHECKPOINT_KEY, so that tests neither need nor leave one in the data directory. */
export function checkpointKeyFor(serverSecret: string): string {
  return createHash("sha256").update(`checkpoints ${serverSecret}`).digest("base64");
}

/** The SIGNER_STATE. All databases of a run share the data directory, but each one needs its own signer state. */
export function signerStateFor(serverSecret: string): string {
  const name = createHash("sha256").update(`signer ${serverSecret}`).digest("hex").slice(0, 16);
  return join(import.meta.dirname, "../../test-results/signer-state", name);
}
