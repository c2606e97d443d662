import type { AuditStream } from "@/lib/domains/audit-streams/schemas";

/** The fields of the form of a stream. */
export interface StreamForm {
  name: string;
  url: string;
  /** Empty: as it is. */
  authorization: string;
  eventTypes: string[];
  modelIds: string[];
  minSeverity: string;
  maxEvents: number | string;
  maxBytes: number | string;
  maxDelaySeconds: number | string;
  compression: string;
  /** Where a new one begins. */
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

/** Why the form cannot be sent, by its fields. */
export function problemsOf({ name, url }: StreamForm): Record<string, string> {
  return {
    ...(name.trim() === "" && { name: "What is it called?" }),
    ...(url.trim() === "" && { url: "Where are events to be sent?" }),
  };
}

/** What a form asks of the service; where a new stream begins, its creation says beside. */
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
