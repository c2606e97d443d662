export { readReview } from "@/lib/domains/evidence/collect/oversight";
export {
  assignControl,
  closeAssignment,
  getAssignment,
  listAssignments,
  updateAssignment,
  versionOfAssignment,
} from "@/lib/domains/evidence/controls/assignments";
export { listControls } from "@/lib/domains/evidence/controls/controls";
export {
  getDocument,
  listDocumentRequirements,
  listDocuments,
  supplyDocument,
  withdrawDocument,
} from "@/lib/domains/evidence/documents/documents";
export { openDownload, renewDownloadUrl } from "@/lib/domains/evidence/download";
export { generationSteps } from "@/lib/domains/evidence/enums";
export { expirePackages, publishExpiredUrls } from "@/lib/domains/evidence/expire-packages";
export { abandonPackage, performStep, sweepGenerations } from "@/lib/domains/evidence/generation/perform-step";
export { verifiableTimestamper } from "@/lib/domains/evidence/generation/sign";
export { generationsAtOnce } from "@/lib/domains/evidence/generation-store";
export {
  findPackageCheckpoints,
  findPackagesShowing,
  getPackage,
  listPackages,
  readReadiness,
} from "@/lib/domains/evidence/packages";
export { generatePackage, previewPackage } from "@/lib/domains/evidence/request-package";
export { countReadySince } from "@/lib/domains/evidence/store";
export { archiveOf, timestampPackages } from "@/lib/domains/evidence/timestamp-packages";
export { verifyPackage, verifyPublished } from "@/lib/domains/evidence/verify-package";
