-- CreateTable
CREATE TABLE "shadow_ai_catalogues" (
    "version" TEXT NOT NULL,
    "file" JSONB NOT NULL,
    "installed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shadow_ai_catalogues_pkey" PRIMARY KEY ("version")
);

ALTER TABLE "shadow_ai_catalogues"
  ADD CONSTRAINT "shadow_ai_catalogues_version" CHECK ("version" ~ '^\d{4}-\d{2}-\d{2}$');

-- Installed versions are never changed.
GRANT SELECT, INSERT ON "shadow_ai_catalogues" TO gas_app;
