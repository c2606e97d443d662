import { newId } from "@/lib/ids";

const acceptable = /^[A-Za-z0-9_-]{1,64}$/;

/** The caller's request id where it is well formed, else a new one. */
export function requestIdOf(request: Pick<Request, "headers">): string {
  const inbound = request.headers.get("x-request-id");
  return inbound !== null && acceptable.test(inbound) ? inbound : newId("request");
}
