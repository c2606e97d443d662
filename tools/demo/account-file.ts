import { join } from "node:path";
import { z } from "zod";
import { roles } from "@/lib/platform/core/roles";
import { readJsonIfPresent, writeFileAtomically } from "@/server/database/embedded/files";

/** The users of the dashboard. Files of demos without a dashboard have none. */
const dashboard = z.array(z.object({ role: z.enum(roles), email: z.string(), password: z.string() })).optional();

const Account = z.object({ organisationId: z.string(), apiKey: z.string(), dashboard });
/** A key of an organisation, and the users of its dashboard. */
export type StoredAccount = z.infer<typeof Account>;

const AccountFile = Account.extend({ url: z.string(), sandbox: Account });

/** Access to a demo for programs and people: its URL, a key of each organisation, and the users of the dashboard. */
export type AccountFile = z.infer<typeof AccountFile>;

export function accountFilePath(dataDir: string): string {
  return join(dataDir, "demo.json");
}

/** The file of the last demo in this data directory; undefined if it is missing or invalid. */
export async function readAccountFile(dataDir: string): Promise<AccountFile | undefined> {
  return AccountFile.safeParse(await readJsonIfPresent(accountFilePath(dataDir))).data;
}

/** Written atomically, with mode 0600: it contains keys and passwords. */
export async function writeAccountFile(dataDir: string, content: AccountFile): Promise<void> {
  await writeFileAtomically(accountFilePath(dataDir), `${JSON.stringify(content, null, 2)}\n`);
}
