-- Each key contains the organisation. The index of the imports is already built; they are locked last.
ALTER TABLE "shadow_ai_detections" DROP CONSTRAINT "shadow_ai_detections_pkey", ADD CONSTRAINT "shadow_ai_detections_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "shadow_ai_exception_requests" DROP CONSTRAINT "shadow_ai_exception_requests_pkey", ADD CONSTRAINT "shadow_ai_exception_requests_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "shadow_ai_comments" DROP CONSTRAINT "shadow_ai_comments_pkey", ADD CONSTRAINT "shadow_ai_comments_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "log_imports" DROP CONSTRAINT "log_imports_source_id_fkey";
ALTER TABLE "log_sources" DROP CONSTRAINT "log_sources_pkey", ADD CONSTRAINT "log_sources_pkey" PRIMARY KEY ("id", "organisation_id");
ALTER TABLE "log_imports" DROP CONSTRAINT "log_imports_pkey", ADD CONSTRAINT "log_imports_pkey" PRIMARY KEY USING INDEX "log_imports_key";
ALTER TABLE "log_imports" ADD CONSTRAINT "log_imports_source_id_organisation_id_fkey"
  FOREIGN KEY ("source_id", "organisation_id") REFERENCES "log_sources" ("id", "organisation_id")
  ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
