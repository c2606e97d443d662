import { join } from "node:path";

/** The Prisma schema: a folder of `.prisma` files. */
export const schemaDirectory = join(import.meta.dirname, "../../prisma/schema");

export const migrationsDirectory = join(import.meta.dirname, "../../prisma/migrations");
