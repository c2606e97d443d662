import type { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";

/** The values of the override form. Empty fields are not sent. */
export interface OverrideForm {
  ignore: boolean;
  providerName: string;
  category: string | null;
  jurisdiction: string;
  trainsOnInputs: string | null;
  dpa: string | null;
  note: string;
  /** Members that the form does not show but must keep. */
  kept: Pick<CatalogueOverride, "mixedUse">;
}

export function overrideFormOf(override: CatalogueOverride | undefined): OverrideForm {
  const { mixedUse } = override ?? {};
  return {
    ignore: override?.ignore ?? false,
    providerName: override?.provider?.name ?? "",
    category: override?.category ?? null,
    jurisdiction: override?.jurisdiction ?? "",
    trainsOnInputs: override?.trainsOnInputs ?? null,
    dpa: override?.dpa ?? null,
    note: override?.note ?? "",
    kept: mixedUse === undefined ? {} : { mixedUse },
  };
}

/** The request body. The provider's id is derived from its name. */
export function toOverride(form: OverrideForm): object {
  const name = form.providerName.trim();
  const note = form.note.trim();
  return {
    ...form.kept,
    ...(form.ignore && { ignore: true }),
    ...(name !== "" && { provider: { id: idOf(name), name } }),
    ...(form.category !== null && { category: form.category }),
    ...(form.jurisdiction !== "" && { jurisdiction: form.jurisdiction }),
    ...(form.trainsOnInputs !== null && { trainsOnInputs: form.trainsOnInputs }),
    ...(form.dpa !== null && { dpa: form.dpa }),
    ...(note !== "" && { note }),
  };
}

function idOf(name: string): string {
  const id = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return id.slice(0, 63).replace(/-+$/, "") || "provider";
}
