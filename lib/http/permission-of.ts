import type { RouteOptions } from "@/lib/http/types";
import type { Permission } from "@/lib/roles";

/** What a person needs for an operation that is not public: by default what its scope is called. */
export function permissionOf({ scope, permission }: Pick<RouteOptions, "scope" | "permission">): Permission {
  return permission ?? (scope === "session" || scope === "public" ? "account" : scope);
}
