import type { EvidenceReport } from "@/lib/evidence/report";
import { type DocumentMetadata, oneLine } from "@/lib/pdf/metadata";

export function metadataOf({ package: pack, framework, generator }: EvidenceReport): DocumentMetadata {
  const keywords = ["evidence package", framework.shortName, pack.model.id, pack.id, pack.classification];
  return {
    title: oneLine(`Evidence package: ${pack.model.name}, ${framework.shortName}`),
    author: oneLine(pack.organisation.name),
    subject: oneLine(`${framework.name}, ${pack.dateRange.from} to ${pack.dateRange.to}`),
    keywords: oneLine(keywords.join("; ")),
    creator: oneLine(`${generator.name} ${generator.version}`),
    at: pack.generatedAt,
    language: "en-GB",
  };
}
