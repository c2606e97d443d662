import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readlink, rm, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbedded } from "../embedded";
import { findPrograms } from "./binaries";
import { openCluster } from "./cluster";
import { disposableSettings } from "./configuration";
import { withConnection } from "./connection";
import { runningPostmaster } from "./postmaster";
import { findFreePort, startServer, stopServer } from "./server";
import { serverAccount, systemDirectory } from "./system-user";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "embedded-server-"));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe("the server", () => {
  it("takes another port when its own is taken between being found free and the start", async () => {
    await startEmbedded(directory, { disposable: true }).then(async ({ stop }) => await stop());
    const path = join(directory, "postgres");
    const account = await serverAccount(path);
    const programs = await findPrograms(account);
    const cluster = {
      ...{ programs, account, logFile: `${path}.log` },
      directory: await openCluster(path, programs, account),
    };
    const squatter = createServer();
    const taken = await findFreePort(undefined);
    await new Promise<void>((resolve) => squatter.listen(taken, "127.0.0.1", resolve));

    const sentences: string[] = [];
    await startServer(cluster, {
      settings: disposableSettings,
      lastPort: taken,
      onProgress: (sentence) => sentences.push(sentence),
      findPort: async (preferred) => preferred ?? (await findFreePort(undefined)),
    });
    expect(sentences).toEqual([`Port ${taken} is in use. Trying another one.`]);
    expect((await runningPostmaster(cluster))?.port).not.toBe(taken);
    await stopServer(cluster);
    expect(await runningPostmaster(cluster)).toBeUndefined();
    squatter.close();
  });

  it.runIf(process.platform === "linux")(
    "keeps its data in memory where there is enough, and removes it when its place is gone",
    async () => {
      const place = join(directory, "fleeting");
      const { bavail, bsize } = await statfs("/dev/shm");
      const { stop } = await startEmbedded(place, { disposable: true, inMemory: true });
      await stop();
      const home = await readlink(join(place, "postgres")).catch(() => undefined);
      expect(home?.startsWith("/dev/shm/")).toBe(bavail * bsize > 8 * 1024 ** 3 ? true : undefined);
      if (home === undefined) return;
      // After a restart of the machine the link leads nowhere.
      await rm(dirname(home), { recursive: true });
      await startEmbedded(place, { disposable: true, inMemory: true }).then(async (again) => await again.stop());
      await rm(place, { recursive: true });
      const other = join(directory, "other");
      await startEmbedded(other, { disposable: true, inMemory: true }).then(async (again) => await again.stop());
      expect(existsSync(dirname(home))).toBe(false);
      await rm(dirname(await readlink(join(other, "postgres"))), { recursive: true });
    },
  );

  it.runIf(process.getuid?.() === 0)(
    "of root lives below /var/lib when its account cannot reach the data",
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
      await expect(startEmbedded(join(secluded, "data"))).rejects.toThrow(/which is gone\. Restore it, or remove/);
    },
  );
});
