-- Nullable columns without a default: no row is rewritten, and the previous version neither reads nor writes them.
-- AlterTable
ALTER TABLE "log_imports" ADD COLUMN     "skipped" JSONB;

-- AlterTable
ALTER TABLE "log_sources" ADD COLUMN     "warning" TEXT;
