-- Nullable, so that the sealed states of existing rows stay valid. NULL counts as false.
ALTER TABLE "organisations" ADD COLUMN     "require_second_factor" BOOLEAN;
