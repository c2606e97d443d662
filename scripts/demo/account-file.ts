import { join } from "node:path";
import { z } from "zod";
import { readJsonIfPresent, writeFileAtomically } from "../database/embedded/files";

const AccountFile = z.object({
  url: z.string(),
  organisationId: z.string(),
  apiKey: z.string(),
  sandbox: z.object({ organisationId: z.string(), apiKey: z.string() }),
});

/** What a demo tells programs that want to use it: where it answers, and a key of each organisation. */
export type AccountFile = z.infer<typeof AccountFile>;

export function accountFilePath(dataDir: string): string {
  return join(dataDir, "demo.json");
}

/** What the last demo of this data directory left; undefined where there was none, or it is not readable as such. */
export async function readAccountFile(dataDir: string): Promise<AccountFile | undefined> {
  return AccountFile.safeParse(await readJsonIfPresent(accountFilePath(dataDir))).data;
}

/** Written whole or not at all, with mode 0600: it holds keys. */
export async function writeAccountFile(dataDir: string, content: AccountFile): Promise<void> {
  await writeFileAtomically(accountFilePath(dataDir), `${JSON.stringify(content, null, 2)}\n`);
}
