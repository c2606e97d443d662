import { appendInTransaction } from "@/lib/domains/audit-chain";
import { listOrganisationsAfter } from "@/lib/domains/organisations";
import { currentCatalogue, releaseCatalogue, setCatalogue } from "@/lib/domains/shadow-ai/catalogue/entries";
import { readCatalogueFile } from "@/lib/domains/shadow-ai/catalogue/signed-file";
import { lockDetections } from "@/lib/domains/shadow-ai/detections/detection-store";
import {
  findCatalogueFile,
  findCatalogueVersion,
  insertCatalogue,
  lockCatalogue,
} from "@/lib/domains/shadow-ai/organisation/catalogue-store";
import { lockSettings } from "@/lib/domains/shadow-ai/organisation/settings-store";
import { markAllUses, requestAnalysis } from "@/lib/domains/shadow-ai/uses/use-store";
import { env } from "@/lib/platform/config/env";
import type { Context } from "@/lib/platform/core/context";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { readPublicKeys } from "@/lib/platform/signing/ed25519";
import { log } from "@/lib/platform/telemetry/log";

/**
 * Uses the installed catalogue in this process if it is newer than the release's. The signature is verified again, so a
 * file that was changed in the database is not used.
 */
export async function loadInstalledCatalogue(tx?: Transaction): Promise<void> {
  const version = await findCatalogueVersion(tx);
  const isNewer = version !== undefined && version > releaseCatalogue.dataVersion;
  if (!isNewer) return setCatalogue(releaseCatalogue);
  if (currentCatalogue().dataVersion === version) return;
  try {
    const text = JSON.stringify(await findCatalogueFile(tx, version));
    setCatalogue(readCatalogueFile(text, trustedKeys()).hosts);
  } catch (error) {
    log().error({ err: error, version }, "the installed catalogue is not used");
  }
}

const trustedKeys = () => readPublicKeys(env().CATALOGUE_PUBLIC_KEYS);

/** An installed version. `organisations`: how many chains record it. */
export interface InstalledCatalogue {
  version: string;
  entries: number;
  organisations: number;
}

/**
 * Installs a signed catalogue file: stores it, records it on the chain of every organisation and analyses all uses
 * again, in one transaction.
 *
 * @throws RangeError if the file is not accepted.
 */
export async function installCatalogue(
  ctx: Pick<Context, "actor" | "clock">,
  text: string,
): Promise<InstalledCatalogue> {
  const { file, hosts } = readCatalogueFile(text, trustedKeys());
  const { dataVersion: version, digest, entries } = hosts;
  const organisations = await inTransaction(undefined, async (tx) => {
    await lockCatalogue(tx);
    await loadInstalledCatalogue(tx);
    const before = currentCatalogue().dataVersion;
    if (version <= before)
      throw new RangeError(`catalogue.dataVersion: ${version} is not later than the current version ${before}.`);
    const now = new Date(ctx.clock.now());
    await insertCatalogue(tx, file, now);
    let recorded = 0;
    for (let after: string | undefined = ""; after !== undefined; ) {
      const page = await listOrganisationsAfter(after, pageMax);
      for (const organisation of page) {
        await lockSettings(tx, organisation.id);
        await lockDetections(tx, organisation.id);
        await markAllUses(tx, organisation.id, now);
        await requestAnalysis(tx, organisation.id);
        const payload = {
          kind: "CATALOGUE_INSTALLED",
          before,
          after: version,
          digest: `sha256:${digest}`,
          keyId: file.signature.keyId,
        };
        await appendInTransaction({ ...ctx, organisation }, tx, [{ eventType: "CONFIG_CHANGE", payload }]);
        recorded += 1;
      }
      after = page.at(-1)?.id;
    }
    return recorded;
  });
  await loadInstalledCatalogue();
  return { version: hosts.version, entries: entries.length, organisations };
}

const pageMax = 500;
