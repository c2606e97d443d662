-- The key contains the organisation. A separate migration, because appends read the models and wait for its lock.
ALTER TABLE "models" DROP CONSTRAINT "models_pkey", ADD CONSTRAINT "models_pkey" PRIMARY KEY ("id", "organisation_id");
