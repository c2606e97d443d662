import { numberOf } from "@/components/ui/forms/fields";
import type { FormEntry } from "@/components/ui/forms/use-versioned-form";
import { terms } from "@/components/ui/terms";
import type { AuditStream } from "@/lib/domains/audit-streams/schemas";
import { common, streamForm as texts } from "./texts";

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
    ...(name.trim() === "" && { name: terms.enterName }),
    ...(url.trim() === "" && { url: texts.urlProblem }),
  };
}

/** The request body of an update; a creation also has `from`. */
export function toInput({ name, url, authorization, eventTypes, modelIds, minSeverity, ...values }: StreamForm) {
  return {
    name: name.trim(),
    url: url.trim(),
    ...(authorization === "" ? {} : { authorization }),
    filter: { eventTypes, modelIds, minSeverity: minSeverity === "INFO" ? null : minSeverity },
    maxEvents: numberOf(values.maxEvents),
    maxBytes: numberOf(values.maxBytes),
    maxDelaySeconds: numberOf(values.maxDelaySeconds),
    compression: values.compression,
  };
}

/** The values of a form in plain text, to compare two versions. */
export function entriesOf(form: StreamForm, names: ReadonlyMap<string, string>): FormEntry[] {
  return [
    [terms.name, form.name],
    [common.url, form.url],
    [common.authorizationHeader, form.authorization === "" ? common.authorizationHeaderPlaceholder : texts.newValue],
    [common.eventTypes, form.eventTypes.join(", ")],
    [terms.models, form.modelIds.map((id) => names.get(id) ?? id).join(", ")],
    [terms.severity, form.minSeverity],
    [common.maximumBatchSizeEvents, String(form.maxEvents)],
    [common.maximumBatchSizeBytes, String(form.maxBytes)],
    [common.maximumDelaySeconds, String(form.maxDelaySeconds)],
    [common.compression, form.compression],
  ];
}
