-- CreateTable
CREATE TABLE "members" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "password_hash" TEXT,
    "password_changed_at" TIMESTAMPTZ(3),
    "totp_secret" TEXT,
    "totp_enabled_at" TIMESTAMPTZ(3),
    "totp_last_step" BIGINT,
    "recovery_codes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "oidc_issuer" TEXT,
    "oidc_subject" TEXT,
    "access_expires_at" TIMESTAMPTZ(3),
    "joined_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "last_sign_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member_sessions" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "second_factor" BOOLEAN NOT NULL,
    "user_agent" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member_tokens" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_views" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shadow_ai_exception_requests" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "detection_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "justification" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "requested_by_id" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by_id" TEXT,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decision_note" TEXT,

    CONSTRAINT "shadow_ai_exception_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "members_email" ON "members"("email");

-- CreateIndex
CREATE INDEX "members_newest_first" ON "members"("organisation_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "members_openid_identity" ON "members"("oidc_issuer", "oidc_subject");

-- CreateIndex
CREATE INDEX "member_sessions_newest_first" ON "member_sessions"("member_id", "id" DESC);

-- CreateIndex
CREATE INDEX "member_sessions_by_expiry" ON "member_sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "member_tokens_hash" ON "member_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "member_tokens_of_member" ON "member_tokens"("member_id", "kind");

-- CreateIndex
CREATE INDEX "member_tokens_by_expiry" ON "member_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "saved_views_of_page" ON "saved_views"("organisation_id", "page");

-- CreateIndex
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views"("member_id", "page", "name");

-- CreateIndex
CREATE INDEX "shadow_ai_exception_requests_newest_first" ON "shadow_ai_exception_requests"("organisation_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "shadow_ai_exception_requests_one_pending" ON "shadow_ai_exception_requests"("organisation_id", "detection_id") WHERE (status = 'PENDING');

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "member_sessions" ADD CONSTRAINT "member_sessions_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "member_tokens" ADD CONSTRAINT "member_tokens_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "shadow_ai_exception_requests" ADD CONSTRAINT "shadow_ai_exception_requests_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "members"
  ADD CONSTRAINT "members_role" CHECK ("role" IN ('VIEWER', 'ANALYST', 'MODEL_OWNER', 'APPROVER', 'AUDITOR', 'ADMIN')),
  ADD CONSTRAINT "members_email_lower" CHECK ("email" = lower("email")),
  ADD CONSTRAINT "members_totp" CHECK ("totp_enabled_at" IS NULL OR "totp_secret" IS NOT NULL),
  ADD CONSTRAINT "members_openid_whole" CHECK (("oidc_issuer" IS NULL) = ("oidc_subject" IS NULL));
ALTER TABLE "member_sessions"
  ADD CONSTRAINT "member_sessions_method" CHECK ("method" IN ('PASSWORD', 'OPENID'));
ALTER TABLE "member_tokens"
  ADD CONSTRAINT "member_tokens_kind" CHECK ("kind" IN ('INVITATION', 'PASSWORD_RESET'));
ALTER TABLE "shadow_ai_exception_requests"
  ADD CONSTRAINT "shadow_ai_exception_requests_status" CHECK ("status" IN ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  ADD CONSTRAINT "shadow_ai_exception_requests_decided"
    CHECK (("status" IN ('APPROVED', 'REJECTED')) = ("decided_by_id" IS NOT NULL)),
  ADD CONSTRAINT "shadow_ai_exception_requests_four_eyes" CHECK ("decided_by_id" <> "requested_by_id");

GRANT SELECT, INSERT, UPDATE ON "members", "shadow_ai_exception_requests" TO gas_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "member_sessions", "member_tokens", "saved_views" TO gas_app;
