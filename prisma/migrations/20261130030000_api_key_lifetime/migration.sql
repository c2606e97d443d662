-- Null in existing rows, so that their sealed states stay valid: their new keys do not expire by default, as before.
ALTER TABLE "organisations" ADD COLUMN     "api_key_lifetime_days" INTEGER;

ALTER TABLE "organisations"
  ADD CONSTRAINT "organisations_api_key_lifetime" CHECK ("api_key_lifetime_days" BETWEEN 1 AND 3650);
