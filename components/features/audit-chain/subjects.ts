import { kindOf } from "@/components/ui/palette/palette-search";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { Names } from "./summary";

const members = ["modelId", "packageId", "reportId", "detectionId"];

/** The records that an event of the service is about, by the IDs in its payload. Other values are ignored. */
export function subjectsOf(payload: AuditEvent["payload"], names: Names) {
  return members.flatMap((member) => {
    const id = payload?.[member];
    const kind = typeof id === "string" && kindOf(id);
    if (!kind) return [];
    const { name, page, permission } = kind;
    return [{ label: (page === "/models/" && names.get(id)) || name, href: page + id, permission }];
  });
}
