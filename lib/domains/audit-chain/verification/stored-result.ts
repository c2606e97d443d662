import { createHmac, timingSafeEqual } from "node:crypto";
import type { ChainReport } from "@/lib/domains/audit-chain/verification/report";
import { derivedId } from "@/lib/platform/core/ids";
import { purposeKey } from "@/lib/platform/crypto/secrets";

/*
 * Results of verifications are rows that a database owner can write. Each stored result therefore ends with a code that
 * only the service can compute, so that forged results are never used or shown.
 */

export interface StoredResult extends ChainReport {
  verifiedAt: string;
  /** When the full chain was last verified: by this run, or by the one on which it relies. Not set for other runs. */
  wholeAt?: string | undefined;
}

/** The run that a result belongs to. */
interface Verified {
  id: string;
  organisationId: string;
  mode: string;
  from: number | null;
  to: number | null;
}

/** The result as JSON with its authentication code. */
export function sealResult(run: Verified, result: StoredResult): string {
  const text = JSON.stringify(result);
  return `${text.slice(0, -1)},"mac":"${macOf(run, text)}"}`;
}

/** The result of a run; undefined if it was not stored by the service for this run. */
export function openResult(run: Verified & { report: string | null }): StoredResult | undefined {
  const [, begin, mac = ""] = /^(.*),"mac":"([\w-]{43})"\}$/su.exec(run.report ?? "") ?? [];
  if (begin === undefined) return undefined;
  const text = `${begin}}`;
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(run, text)))) return undefined;
  return withoutOwnAnchor(run, JSON.parse(text) as StoredResult);
}

/** A continued run starts at a checkpoint that the service stored, so it has not checked a receipt saved elsewhere. */
export function withoutOwnAnchor({ mode }: Pick<Verified, "mode">, result: StoredResult): StoredResult {
  if (mode !== "continued" || result.verdicts.anchor !== "ok") return result;
  return { ...result, verdicts: { ...result.verdicts, anchor: "not_checked" } };
}

function macOf({ id, organisationId, mode, from, to }: Verified, text: string): string {
  return keyed(JSON.stringify(["result", organisationId, id, mode, from, to, text])).toString("base64url");
}

/** The ID of an organisation's verification of one night. A database owner cannot use it first, to prevent the run. */
export function nightlyId(organisationId: string, since: string): string {
  return derivedId("verification", Date.parse(since), keyed(JSON.stringify(["night", organisationId, since])));
}

function keyed(text: string): Buffer {
  return createHmac("sha256", purposeKey("verifications")).update(text).digest();
}
