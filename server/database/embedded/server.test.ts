import { chmod, mkdir, mkdtemp, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmbedded } from "../embedded";
import { withConnection } from "./databases";
import { systemDirectory } from "./system-user";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "embedded-server-"));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

it.runIf(process.getuid?.() === 0)(
  "as root, the server runs below /var/lib if its account cannot access the data",
  async () => {
    const secluded = join(directory, "secluded");
    await mkdir(join(secluded, "data"), { recursive: true });
    await chmod(secluded, 0o700);
    const { ownerUrl, stop } = await startEmbedded(join(secluded, "data"), { disposable: true });
    await withConnection(ownerUrl, async (client) => await client.query("SELECT 1"));
    await stop();
    const home = dirname(await readlink(join(secluded, "data", "postgres")));
    expect(dirname(home)).toBe(systemDirectory);
    await rm(home, { recursive: true });
    await expect(startEmbedded(join(secluded, "data"))).rejects.toThrow(/no longer exists\. Restore it, or remove/);
  },
);
