import { wordsOf } from "@/lib/client/format";

const reasons: Record<string, string> = {
  attempts_exhausted: "Five attempts failed",
  gone: "The receiver answered 410 Gone",
  address_refused: "The address is private or reserved",
  endpoint_disabled: "The endpoint was disabled",
  endpoint_deleted: "The endpoint was deleted",
};

const errors: Record<string, string> = {
  timeout: "No answer within 30 seconds",
  connection_refused: "Connection refused",
  connection_lost: "Connection lost",
  connection_failed: "No connection",
  dns: "Host name not found",
  tls: "Certificate or TLS not accepted",
  redirect: "Redirect, which is not followed",
  status: "Answered with an error",
  gone: "Gone: the receiver wants no more",
  address_refused: "Private or reserved address, nothing sent",
  response_invalid: "The answer was no valid HTTP",
  interrupted: "The service stopped in the middle",
};

/** Why a delivery failed. */
export function reasonWord(reason: string): string {
  return reasons[reason] ?? wordsOf(reason);
}

/** Why an attempt failed. */
export function attemptErrorWord(error: string): string {
  return errors[error] ?? wordsOf(error);
}
