export { isOverridden } from "@/lib/evidence/collect/payload";
export { openDownload, renewDownloadUrl } from "@/lib/evidence/download";
export { expirePackages, tellExpiredUrls } from "@/lib/evidence/expire-packages";
export { abandonPackage, performStep, sweepGenerations } from "@/lib/evidence/generation/perform-step";
export { findPackageCheckpoints, findPackagesShowing, getPackage, listPackages } from "@/lib/evidence/packages";
export { readReadiness } from "@/lib/evidence/read-readiness";
export { generatePackage, previewPackage } from "@/lib/evidence/request-package";
export { verifyPackage, verifyPublished } from "@/lib/evidence/verify-package";
export { generationSteps } from "@/lib/evidence/vocabulary";
