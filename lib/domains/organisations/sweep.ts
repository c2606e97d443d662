import { listOrganisationsAfter } from "@/lib/domains/organisations/organisations";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import { isDatabaseUnavailable } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";

/**
 * Runs `work` for each of the next `limit` organisations after an ID. A failure of one organisation is logged with the
 * message `failed`, and does not stop the others.
 *
 * @returns the last ID, or undefined at the end. Maintenance over all organisations.
 */
export async function sweepOrganisations(
  { after, limit }: { after: string; limit: number },
  failed: string,
  work: (organisation: Organisation) => Promise<unknown>,
): Promise<{ after: string | undefined }> {
  const organisations = await listOrganisationsAfter(after, limit);
  for (const organisation of organisations) {
    try {
      await work(organisation);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log().error({ organisationId: organisation.id, err: error }, failed);
    }
  }
  return { after: organisations.length < limit ? undefined : organisations.at(-1)?.id };
}
