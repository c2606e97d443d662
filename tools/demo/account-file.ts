import { join } from "node:path";
import { z } from "zod";
import { roles } from "@/lib/platform/core/roles";
import { readJsonIfPresent, writeFileAtomically } from "@/server/database/embedded/files";

/** Who signs in to the dashboard. Demos of before there was one have left none. */
const dashboard = z.array(z.object({ role: z.enum(roles), email: z.string(), password: z.string() })).optional();

const Account = z.object({ organisationId: z.string(), apiKey: z.string(), dashboard });

const AccountFile = Account.extend({ url: z.string(), sandbox: Account });

/** What a demo tells programs and people that want to use it: where it answers, a key of each organisation, who signs in. */
export type AccountFile = z.infer<typeof AccountFile>;

export function accountFilePath(dataDir: string): string {
  return join(dataDir, "demo.json");
}

/** What the last demo of this data directory left; undefined where there was none, or it is not readable as such. */
export async function readAccountFile(dataDir: string): Promise<AccountFile | undefined> {
  return AccountFile.safeParse(await readJsonIfPresent(accountFilePath(dataDir))).data;
}

/** Written whole or not at all, with mode 0600: it holds keys and passwords. */
export async function writeAccountFile(dataDir: string, content: AccountFile): Promise<void> {
  await writeFileAtomically(accountFilePath(dataDir), `${JSON.stringify(content, null, 2)}\n`);
}
