-- CreateIndex
CREATE INDEX "reports_by_hash" ON "reports"("file_hash");
