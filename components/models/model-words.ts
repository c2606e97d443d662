import type { Model } from "@/lib/models/schemas";

/** What a model is called: its name and version. */
export function modelTitle({ name, version }: Pick<Model, "name" | "version">): string {
  return version === null ? name : `${name} ${version}`;
}

export function modelState({ archived }: Pick<Model, "archived">): "ACTIVE" | "ARCHIVED" {
  return archived ? "ARCHIVED" : "ACTIVE";
}
