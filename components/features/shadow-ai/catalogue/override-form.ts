import type { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";

const empty = {
  ignore: false,
  providerName: "",
  category: null as string | null,
  jurisdiction: "",
  trainsOnInputs: null as string | null,
  dpa: null as string | null,
  note: "",
  /** Not shown, but kept. */
  mixedUse: undefined as boolean | undefined,
};

/** The values of the override form. */
export type OverrideForm = typeof empty;

export function overrideFormOf({ provider, ...override }: CatalogueOverride = {}): OverrideForm {
  return Object.assign({}, empty, override, { providerName: provider?.name ?? "" });
}

/** The request body, without empty fields. The provider's id is derived from its name. */
export function toOverride({ providerName, ignore, jurisdiction, note, ...rest }: OverrideForm): object {
  const name = providerName.trim();
  const fields = {
    ...rest,
    ignore: ignore || null,
    jurisdiction: jurisdiction.toUpperCase(),
    note: note.trim(),
    provider: name === "" ? null : { id: idOf(name), name },
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? "") !== ""));
}

function idOf(name: string): string {
  const id = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return id.slice(0, 63).replace(/-+$/, "") || "provider";
}
