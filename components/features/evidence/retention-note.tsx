import type { ReactNode } from "react";
import { Notice } from "@/components/ui/detail/notice";
import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import { frameworkRetention, retentionWarning } from "@/lib/domains/evidence/schemas-retention";
import { evidenceDetail as texts } from "./texts/packages";

interface RetentionNoteProps {
  framework: EvidencePackage["framework"];
  generatedAt: string;
  expiresAt: string;
  children?: ReactNode;
}

/** States the retention period of the framework if a package is stored for less time. */
export function RetentionNote({ framework, generatedAt, expiresAt, children }: RetentionNoteProps) {
  const warning = retentionWarning(framework, { generatedAt, expiresAt });
  if (warning === null) return null;
  return (
    <Notice title={texts.retention} notes={[`${frameworkRetention[framework]?.text ?? ""} ${warning}`]}>
      {children}
    </Notice>
  );
}
