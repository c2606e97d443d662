import { listed } from "@/components/ui/forms/fields";
import type { FormEntry } from "@/components/ui/forms/use-versioned-form";
import { terms } from "@/components/ui/terms";
import type { Model, RegisterModel, RiskTier, UpdateModel } from "@/lib/domains/models/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { common } from "./texts";

/** The values of the model form. */
export interface ModelForm {
  name: string;
  version: string;
  provider: string;
  riskTier: RiskTier | null;
  ownerEmail: string;
  description: string;
  allowedEndpoints: AllowedHost[];
}

/** A host and who may use it. Lists are comma-separated. */
interface AllowedHost {
  host: string;
  departments: string;
  ipRanges: string;
}

export function formOf(model: Model | undefined, ownerEmail: string): ModelForm {
  return {
    name: model?.name ?? "",
    version: model?.version ?? "",
    provider: model?.provider ?? "",
    riskTier: model?.riskTier ?? null,
    ownerEmail: model?.ownerEmail ?? ownerEmail,
    description: model?.description ?? "",
    allowedEndpoints: (model?.allowedEndpoints ?? []).map(({ host, departments = [], ipRanges = [] }) => ({
      host,
      departments: departments.join(", "),
      ipRanges: ipRanges.join(", "),
    })),
  };
}

export function entriesOf(form: ModelForm): FormEntry[] {
  return [
    [terms.name, form.name],
    [terms.version, form.version],
    [terms.provider, form.provider],
    [common.riskTier, form.riskTier && labelOf(form.riskTier)],
    [common.owner, form.ownerEmail],
    [terms.description, form.description],
    [common.allowedHosts, form.allowedEndpoints.map(hostText).join("; ")],
  ];
}

function hostText({ host, departments, ipRanges }: AllowedHost): string {
  return [host, departments, ipRanges].filter((part) => part !== "").join(", ");
}

export function toRegistration(form: ModelForm): RegisterModel {
  const { version, provider, ownerEmail, description } = trimmed(form);
  return {
    name: form.name,
    allowedEndpoints: endpointsOf(form),
    ...(version && { version }),
    ...(provider && { provider }),
    ...(form.riskTier && { riskTier: form.riskTier }),
    ...(ownerEmail && { ownerEmail }),
    ...(description && { description }),
  };
}

/** Sends every field, so that empty ones are cleared. */
export function toUpdate(form: ModelForm): UpdateModel {
  const { version, provider, ownerEmail, description } = trimmed(form);
  return {
    name: form.name,
    version: version || null,
    provider: provider || null,
    riskTier: form.riskTier,
    ownerEmail: ownerEmail || null,
    description: description || null,
    allowedEndpoints: endpointsOf(form),
  };
}

function trimmed({ version, provider, ownerEmail, description }: ModelForm) {
  return {
    version: version.trim(),
    provider: provider.trim(),
    ownerEmail: ownerEmail.trim(),
    description: description.trim(),
  };
}

function endpointsOf({ allowedEndpoints }: ModelForm) {
  return allowedEndpoints.map(({ host, departments, ipRanges }) => {
    const [names, ranges] = [listed(departments), listed(ipRanges)];
    return {
      host: host.trim(),
      ...(names.length > 0 && { departments: names }),
      ...(ranges.length > 0 && { ipRanges: ranges }),
    };
  });
}
