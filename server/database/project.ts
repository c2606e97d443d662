import { join } from "node:path";

export const schemaDirectory = join(import.meta.dirname, "../../prisma/schema");

/** Relative to the working directory, because bundled code has another location. */
export const migrationsDirectory = join(process.cwd(), "prisma/migrations");
