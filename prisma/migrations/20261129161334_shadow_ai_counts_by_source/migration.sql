-- AlterTable
ALTER TABLE "shadow_ai_buckets" ADD COLUMN     "sources" JSONB;

-- AlterTable
ALTER TABLE "shadow_ai_days" ADD COLUMN     "sources" JSONB;

-- AlterTable
ALTER TABLE "shadow_ai_uses" ADD COLUMN     "sources" JSONB;
