import type { PackageKey } from "@/lib/evidence/store";
import type { PackageFormat } from "@/lib/evidence/vocabulary";
import { storage } from "@/lib/storage";

/** Where the files of a package are in the storage. Drafts are what a step leaves for the next one, wherever that runs. */
export interface PackageFiles {
  evidenceDraft: string;
  reportDraft: string;
  packageDraft: string;
  /** The file that is downloaded. */
  package: string;
}

export function packageFiles({ organisationId, packageId }: PackageKey, format: PackageFormat): PackageFiles {
  const file = `evidence/${organisationId}/${packageId}`;
  const extension = format.toLowerCase();
  return {
    evidenceDraft: `${file}/evidence.draft.json`,
    reportDraft: `${file}/report.draft.pdf`,
    packageDraft: `${file}/package.draft.${extension}`,
    package: `${file}.${extension}`,
  };
}

/** Removes what steps left for each other; may be repeated. */
export async function removeDrafts(key: PackageKey, format: PackageFormat): Promise<void> {
  const { evidenceDraft, reportDraft, packageDraft } = packageFiles(key, format);
  for (const draft of [evidenceDraft, reportDraft, packageDraft]) await storage().remove(draft);
}
