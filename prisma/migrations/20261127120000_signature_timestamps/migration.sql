-- The time of the RFC 3161 timestamp in the signature of a package's PDF.
ALTER TABLE "evidence_packages" ADD COLUMN "timestamped_at" TIMESTAMPTZ(3);
