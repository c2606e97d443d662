import type { FormEntry } from "@/components/ui/forms/use-versioned-form";
import type { AuditStream } from "@/lib/domains/audit-streams/schemas";

export interface StreamForm {
  name: string;
  url: string;
  /** Empty: unchanged. */
  authorization: string;
  eventTypes: string[];
  modelIds: string[];
  minSeverity: string;
  maxEvents: number | string;
  maxBytes: number | string;
  maxDelaySeconds: number | string;
  compression: string;
  /** Where a new stream starts. */
  from: string;
}

export function formOf(stream: AuditStream | undefined): StreamForm {
  const { eventTypes = [], modelIds = [], minSeverity = null } = stream?.filter ?? {};
  return {
    name: stream?.name ?? "",
    url: stream?.url ?? "",
    authorization: "",
    eventTypes,
    modelIds,
    minSeverity: minSeverity ?? "INFO",
    maxEvents: stream?.maxEvents ?? 1_000,
    maxBytes: stream?.maxBytes ?? 1024 * 1024,
    maxDelaySeconds: stream?.maxDelaySeconds ?? 5,
    compression: stream?.compression ?? "gzip",
    from: "now",
  };
}

/** The errors of the form, by field. */
export function problemsOf({ name, url }: StreamForm): Record<string, string> {
  return {
    ...(name.trim() === "" && { name: "Enter a name." }),
    ...(url.trim() === "" && { url: "Enter the URL that receives the events." }),
  };
}

/** The request body of an update; a creation also has `from`. */
export function toInput({ name, url, authorization, eventTypes, modelIds, minSeverity, ...values }: StreamForm) {
  return {
    name: name.trim(),
    url: url.trim(),
    ...(authorization === "" ? {} : { authorization }),
    filter: { eventTypes, modelIds, minSeverity: minSeverity === "INFO" ? null : minSeverity },
    maxEvents: Number(values.maxEvents),
    maxBytes: Number(values.maxBytes),
    maxDelaySeconds: Number(values.maxDelaySeconds),
    compression: values.compression,
  };
}

/** The values of a form in plain text, to compare two versions. */
export function entriesOf(form: StreamForm, names: ReadonlyMap<string, string>): FormEntry[] {
  return [
    ["Name", form.name],
    ["URL", form.url],
    ["Authorization header", form.authorization === "" ? "Unchanged" : "New value"],
    ["Event types", form.eventTypes.join(", ")],
    ["Models", form.modelIds.map((id) => names.get(id) ?? id).join(", ")],
    ["Severity", form.minSeverity],
    ["Maximum batch size (events)", String(form.maxEvents)],
    ["Maximum batch size (bytes)", String(form.maxBytes)],
    ["Maximum delay (seconds)", String(form.maxDelaySeconds)],
    ["Compression", form.compression],
  ];
}
