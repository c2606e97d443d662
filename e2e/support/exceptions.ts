import { requestException } from "@/lib/domains/shadow-ai";
import type { ExceptionRequest } from "@/lib/domains/shadow-ai/schemas-triage";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { makeDetection } from "./detections";
import type { TestOrganisation } from "./organisation";

/** Inserts an exception request by a former member, for a new detection by default. */
export async function makeExceptionRequest(
  organisation: TestOrganisation,
  detectionId?: string,
): Promise<ExceptionRequest> {
  const id = newId("member");
  const actor = { kind: "user", id, email: "ada@example.com", name: "Ada", role: "ANALYST", sessionId: "" } as const;
  const ctx: Context = { organisation, actor, scopes: new Set(), clock: systemClock, requestId: newId("request") };
  const about = detectionId ?? (await makeDetection(organisation)).id;
  return requestException(ctx, about, { justification: "A trial until the contract is signed." });
}
