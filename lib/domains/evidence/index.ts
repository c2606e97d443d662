export { readReview } from "@/lib/domains/evidence/collect/oversight";
export { openDownload, renewDownloadUrl } from "@/lib/domains/evidence/download";
export { generationSteps } from "@/lib/domains/evidence/enums";
export { expirePackages, tellExpiredUrls } from "@/lib/domains/evidence/expire-packages";
export { abandonPackage, performStep, sweepGenerations } from "@/lib/domains/evidence/generation/perform-step";
export { findPackageCheckpoints, findPackagesShowing, getPackage, listPackages } from "@/lib/domains/evidence/packages";
export { readReadiness } from "@/lib/domains/evidence/read-readiness";
export { generatePackage, previewPackage } from "@/lib/domains/evidence/request-package";
export { verifyPackage, verifyPublished } from "@/lib/domains/evidence/verify-package";
